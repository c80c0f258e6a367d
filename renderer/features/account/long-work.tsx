import { useEffect, useRef, useState } from 'react';

import { formatPercent } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import type { WorkOptions } from '../../ports/work-options.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import styles from './account.module.css';

export interface LongWork {
  /** 0 to 1 while it runs. */
  readonly done: number | undefined;
  /** Runs the work; leaving the screen cancels it. */
  readonly run: <T>(work: (options: WorkOptions) => Promise<T>) => Promise<T>;
  readonly cancel: () => void;
}

export function useLongWork(): LongWork {
  const [done, setDone] = useState<number>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  return {
    done,
    async run(work) {
      const mine = new AbortController();
      control.current = mine;
      setDone(0);
      try {
        // Whole per cents are enough to see; finer steps would only cause renders.
        return await work({
          signal: mine.signal,
          onProgress: (now) => setDone(Math.round(now * 100) / 100),
        });
      } finally {
        setDone(undefined);
      }
    },
    cancel: () => control.current?.abort(),
  };
}

/** A progress bar with its number and a way to stop. */
export const WorkBar = ({
  label,
  work,
}: {
  readonly label: string;
  readonly work: Pick<LongWork, 'done' | 'cancel'>;
}) => (
  <div className={styles.work}>
    <Progress label={label} done={work.done ?? 0} />
    <p role="status">
      <span>{label}…</span>
      <span>{formatPercent(work.done ?? 0)}</span>
    </p>
    <div>
      <Button size="small" onClick={work.cancel}>
        {i18n.t('Cancel')}
      </Button>
    </div>
  </div>
);
