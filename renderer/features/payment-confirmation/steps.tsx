import type { ReactNode } from 'react';

import type { Batch } from '../../core/batches.ts';
import { i18n } from '../../i18n/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import t from '../../ui/type.module.css';
import { Unbroken } from '../../ui/unbroken.tsx';
import type { OrderProgress, StepState } from './order-progress.ts';
import styles from './payment-confirmation.module.css';
import { stepWords } from './step-words.ts';

const BADGES: Record<StepState, ReactNode> = {
  rest: undefined,
  now: <Badge tone="careful">{i18n.t('Now')}</Badge>,
  done: <Badge tone="good">{i18n.t('Done')}</Badge>,
  failed: <Badge tone="bad">{i18n.t('Stopped')}</Badge>,
};

export interface StepsProps {
  readonly orderProgress: OrderProgress;
  readonly batch: Batch | undefined;
}

/** The four steps from a payment to pictures in the dashboard. */
export function Steps({ orderProgress: { steps }, batch }: StepsProps) {
  const items = batch?.items ?? [];
  const made = items.filter(({ state }) => state === 'done').length;
  const pictures = items.length > 0 ? { made, all: items.length } : undefined;
  return (
    <ol className={styles.steps}>
      {stepWords(pictures).map(({ title, words }, index) => {
        const state = steps[index] ?? 'rest';
        return (
          <li
            key={title}
            className={cx(state === 'rest' && styles.rest)}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h2 className={t.heading}>{title}</h2>
              <p className={t.quiet}>
                <Unbroken text={words} />
              </p>
            </div>
            {BADGES[state]}
          </li>
        );
      })}
    </ol>
  );
}
