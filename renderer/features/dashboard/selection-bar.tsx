import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';

import type { Avatar } from '../../core/avatars.ts';
import { MOST_IN_SERIES } from '../../core/constants.ts';
import { sentence } from '../../core/errors.ts';
import { isFlat } from '../../core/styles.ts';
import { formatNumber, t } from '../../i18n/index.ts';
import { NAME_MAX_LENGTH, undoableAtom, useLibrary } from '../../state/library/index.ts';
import { usePorts } from '../../state/ports.ts';
import { pictureFormatAtom } from '../../state/settings.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { NameForm } from '../parts/name-form.tsx';
import { ExportOutcome, FormatChoice, useExport } from '../saving/index.ts';
import styles from './selection-bar.module.css';

const Compare = lazily(async () => (await import('./compare.tsx')).Compare);

export interface SelectionBarProps {
  readonly chosen: readonly Avatar[];
  /** How many avatars can be selected. */
  readonly total: number;
  readonly onAll: () => void;
  readonly onNone: () => void;
  readonly onDone: () => void;
  readonly onDelete: () => void;
}

/** Actions on several avatars at once: like, rename, mint, save together, delete. */
export function SelectionBar(props: SelectionBarProps) {
  const { chosen, total, onAll, onNone, onDone } = props;
  const { mostLifted } = usePorts().downloads;
  const format = useAtomValue(pictureFormatAtom);
  const { saving, outcome, save, cancel } = useExport(chosen, format);
  /** Why a change failed. */
  const [failed, setFailed] = useState<string>();

  return (
    <section className={cx(ui.stack3, styles.bar)} aria-label={t('Selection')}>
      {saving ? (
        <>
          <div className={cx(ui.between, styles.row)}>
            <p>
              {t('Saving {done} of {total}', {
                done: formatNumber(saving.done),
                total: formatNumber(saving.total),
              })}
            </p>
            <TextButton onClick={cancel}>{t('Cancel')}</TextButton>
          </div>
          <Progress
            label={t('{saved} of {total, plural, one {# avatar} other {# avatars}} saved', {
              saved: formatNumber(saving.done),
              total: saving.total,
            })}
            done={saving.done / saving.total}
          />
        </>
      ) : (
        <>
          <div className={cx(ui.between, styles.row)}>
            <p role="status">
              <b>
                {chosen.length === 0
                  ? t('Choose avatars')
                  : t('{count} chosen', { count: formatNumber(chosen.length) })}
              </b>
            </p>
            <div className={cx(ui.between, styles.actions)}>
              {chosen.length < total && (
                <TextButton onClick={onAll}>
                  {t('Choose all {count}', { count: formatNumber(total) })}
                </TextButton>
              )}
              {chosen.length > 0 && <TextButton onClick={onNone}>{t('Choose none')}</TextButton>}
              <TextButton onClick={onDone}>{t('Done')}</TextButton>
            </div>
          </div>
          <Changes chosen={chosen} onDelete={props.onDelete} onFailed={setFailed}>
            <FormatChoice flat={chosen.some(({ recipe }) => isFlat(recipe.style))} />
            <Button
              variant="accent"
              size="small"
              disabled={chosen.length === 0}
              onClick={() => {
                setFailed(undefined);
                save();
              }}
            >
              {chosen.length === 0
                ? t('Save')
                : t('Save {count, plural, one {# avatar} other {# avatars}}', {
                    count: chosen.length,
                  })}
            </Button>
          </Changes>
          {failed !== undefined && (
            <ErrorNote what={failed} safe={t('The others are unchanged.')} />
          )}
          <ExportOutcome {...outcome} />
          {!outcome && failed === undefined && mostLifted > 1 && chosen.length > 1 && (
            <p className={ui.note}>
              {t('Or drag one of them into another program: all {count} go along.', {
                count: formatNumber(chosen.length),
              })}
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** The buttons that change the chosen avatars or compare two of them, with their dialogs. */
function Changes({
  chosen,
  onDelete,
  onFailed,
  children,
}: Pick<SelectionBarProps, 'chosen' | 'onDelete'> & {
  readonly onFailed: (words: string) => void;
  /** What is shown beside these buttons. */
  readonly children: ReactNode;
}) {
  const library = useLibrary();
  const navigate = useNavigate();
  const [naming, setNaming] = useState(false);
  const [comparing, setComparing] = useState(false);
  const setUndoable = useSetAtom(undoableAtom);
  const [one, other] = chosen;
  const allLiked = chosen.length > 0 && chosen.every(({ liked }) => liked);
  const attempt = (work: Promise<void>): void => {
    work.catch((failure: unknown) => onFailed(sentence(failure)));
  };
  return (
    <>
      <div className={cx(ui.between, styles.row)}>
        <div className={cx(ui.between, styles.actions)}>
          <TextButton
            disabled={chosen.length === 0}
            onClick={() =>
              attempt(
                library.like(
                  chosen.map(({ uid }) => uid),
                  !allLiked,
                ),
              )
            }
          >
            {allLiked ? t('Unlike') : t('Like')}
          </TextButton>
          <TextButton disabled={chosen.length !== 2} onClick={() => setComparing(true)}>
            {t('Compare two')}
          </TextButton>
          <TextButton disabled={chosen.length === 0} onClick={() => setNaming(true)}>
            {t('Rename…')}
          </TextButton>
          <TextButton
            disabled={chosen.length === 0 || chosen.length > MOST_IN_SERIES}
            onClick={() =>
              void navigate(`/nft-minting?several=${chosen.map(({ id }) => id).join(',')}`)
            }
          >
            {t('Mint as NFT')}
          </TextButton>
          <TextButton disabled={chosen.length === 0} onClick={onDelete}>
            {t('Delete')}
          </TextButton>
        </div>
        {children}
      </div>
      <Dialog
        open={comparing}
        onClose={() => setComparing(false)}
        title={t('Which is better?')}
        wide
      >
        {one && other && <Compare two={[one, other]} />}
      </Dialog>
      <Dialog
        open={naming}
        onClose={() => setNaming(false)}
        title={t('Rename {count, plural, one {# avatar} other {# avatars}}', {
          count: chosen.length,
        })}
      >
        <NameForm
          maxLength={NAME_MAX_LENGTH}
          hint={(name) =>
            name
              ? t('They become “{name} 1” to “{name} {count}”, in the order shown.', {
                  name,
                  count: chosen.length,
                })
              : t('Each gets a number after its name.')
          }
          label={t('Rename')}
          onName={(name) => {
            setNaming(false);
            attempt(
              library.renameAll(chosen, name).then((undo) =>
                setUndoable({
                  words: t('{count, plural, one {# avatar} other {# avatars}} renamed', {
                    count: chosen.length,
                  }),
                  undo,
                }),
              ),
            );
          }}
        />
      </Dialog>
    </>
  );
}

export type Selection = ReturnType<typeof useSelection>;

const NOTHING: ReadonlySet<string> = new Set();

/** Which of the shown avatars are ticked. The functions stay the same between renders. */
export function useSelection(shown: readonly Avatar[]) {
  const [uids, setUids] = useState<ReadonlySet<string>>();
  const latest = useRef(shown);
  const ticks = useRef(uids);
  const anchor = useRef<string>(undefined);
  // A drag may begin as soon as the one before is seen to have ended.
  useLayoutEffect(() => {
    latest.current = shown;
    ticks.current = uids;
  }, [shown, uids]);

  /**
   * Starts a selection if there is none, and ticks or unticks one; `upTo` ticks all from the
   * previous one to this.
   */
  const tick = useCallback((uid: string, upTo = false): void => {
    const from = latest.current.findIndex((avatar) => avatar.uid === anchor.current);
    const to = latest.current.findIndex((avatar) => avatar.uid === uid);
    const range =
      upTo && from >= 0 && to >= 0
        ? latest.current.slice(Math.min(from, to), Math.max(from, to) + 1)
        : undefined;
    anchor.current = uid;
    setUids((before) => {
      const next = new Set(before);
      if (range) for (const avatar of range) next.add(avatar.uid);
      else if (!next.delete(uid)) next.add(uid);
      return next;
    });
  }, []);
  const steps = useMemo(
    () => ({
      tick,
      /**
       * Starts a drag over the frames, which ticks what it covers besides those ticked before. Until
       * its end, each `cover` replaces the one before; `invert` switches frames instead.
       */
      sweep: () => {
        const before = ticks.current;
        return {
          cover: (covered: readonly string[], invert: boolean) => {
            anchor.current = covered.at(-1) ?? anchor.current;
            const next = new Set(before);
            for (const uid of covered) if (!(invert && next.delete(uid))) next.add(uid);
            setUids(next);
          },
          cancel: () => setUids(before),
        };
      },
      begin: () => setUids((before) => before ?? new Set()),
      all: () => setUids(new Set(latest.current.map(({ uid }) => uid))),
      none: () => setUids((before) => before && new Set()),
      end: () => {
        anchor.current = undefined;
        setUids(undefined);
      },
    }),
    [tick],
  );
  /** The ticked avatars in the sheet's order, without those deleted meanwhile. */
  const chosen = useMemo(
    (): readonly Avatar[] => (uids ? shown.filter(({ uid }) => uids.has(uid)) : []),
    [uids, shown],
  );
  const ticked = uids ?? NOTHING;
  /** `on` is true while the contact sheet's frames are checkboxes. */
  return { on: uids !== undefined, chosen, has: (uid: string) => ticked.has(uid), ...steps };
}
