import type { ReactNode } from 'react';

import { cx } from './cx.ts';
import styles from './receipt.module.css';
import { Wordmark } from './wordmark.tsx';

export interface ReceiptProps {
  readonly label: string;
  /** Right of the wordmark: order number and date. */
  readonly corner?: ReactNode;
  readonly children: ReactNode;
}

/** Order summary and confirmation, torn off at the foot. Amounts stand in `ReceiptAmount` lines. */
export const Receipt = ({ label, corner, children }: ReceiptProps) => (
  <section className={styles.shadow} aria-label={label}>
    <div className={styles.receipt}>
      <div className={styles.head}>
        <Wordmark />
        <div className={styles.corner}>{corner}</div>
      </div>
      {children}
    </div>
  </section>
);

export const ReceiptRule = () => <hr className={styles.rule} />;

/** Free lines between the rules. */
export const ReceiptText = ({
  quiet = false,
  children,
}: {
  readonly quiet?: boolean;
  readonly children: ReactNode;
}) => <div className={cx(quiet && styles.quiet)}>{children}</div>;

export interface ReceiptAmountProps {
  readonly label: ReactNode;
  /** Decimal text, e.g. '3.500004217' or '−3.7'; never a float. */
  readonly amount: string;
  readonly unit?: string;
  readonly look?: 'plain' | 'total' | 'quiet';
}

/** One amount; integer and fraction in columns of their own, so that the points stand in a line. */
export function ReceiptAmount({ label, amount, unit = 'SOL', look = 'plain' }: ReceiptAmountProps) {
  const [whole = '', fraction] = amount.split('.');
  return (
    <div
      className={cx(
        styles.amount,
        look === 'total' && styles.total,
        look === 'quiet' && styles.quiet,
      )}
    >
      <span>{label}</span>
      {/* Columns show it, one string says it: read aloud or copied it stays one number. */}
      <span className={styles.whole}>{whole}</span>
      <span>{fraction === undefined ? '' : `.${fraction}`}</span>
      <span className={styles.unit}>{unit}</span>
    </div>
  );
}

/** Name and value, e.g. 'Status' and 'awaiting payment'. */
export const ReceiptFact = ({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}) => (
  <div className={styles.fact}>
    <span className={styles.quiet}>{name}</span>
    <span className={styles.value}>{children}</span>
  </div>
);
