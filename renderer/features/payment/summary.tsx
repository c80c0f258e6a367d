import type { ReactNode } from 'react';

import { CLAIMS, isSample } from '../../content/claims.ts';
import { shortenAddress, SUMMARY_FEATURES_SHOWN } from '../../core/constants.ts';
import { formatDate, formatDecimal, formatPercent, formatSol } from '../../core/format.ts';
import type { Order } from '../../core/orders/order.ts';
import { orderSignature, orderStatusWord } from '../../core/orders/selectors.ts';
import { discountPercent, FEATURES, savingsSol, type Plan } from '../../core/plans.ts';
import { inDollars, priceAge } from '../../core/sol-price.ts';
import { i18n } from '../../i18n/index.ts';
import type { Quote } from '../../state/payments/index.ts';
import { useSolPrice } from '../../state/sol-price.ts';
import badge from '../../ui/badge.module.css';
import { cx } from '../../ui/cx.ts';
import {
  Receipt,
  ReceiptAmount,
  ReceiptFact,
  ReceiptRule,
  ReceiptText,
} from '../../ui/receipt.tsx';
import { SampleMark } from '../../ui/sample-mark.tsx';
import { TransactionLink } from '../parts/transaction-link.tsx';
import styles from './summary.module.css';

const tone = (order: Order): string | undefined =>
  order.state.kind === 'finalized'
    ? badge.good
    : order.state.kind === 'failed'
      ? badge.bad
      : badge.careful;

export interface SummaryProps {
  readonly plan: Plan;
  readonly order?: Order | undefined;
  /** The exact network fee, once the paying wallet is known. */
  readonly quote?: Quote | undefined;
  /** The pictures that the payment starts with. */
  readonly pictures?: ReactNode;
}

/** The order summary, as a receipt that is filled in while the payment goes on. */
export function Summary({ plan, order, quote, pictures }: SummaryProps) {
  const shown = plan.features.slice(0, SUMMARY_FEATURES_SHOWN);
  const more = plan.features.length - shown.length;
  const signature = order && orderSignature(order);
  const paid = order?.state.kind === 'finalized' ? order.state.proof : undefined;
  const fee = paid?.fee ?? quote?.fee;
  const worth = useSolPrice();
  return (
    <Receipt
      label={i18n.t('Order summary')}
      corner={
        order && (
          <>
            {order.id}
            <br />
            {formatDate(order.createdAt, { dateStyle: 'medium', timeStyle: 'short' })}
          </>
        )
      }
    >
      <ReceiptRule />
      <ReceiptText>
        <strong>{plan.name}</strong>
      </ReceiptText>
      <ReceiptText>
        {i18n.t('{count, plural, one {# AI avatar} other {# AI avatars}}', { count: plan.avatars })}
      </ReceiptText>
      {pictures}
      <ReceiptRule />
      <ReceiptAmount label={i18n.t('Original')} amount={formatSol(plan.originalPrice)} />
      <ReceiptAmount
        label={i18n.t('Discount {percent}', {
          percent: formatPercent(discountPercent(plan) / 100),
        })}
        amount={`−${formatDecimal(savingsSol(plan))}`}
      />
      {isSample('prices') && <SampleMark />}
      <ReceiptRule />
      <ReceiptAmount label={i18n.t('Total')} amount={formatSol(plan.price)} variant="total" />
      {/* Not once it is paid: today's price of SOL says nothing about an earlier payment. */}
      {worth && !paid && (
        <ReceiptText quiet>
          {i18n.t('about {dollars}, by the price of SOL {age}', {
            dollars: inDollars(plan.price, worth.price),
            age: priceAge(worth.price, worth.now),
          })}
        </ReceiptText>
      )}
      {/* The measured fee replaces the claimed one, which doesn't come back after a reload. */}
      {fee === undefined && signature === undefined && (
        <ReceiptAmount
          label={i18n.t('network fee, about')}
          amount={formatDecimal(CLAIMS.transactionFeeSol)}
          variant="quiet"
        />
      )}
      {fee !== undefined && (
        <>
          <ReceiptAmount
            label={paid ? i18n.t('network fee') : i18n.t('network fee, measured')}
            amount={formatSol(fee)}
            variant="quiet"
          />
          <ReceiptAmount
            label={paid ? i18n.t('Total paid') : i18n.t('Total to pay')}
            amount={formatSol((paid?.lamports ?? plan.price) + fee)}
          />
        </>
      )}
      <ReceiptRule />
      {/* Below the amounts: with the pictures, they would push the total out of the first window. */}
      {shown.map((id) => (
        <ReceiptText key={id} quiet>
          {FEATURES[id]}
        </ReceiptText>
      ))}
      {more > 0 && (
        <ReceiptText quiet>
          {i18n.t('+{count, plural, one {# more feature} other {# more features}}', {
            count: more,
          })}
        </ReceiptText>
      )}
      <ReceiptRule />
      {order && (
        <>
          <ReceiptFact name={i18n.t('Status')}>
            <span className={cx(tone(order))} role="status">
              {orderStatusWord(order)}
            </span>
          </ReceiptFact>
          <ReceiptFact name={i18n.t('Payment reference')}>
            <span title={order.reference}>{shortenAddress(order.reference)}</span>
          </ReceiptFact>
          {signature !== undefined && (
            <ReceiptFact name={i18n.t('Transaction')}>
              <TransactionLink signature={signature} />
            </ReceiptFact>
          )}
        </>
      )}
      <p className={styles.foot}>{CLAIMS.guarantee}</p>
    </Receipt>
  );
}
