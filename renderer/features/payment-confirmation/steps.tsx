import type { ReactNode } from 'react';
import { CLAIMS } from '../../content/claims.ts';
import type { Batch } from '../../core/batches.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import t from '../../ui/type.module.css';
import type { Course, StepState } from './course.ts';
import styles from './payment-confirmation.module.css';

const BADGES: Record<StepState, ReactNode> = {
  rest: undefined,
  now: <Badge tone="careful">Now</Badge>,
  done: <Badge tone="good">Done</Badge>,
  failed: <Badge tone="bad">Stopped</Badge>,
};

export interface StepsProps {
  readonly course: Course;
  readonly batch: Batch | undefined;
}

/** The four steps from a payment to pictures in the dashboard. */
export function Steps({ course: { steps }, batch }: StepsProps) {
  const made = batch?.items.filter(({ state }) => state === 'done').length ?? 0;
  const ofAll = batch && batch.items.length > 0 ? `${String(made)} of ${String(batch.items.length)}` : undefined;
  const rows = [
    { title: 'Verify payment', words: `We read the transfer from the chain. That typically takes ${CLAIMS.verificationTime}.` },
    { title: 'AI processing', words: ofAll ? `Your photo becomes avatars on this device: ${ofAll}.` : 'Your photo becomes avatars, on this device.' },
    { title: 'Quality check & rendering', words: 'Each picture is looked at again: what doesn’t resemble you is made anew.' },
    { title: 'Delivery to dashboard', words: ofAll ? `${ofAll} are in your dashboard.` : 'Finished pictures go to your dashboard at once.' },
  ];
  return (
    <ol className={styles['steps']}>
      {rows.map(({ title, words }, index) => {
        const state = steps[index] ?? 'rest';
        return (
          <li key={title} className={cx(state === 'rest' && styles['rest'])} aria-current={state === 'now' ? 'step' : undefined}>
            <span className={styles['number']} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h2 className={t['heading']}>{title}</h2>
              <p className={t['quiet']}>{words}</p>
            </div>
            {BADGES[state]}
          </li>
        );
      })}
    </ol>
  );
}
