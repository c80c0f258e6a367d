import { useSetAtom } from 'jotai';

import { sentence } from '../../core/errors.ts';
import { formatDate, formatSol } from '../../core/format.ts';
import type { Order } from '../../core/orders/order.ts';
import { receiptName, writeReceipt } from '../../core/orders/receipt.ts';
import {
  canAskForRefund,
  orderSignature,
  orderStatusWord,
  refundOf,
} from '../../core/orders/selectors.ts';
import { PLANS } from '../../core/plans.ts';
import { i18n } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import { showToastAtom } from '../../state/toasts.ts';
import tone from '../../ui/badge.module.css';
import { cx } from '../../ui/cx.ts';
import { TextButton, TextLink } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { TransactionLink } from '../parts/transaction-link.tsx';
import { Invoice } from './invoice.tsx';
import styles from './purchases.module.css';
import { RefundRequest } from './refund-request.tsx';

/** Saves the receipt of a paid order, which restores the purchase on any device. */
export function SaveReceipt({ order }: { readonly order: Order }) {
  const { downloads } = usePorts();
  const showToast = useSetAtom(showToastAtom);
  const save = async (): Promise<void> => {
    const file = new Blob([writeReceipt(order)], { type: 'application/json' });
    const { place } = await downloads.save(receiptName(order), file);
    showToast(
      place === undefined
        ? i18n.t('Receipt saved.')
        : i18n.t('Receipt saved to {place}.', { place }),
      'good',
    );
  };
  return (
    <TextButton
      onClick={() =>
        void save().catch((failure: unknown) =>
          showToast(sentence(failure, 'download-failed'), 'bad'),
        )
      }
    >
      {i18n.t('Save receipt')}
    </TextButton>
  );
}

const toneClass = ({ state }: Order): string => {
  if (state.kind === 'finalized') return state.refund ? t.quiet : tone.good;
  return state.kind === 'failed' || state.kind === 'expired' ? tone.bad : tone.careful;
};

/** One order: what was bought, what became of it, and what can be done with it. */
export function Purchase({ order, now }: { readonly order: Order; readonly now: number }) {
  const proof = order.state.kind === 'finalized' ? order.state.proof : undefined;
  const refund = refundOf(order);
  const signature = orderSignature(order);
  return (
    <li className={styles.purchase}>
      <div>
        <p className={t.caption}>{PLANS[order.plan].name}</p>
        <p className={cx(t.small, t.quiet)}>
          {i18n.t('{credits, plural, one {# credit} other {# credits}}, {date}', {
            credits: order.credits,
            date: formatDate(order.createdAt, { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </p>
        <p className={cx(t.mono, t.small, t.quiet, styles.id)}>
          <span>{order.id}</span>
          {signature !== undefined && <TransactionLink signature={signature} />}
        </p>
      </div>
      <div className={styles.sum}>
        <p className={t.mono}>
          <bdi>{formatSol(proof?.lamports ?? order.price)} SOL</bdi>
        </p>
        <p className={cx(t.small, toneClass(order))}>{orderStatusWord(order)}</p>
        {refund && (
          <p className={cx(t.mono, t.small, t.quiet)}>
            <bdi>−{formatSol(refund.lamports)} SOL</bdi>{' '}
            <TransactionLink signature={refund.signature} />
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <TextLink to={`/payment-confirmation?order=${encodeURIComponent(order.id)}`}>
          {i18n.t('Details')}
        </TextLink>
        {proof && <SaveReceipt order={order} />}
        {proof && <Invoice order={order} proof={proof} />}
        {proof && canAskForRefund(order, now) && <RefundRequest order={order} proof={proof} />}
      </div>
    </li>
  );
}
