import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';

import type { Avatar } from '../../core/avatars.ts';
import { isAbort, sentence } from '../../core/errors.ts';
import { formatCount, formatNumber } from '../../core/format.ts';
import type { Saved } from '../../ports/downloads.ts';
import { useAtomValue, useSetAtom } from '../../state/jotai.ts';
import { NAME_MAX_LENGTH, undoableAtom, useLibrary } from '../../state/library/index.ts';
import { usePorts } from '../../state/ports.ts';
import { hdFormatAtom } from '../../state/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { FormatChoice, SavedNote } from '../saving/index.ts';
import styles from './selection-bar.module.css';

const Compare = lazy(async () => ({ default: (await import('./compare.tsx')).Compare }));

type State =
  | { readonly kind: 'choosing' }
  | {
      readonly kind: 'saving';
      readonly saved: number;
      readonly total: number;
      readonly stop: () => void;
    }
  | { readonly kind: 'saved'; readonly words: string; readonly saved?: Saved | undefined }
  | {
      readonly kind: 'failed';
      readonly words: string;
      readonly kept: string;
      readonly saved?: Saved | undefined;
    };

export interface SelectionBarProps {
  readonly chosen: readonly Avatar[];
  /** How many avatars can be selected. */
  readonly total: number;
  readonly onAll: () => void;
  readonly onNone: () => void;
  readonly onDone: () => void;
  readonly onDelete: () => void;
}

/** Actions on several avatars at once: like, rename, save together, delete. */
export function SelectionBar(props: SelectionBarProps) {
  const { chosen, total, onAll, onNone, onDone } = props;
  const { mostLifted } = usePorts().downloads;
  const [state, setState] = useState<State>({ kind: 'choosing' });
  const save = useSave(chosen, setState);

  return (
    <section className={styles.bar} aria-label="Selection">
      {state.kind === 'saving' ? (
        <>
          <div className={styles.row}>
            <p>
              Saving {state.saved} of {state.total}
            </p>
            <TextButton onClick={state.stop}>Cancel</TextButton>
          </div>
          <Progress
            label={`${String(state.saved)} of ${formatCount(state.total, 'avatar')} saved`}
            done={state.saved / state.total}
          />
        </>
      ) : (
        <>
          <div className={styles.row}>
            <p role="status">
              <b>
                {chosen.length === 0 ? 'Choose avatars' : `${formatNumber(chosen.length)} chosen`}
              </b>
            </p>
            <div className={styles.actions}>
              {chosen.length < total && (
                <TextButton onClick={onAll}>Choose all {formatNumber(total)}</TextButton>
              )}
              {chosen.length > 0 && <TextButton onClick={onNone}>Choose none</TextButton>}
              <TextButton onClick={onDone}>Done</TextButton>
            </div>
          </div>
          <Changes
            chosen={chosen}
            onDelete={props.onDelete}
            onFailed={(words) =>
              setState({ kind: 'failed', words, kept: 'The others are as they were.' })
            }
          >
            <FormatChoice />
            <Button
              variant="accent"
              size="small"
              disabled={chosen.length === 0}
              onClick={() => void save()}
            >
              Save {chosen.length > 0 && formatCount(chosen.length, 'avatar')}
            </Button>
          </Changes>
          {state.kind === 'saved' && (
            <div className={styles.result}>
              <p role="status">{state.words}</p>
              <SavedNote saved={state.saved} />
            </div>
          )}
          {state.kind === 'failed' && (
            <>
              <ErrorNote what={state.words} />
              <div className={styles.hint}>
                <p>{state.kept}</p>
                <SavedNote saved={state.saved} />
              </div>
            </>
          )}
          {state.kind === 'choosing' && mostLifted > 1 && chosen.length > 1 && (
            <p className={styles.hint}>
              Or drag one of them into another program: all {chosen.length} go along.
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** Saves the chosen avatars together and shows how far it is; leaving stops it. */
function useSave(chosen: readonly Avatar[], setState: (state: State) => void): () => Promise<void> {
  const library = useLibrary();
  const format = useAtomValue(hdFormatAtom);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return async () => {
    const abort = new AbortController();
    let saved = 0;
    let place: Saved | undefined;
    stop.current = () => abort.abort();
    const show = (): void =>
      setState({ kind: 'saving', saved, total: chosen.length, stop: () => abort.abort() });
    show();
    try {
      const where = await library.exportAll(chosen, format, {
        signal: abort.signal,
        onSaved(count) {
          saved = count;
          show();
        },
        onPlace: (begun) => (place = begun),
      });
      setState({
        kind: 'saved',
        words: `${formatCount(chosen.length, 'avatar')} saved.`,
        saved: where,
      });
    } catch (failure) {
      const kept = place
        ? `${String(saved)} of ${formatCount(chosen.length, 'avatar')} saved.`
        : 'Nothing was saved.';
      if (isAbort(failure)) setState({ kind: 'saved', words: `Stopped. ${kept}`, saved: place });
      else
        setState({
          kind: 'failed',
          words: sentence(failure, 'download-failed'),
          kept,
          saved: place,
        });
    }
  };
}

/** The buttons that change the chosen avatars or compare two of them, with their dialogs. */
function Changes({
  chosen,
  onDelete,
  onFailed,
  children,
}: Pick<SelectionBarProps, 'chosen' | 'onDelete'> & {
  readonly onFailed: (words: string) => void;
  /** What stands beside these buttons. */
  readonly children: ReactNode;
}) {
  const library = useLibrary();
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
      <div className={styles.row}>
        <div className={styles.actions}>
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
            {allLiked ? 'Unlike' : 'Like'}
          </TextButton>
          <TextButton disabled={chosen.length !== 2} onClick={() => setComparing(true)}>
            Compare two
          </TextButton>
          <TextButton disabled={chosen.length === 0} onClick={() => setNaming(true)}>
            Rename…
          </TextButton>
          <TextButton disabled={chosen.length === 0} onClick={onDelete}>
            Delete
          </TextButton>
        </div>
        {children}
      </div>
      <Dialog open={comparing} onClose={() => setComparing(false)} title="Which is better?" wide>
        <Suspense>{one && other && <Compare two={[one, other]} />}</Suspense>
      </Dialog>
      <Dialog
        open={naming}
        onClose={() => setNaming(false)}
        title={`Rename ${formatCount(chosen.length, 'avatar')}`}
      >
        <Naming
          count={chosen.length}
          onName={(name) => {
            setNaming(false);
            attempt(
              library
                .renameAll(chosen, name)
                .then((undo) =>
                  setUndoable({ words: `${formatCount(chosen.length, 'avatar')} renamed`, undo }),
                ),
            );
          }}
        />
      </Dialog>
    </>
  );
}

/** Gives all of them one name with a number after it. */
function Naming({ count, onName }: { count: number; onName: (name: string) => void }) {
  const [name, setName] = useState('');
  const clean = name.trim();
  return (
    <form
      className={styles.naming}
      onSubmit={(event) => {
        event.preventDefault();
        if (clean) onName(clean);
      }}
    >
      <Field
        label="Name"
        value={name}
        required
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        hint={
          clean
            ? `They become “${clean} 1” to “${clean} ${String(count)}”, in the order shown.`
            : 'Each gets a number behind it.'
        }
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="accent" wide disabled={!clean}>
        Rename
      </Button>
    </form>
  );
}
