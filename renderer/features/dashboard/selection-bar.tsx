import { useEffect, useRef, useState } from 'react';

import type { Avatar } from '../../core/avatars.ts';
import { isAbort, sentence } from '../../core/errors.ts';
import type { Saved } from '../../ports/downloads.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { useLibrary } from '../../state/library/index.ts';
import { usePorts } from '../../state/ports.ts';
import { hdFormatAtom } from '../../state/settings.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { FormatChoice, SavedNote } from '../saving/index.ts';
import { plural } from './entries.ts';
import styles from './selection-bar.module.css';

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
  /** How many there are to choose from. */
  readonly total: number;
  readonly onAll: () => void;
  readonly onNone: () => void;
  readonly onDone: () => void;
}

/** What is done with several avatars at once: they are saved together. */
export function SelectionBar({ chosen, total, onAll, onNone, onDone }: SelectionBarProps) {
  const library = useLibrary();
  const { mostLifted } = usePorts().downloads;
  const format = useAtomValue(hdFormatAtom);
  const [state, setState] = useState<State>({ kind: 'choosing' });
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const save = async (): Promise<void> => {
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
      setState({ kind: 'saved', words: `${plural(chosen.length, 'avatar')} saved.`, saved: where });
    } catch (failure) {
      const kept = place
        ? `${String(saved)} of ${plural(chosen.length, 'avatar')} saved.`
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

  return (
    <section className={styles.bar} aria-label="Save several">
      {state.kind === 'saving' ? (
        <>
          <div className={styles.row}>
            <p>
              Saving {state.saved} of {state.total}
            </p>
            <TextButton onClick={state.stop}>Cancel</TextButton>
          </div>
          <Progress
            label={`${String(state.saved)} of ${plural(state.total, 'avatar')} saved`}
            done={state.saved / state.total}
          />
        </>
      ) : (
        <>
          <div className={styles.row}>
            <p role="status">
              <b>
                {chosen.length === 0
                  ? 'Choose the avatars to save together'
                  : `${chosen.length.toLocaleString('en')} chosen`}
              </b>
            </p>
            <div className={styles.ways}>
              {chosen.length < total && (
                <TextButton onClick={onAll}>Choose all {total.toLocaleString('en')}</TextButton>
              )}
              {chosen.length > 0 && <TextButton onClick={onNone}>Choose none</TextButton>}
              <TextButton onClick={onDone}>Done</TextButton>
            </div>
          </div>
          <div className={styles.row}>
            <FormatChoice />
            <Button
              look="accent"
              size="small"
              disabled={chosen.length === 0}
              onClick={() => void save()}
            >
              Save {chosen.length > 0 && plural(chosen.length, 'avatar')}
            </Button>
          </div>
          {state.kind === 'saved' && (
            <div className={styles.told}>
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
