import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';

import type { Avatar, AvatarSize } from '../../core/avatars.ts';
import { photoOfAvatar } from '../../core/batches.ts';
import type { Draft } from '../../core/drafts.ts';
import { isAbort, sentence } from '../../core/errors.ts';
import { i18n } from '../../i18n/index.ts';
import { analysesAtom, useDraft } from '../../state/drafts/index.ts';
import { exchange, remake, type Remade } from '../../state/generation/index.ts';
import { undoableAtom, useLibraryState } from '../../state/library/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { usePorts } from '../../state/ports.ts';
import { useAsync } from '../../state/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import layout from '../../ui/layout.module.css';
import { ErrorNote } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useMinted } from '../parts/certificate.tsx';
import styles from './remake.module.css';

/** The photo that an avatar was made from, while it is kept; 'unknown' until drafts are loaded. */
export function useKeptPhoto(avatar: Avatar): Draft | 'unknown' | undefined {
  const { batches } = useLibraryState();
  const { phase, entries } = useDraft();
  if (phase === 'starting') return 'unknown';
  const photo = photoOfAvatar(avatar, batches);
  return entries.find(({ draft }) => draft.id === photo)?.draft;
}

const LARGEST: AvatarSize = 2048;

/**
 * Renders an avatar's picture again from its photo, larger or with today's engine. If the engine
 * has changed since, the user chooses between both pictures.
 */
export function Remake({ avatar }: { readonly avatar: Avatar }) {
  const { store, engine } = usePorts();
  const analyses = useAtomValue(analysesAtom);
  const setUndoable = useSetAtom(undoableAtom);
  const photo = useKeptPhoto(avatar);
  const minted = useMinted(avatar.uid);
  const [size, setSize] = useState<AvatarSize>();
  const [done, setDone] = useState(0);
  const [made, setMade] = useState<Remade>();
  const [failed, setFailed] = useState<string>();
  const [busy, setBusy] = useState(false);
  const work = useRef<AbortController>(undefined);
  const possible = photo !== undefined && photo !== 'unknown' && minted.length === 0;

  const version = useAsync(possible ? engine : undefined, 'avatar.picture')?.version;
  useEffect(() => () => work.current?.abort(), []);

  if (!possible || version === undefined) return null;
  const changed = avatar.recipe.engine < version;
  const enlarges = avatar.size < LARGEST && photo.maxSize === LARGEST;
  if (!changed && !enlarges) return null;

  const close = (): void => {
    work.current?.abort();
    setSize(undefined);
    setMade(undefined);
    setFailed(undefined);
    setBusy(false);
  };
  const keep = async (chosen: Remade): Promise<void> => {
    setBusy(true);
    setFailed(undefined);
    try {
      const undo = await exchange(store, avatar, chosen);
      setUndoable({ words: i18n.t('{name} has its new picture', { name: avatar.name }), undo });
      close();
    } catch (failure) {
      setFailed(sentence(failure));
      setBusy(false);
    }
  };
  const start = async (edge: AvatarSize): Promise<void> => {
    const controller = new AbortController();
    work.current = controller;
    setSize(edge);
    setDone(0);
    try {
      const found = await remake({ store, engine, analyses }, avatar, photo.id, edge, {
        signal: controller.signal,
        onProgress: (progress) => setDone(progress.done),
      });
      if (controller.signal.aborted) return;
      setMade(found);
      // The same engine gives the same picture: there is no choice to offer.
      if (!changed) await keep(found);
    } catch (failure) {
      if (!isAbort(failure) && !controller.signal.aborted) setFailed(sentence(failure));
    }
  };

  return (
    <>
      {enlarges && (
        <Button size="small" onClick={() => void start(LARGEST)}>
          {i18n.t('Make it larger')}
        </Button>
      )}
      {changed && (
        <Button size="small" onClick={() => void start(avatar.size)}>
          {i18n.t('Make it anew')}
        </Button>
      )}
      <Dialog
        open={size !== undefined}
        onClose={close}
        title={
          made && changed
            ? i18n.t('Which picture do you keep?')
            : i18n.t('Making {name} again', { name: avatar.name })
        }
      >
        <div className={layout.stack4}>
          {changed && (
            <p>
              {i18n.t(
                'Likeness draws differently today than when {name} was made, so the new picture isn’t quite the same. It costs no credit, and nothing changes until you choose.',
                { name: avatar.name },
              )}
            </p>
          )}
          {made && changed && (
            <>
              <Both made={made} />
              <div className={layout.halves}>
                <Button onClick={close}>{i18n.t('Keep the old one')}</Button>
                <Button variant="accent" busy={busy} onClick={() => void keep(made)}>
                  {i18n.t('Use the new one')}
                </Button>
              </div>
            </>
          )}
          {failed !== undefined && <ErrorNote what={failed} />}
          {!made && failed === undefined && (
            <>
              <Progress label={i18n.t('Making {name} again', { name: avatar.name })} done={done} />
              <Button onClick={close}>{i18n.t('Stop')}</Button>
            </>
          )}
        </div>
      </Dialog>
    </>
  );
}

/** The old picture beside the new one, to choose from. */
function Both({ made: { before, after } }: { readonly made: Remade }) {
  const old = useObjectUrl(before.full);
  const anew = useObjectUrl(after.pictures.full);
  const edge = String(after.facts.size);
  return (
    <div className={cx(layout.halves, styles.both)}>
      <figure>
        <img src={old} alt={i18n.t('The picture as it is kept')} />
        <figcaption>{i18n.t('As it is')}</figcaption>
      </figure>
      <figure>
        <img src={anew} alt={i18n.t('The picture as it is made today')} />
        <figcaption>{i18n.t('Today, {edge} × {edge}', { edge })}</figcaption>
      </figure>
    </div>
  );
}
