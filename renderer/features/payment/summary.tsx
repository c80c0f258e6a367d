import { CLAIMS } from '../../content/claims.ts';
import { shortenAddress, SUMMARY_FEATURES_SHOWN } from '../../core/constants.ts';
import { formatSol } from '../../core/money.ts';
import type { Order } from '../../core/orders/order.ts';
import { canPay, orderSignature, orderStatusWord } from '../../core/orders/selectors.ts';
import { discountPercent, FEATURES, savingsSol, type Plan } from '../../core/plans.ts';
import type { Quote } from '../../state/payments/index.ts';
import { cx } from '../../ui/cx.ts';
import {
  Receipt,
  ReceiptAmount,
  ReceiptFact,
  ReceiptRule,
  ReceiptText,
} from '../../ui/receipt.tsx';
import styles from './summary.module.css';
import { TransactionLink } from './transaction-link.tsx';

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const tone = (order: Order): string | undefined =>
  order.state.kind === 'finalized'
    ? styles.good
    : order.state.kind === 'failed'
      ? styles.bad
      : styles.careful;

export interface SummaryProps {
  readonly plan: Plan;
  readonly order?: Order | undefined;
  /** The exact network fee, once the wallet that pays is known. */
  readonly quote?: Quote | undefined;
}

/** The order summary, as a receipt that is filled in while the payment goes on. */
export function Summary({ plan, order, quote }: SummaryProps) {
  const shown = plan.features.slice(0, SUMMARY_FEATURES_SHOWN);
  const more = plan.features.length - shown.length;
  const signature = order && orderSignature(order);
  const paid = order?.state.kind === 'finalized' ? order.state.proof : undefined;
  const fee = paid?.fee ?? quote?.fee;
  return (
    <Receipt
      label="Order summary"
      corner={
        order && (
          <>
            {order.id}
            <br />
            {DATE.format(order.createdAt)}
          </>
        )
      }
    >
      <ReceiptRule />
      <ReceiptText>
        <strong>{plan.name}</strong>
      </ReceiptText>
      <ReceiptText>{plan.avatars.toLocaleString('en')} AI avatars</ReceiptText>
      {shown.map((id) => (
        <ReceiptText key={id} quiet>
          {FEATURES[id].label}
          {!FEATURES[id].built && ' (Coming)'}
        </ReceiptText>
      ))}
      {more > 0 && (
        <ReceiptText quiet>
          +{more} more {more === 1 ? 'feature' : 'features'}
        </ReceiptText>
      )}
      <ReceiptRule />
      <ReceiptAmount label="Original" amount={formatSol(plan.originalPrice)} />
      <ReceiptAmount
        label={`Discount ${String(discountPercent(plan))}%`}
        amount={`−${savingsSol(plan)}`}
      />
      <ReceiptRule />
      <ReceiptAmount label="Total" amount={formatSol(plan.price)} look="total" />
      <ReceiptAmount label="network fee, about" amount={CLAIMS.transactionFeeSol} look="quiet" />
      {fee !== undefined && (
        <>
          <ReceiptAmount
            label={paid ? 'the fee that was paid' : 'measured just now'}
            amount={formatSol(fee)}
            look="quiet"
          />
          <ReceiptAmount
            label={paid ? 'Paid in all' : 'To pay in all'}
            amount={formatSol((paid?.lamports ?? plan.price) + fee)}
          />
        </>
      )}
      <ReceiptRule />
      {order && (
        <>
          <ReceiptFact name="Status">
            <span className={cx(tone(order))} role="status">
              {orderStatusWord(order)}
            </span>
          </ReceiptFact>
          <ReceiptFact name="Reference key">
            <span title={order.reference}>{shortenAddress(order.reference)}</span>
          </ReceiptFact>
          {signature !== undefined && (
            <ReceiptFact name="Transaction">
              <TransactionLink signature={signature} />
            </ReceiptFact>
          )}
        </>
      )}
      <p className={styles.foot}>
        {CLAIMS.guarantee}.{(!order || canPay(order)) && ' You have not been charged.'}
      </p>
    </Receipt>
  );
}
