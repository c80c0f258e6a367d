import { useEffect, useRef, useState } from 'react';

import { isAbort, sentence } from '../../core/errors.ts';
import { formatPercent } from '../../core/format.ts';
import { createGate, type Gate } from '../../core/gate.ts';
import { i18n } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Progress } from '../../ui/progress.tsx';
import t from '../../ui/type.module.css';

/** What a long save gets from the screen that started it. */
export interface SavingTask {
  readonly signal: AbortSignal;
  /** Awaited between two steps; a pause holds it back. */
  readonly turn: () => Promise<void>;
  /** @param done 0 to 1 */
  readonly onProgress: (done: number) => void;
}

/** A long save: it can be paused and cancelled, and ends when the user leaves the screen. */
export interface LongSaving {
  /** Its progress, 0 to 1; undefined while nothing is being saved. */
  readonly work: { readonly done: number; readonly paused: boolean } | undefined;
  readonly failed: string | undefined;
  readonly setFailed: (failed: string | undefined) => void;
  /** Resolves when the task has ended in any way; with 'cancelled' if the user ended it. */
  readonly run: (task: (given: SavingTask) => Promise<void>) => Promise<'cancelled' | undefined>;
  readonly pause: (paused: boolean) => void;
  readonly cancel: () => void;
}

export function useLongSaving(): LongSaving {
  const [work, setWork] = useState<LongSaving['work']>();
  const [failed, setFailed] = useState<string>();
  const control = useRef<AbortController>(undefined);
  const gate = useRef<Gate>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  return {
    work,
    failed,
    setFailed,
    async run(task) {
      const mine = new AbortController();
      const held = createGate();
      control.current = mine;
      gate.current = held;
      setFailed(undefined);
      setWork({ done: 0, paused: false });
      try {
        await task({
          signal: mine.signal,
          turn: held.turn,
          onProgress: (done) => setWork((now) => now && { ...now, done }),
        });
      } catch (failure) {
        if (isAbort(failure)) return 'cancelled';
        setFailed(sentence(failure, 'download-failed'));
      } finally {
        setWork(undefined);
      }
      return undefined;
    },
    pause(paused) {
      if (paused) gate.current?.hold();
      else gate.current?.go();
      setWork((now) => now && { ...now, paused });
    },
    cancel() {
      control.current?.abort();
      gate.current?.go();
    },
  };
}

/** The progress of a save, with pause and cancel; nothing while nothing is being saved. */
export function SavingProgress({
  saving: { work, pause, cancel },
}: {
  readonly saving: LongSaving;
}) {
  if (!work) return null;
  const percent = formatPercent(work.done);
  return (
    <div className={layout.stack2}>
      <Progress label={i18n.t('Saving')} done={work.done} />
      <p role="status" className={t.note}>
        {work.paused
          ? i18n.t('Paused, {percent}', { percent })
          : i18n.t('Being made, {percent}', { percent })}
      </p>
      <div className={layout.wrap2}>
        <Button size="small" onClick={() => pause(!work.paused)}>
          {work.paused ? i18n.t('Go on') : i18n.t('Pause saving')}
        </Button>
        <Button size="small" onClick={cancel}>
          {i18n.t('Cancel')}
        </Button>
      </div>
    </div>
  );
}
