import type { ReactNode } from 'react';

import styles from './receipt.module.css';
import { cx } from './shared.ts';
import { Wordmark } from './wordmark.tsx';

export interface ReceiptProps {
  readonly label: string;
  /** In place of the product's wordmark. */
  readonly mark?: ReactNode;
  /** Right of the wordmark: order number and date. */
  readonly corner: ReactNode;
  readonly children: ReactNode;
}

/** Order summary and confirmation as a torn-off receipt. Amounts are `ReceiptAmount` lines. */
export const Receipt = ({ label, mark, corner, children }: ReceiptProps) => (
  <section className={styles.shadow} aria-label={label}>
    <div className={styles.receipt}>
      <div className={styles.head}>
        {mark ?? <Wordmark />}
        <div className={styles.corner}>{corner}</div>
      </div>
      {children}
    </div>
  </section>
);

export const ReceiptRule = () => <hr className={styles.rule} />;

/** Free text between the rules. */
export const ReceiptText = ({
  quiet = false,
  children,
}: {
  readonly quiet?: boolean;
  readonly children: ReactNode;
}) => <div className={cx(quiet && styles.quiet)}>{children}</div>;

export interface ReceiptAmountProps {
  readonly label: ReactNode;
  /** Decimal text in the page's language, e.g. '3.500004217' or '−3,7'; never a float. */
  readonly amount: string;
  readonly unit?: string;
  readonly variant?: 'plain' | 'total' | 'quiet';
}

/** One amount with its unit, in one piece: so it reads, selects and copies. */
export function ReceiptAmount({
  label,
  amount,
  unit = 'SOL',
  variant = 'plain',
}: ReceiptAmountProps) {
  return (
    <div
      className={cx(
        styles.amount,
        variant === 'total' && styles.total,
        variant === 'quiet' && styles.quiet,
      )}
    >
      <span>{label}</span>
      <bdi dir="ltr">{`${amount}\u00a0${unit}`}</bdi>
    </div>
  );
}

/** A name and its value, e.g. 'Status' and 'awaiting payment'. */
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
