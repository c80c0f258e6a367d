import { useEffect, useState, type ReactNode } from 'react';

import { CLAIMS, isSample } from '../../content/claims.ts';
import { shortenAddress, SUMMARY_FEATURES_SHOWN } from '../../core/constants.ts';
import { LikenessError, sentence } from '../../core/errors.ts';
import type { Lamports } from '../../core/money.ts';
import type { Order } from '../../core/orders/order.ts';
import { isPaid, orderSignature, orderStatusWord } from '../../core/orders/selectors.ts';
import { discountPercent, FEATURES, savingsSol, type Plan } from '../../core/plans.ts';
import { inDollars, priceAge } from '../../core/sol-price.ts';
import { formatDecimal, formatPercent, formatSol, formatTime, t } from '../../i18n/index.ts';
import { usePayments, type FoundTransfer, type OrderWatch } from '../../state/payments/index.ts';
import { usePorts } from '../../state/ports.ts';
import { useSolPrice } from '../../state/sol-price.ts';
import { useAction } from '../../state/use-async.ts';
import badge from '../../ui/badge.module.css';
import { Button, TextButton, TextLink } from '../../ui/button.tsx';
import { Field, Form } from '../../ui/field.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import {
  Receipt,
  ReceiptAmount,
  ReceiptFact,
  ReceiptRule,
  ReceiptText,
} from '../../ui/receipt.tsx';
import { SampleMark } from '../../ui/sample-mark.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { TransactionLink } from '../parts/transaction-link.tsx';
import styles from './payment.module.css';

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
  readonly quote?: Lamports | undefined;
  /** The pictures that the payment starts with. */
  readonly pictures?: ReactNode;
}

/** The order summary, as a receipt that is filled in while the payment goes on. */
export function Summary({ plan, order, quote, pictures }: SummaryProps) {
  const shown = plan.features.slice(0, SUMMARY_FEATURES_SHOWN);
  const more = plan.features.length - shown.length;
  const signature = order && orderSignature(order);
  const paid = order?.state.kind === 'finalized' ? order.state.proof : undefined;
  const fee = paid?.fee ?? quote;
  const worth = useSolPrice();
  const { clock } = usePorts();
  const { price, credits } = order ?? { price: plan.price, credits: plan.avatars };
  return (
    <Receipt
      label={t('Order summary')}
      corner={
        order && (
          <>
            {order.id}
            <br />
            {formatTime(order.createdAt)}
          </>
        )
      }
    >
      <ReceiptRule />
      <ReceiptText>
        <strong>{plan.name}</strong>
      </ReceiptText>
      <ReceiptText>
        {t('{count, plural, one {# AI avatar} other {# AI avatars}}', { count: credits })}
      </ReceiptText>
      {pictures}
      <ReceiptRule />
      {/* An order from before a change of prices keeps its own, which has no known original. */}
      {price === plan.price && (
        <>
          <ReceiptAmount label={t('Original')} amount={formatSol(plan.originalPrice)} />
          <ReceiptAmount
            label={t('Discount {percent}', {
              percent: formatPercent(discountPercent(plan) / 100),
            })}
            amount={`−${formatDecimal(savingsSol(plan))}`}
          />
          {isSample('prices') && <SampleMark />}
          <ReceiptRule />
        </>
      )}
      <ReceiptAmount label={t('Total')} amount={formatSol(price)} variant="total" />
      {/* Not once it is paid: today's price of SOL says nothing about an earlier payment. */}
      {worth && !paid && (
        <ReceiptText quiet>
          {t('about {dollars}, at the price of SOL {age}', {
            dollars: inDollars(price, worth.price),
            age: priceAge(worth.price, worth.now),
          })}
        </ReceiptText>
      )}
      {/* The exact fee replaces the claimed one, which doesn't come back after a reload. */}
      {fee === undefined && signature === undefined && (
        <ReceiptAmount
          label={t('Network fee, about')}
          amount={formatDecimal(CLAIMS.transactionFeeSol)}
          variant="quiet"
        />
      )}
      {fee !== undefined && (
        <>
          <ReceiptAmount label={t('Network fee')} amount={formatSol(fee)} variant="quiet" />
          <ReceiptAmount
            label={paid ? t('Total paid') : t('Total to pay')}
            amount={formatSol((paid?.lamports ?? price) + fee)}
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
          {t('+{count, plural, one {# more feature} other {# more features}}', {
            count: more,
          })}
        </ReceiptText>
      )}
      <ReceiptRule />
      {order && (
        <>
          <ReceiptFact name={t('Status')}>
            <span className={cx(tone(order))} role="status">
              {orderStatusWord(order, clock.now())}
            </span>
          </ReceiptFact>
          <ReceiptFact name={t('Payment reference')}>
            <span title={order.reference}>{shortenAddress(order.reference)}</span>
          </ReceiptFact>
          {signature !== undefined && (
            <ReceiptFact name={t('Transaction')}>
              <TransactionLink signature={signature} />
            </ReceiptFact>
          )}
        </>
      )}
      <p className={cx(ui.note, styles.foot)}>{CLAIMS.guarantee}</p>
      {isSample('promises') && <SampleMark />}
    </Receipt>
  );
}

/** The lamports paid above the price, unless they make up the order's manual amount. */
function surplus({ state, price, manualAmount }: Order): bigint {
  if (state.kind !== 'finalized' || state.proof.lamports === manualAmount) return 0n;
  return state.proof.lamports - price;
}

/** What is said of a transfer that isn't the payment; undefined once that no longer matters. */
function foundWords(
  { kind, lamports }: FoundTransfer,
  { state, price }: Order,
): { readonly title: string; readonly text: string } | undefined {
  const amount = formatSol(lamports);
  if (kind === 'twice')
    return {
      title: t('A second transfer of {amount} SOL arrived for this order', { amount }),
      text: t('Your order is paid by the first transfer. Contact us and we’ll refund the second.'),
    };
  if (state.kind === 'finalized') return undefined;
  return kind === 'less'
    ? {
        title: t('We found {amount} SOL for this order: {missing} SOL less than it costs', {
          amount,
          missing: formatSol(price - lamports),
        }),
        text: t(
          'That isn’t enough for this order, but your SOL isn’t lost. Send the full amount in one transfer, and contact us to have the smaller transfer refunded.',
        ),
      }
    : {
        title: t('We found {amount} SOL for this order, sent long after its price expired', {
          amount,
        }),
        text: t(
          'This transfer doesn’t count for this order, but your SOL isn’t lost. Contact us for a refund.',
        ),
      };
}

/**
 * What the chain holds for this order besides or instead of its payment, and what becomes of it.
 */
export function Findings({
  order,
  found,
}: {
  readonly order: Order;
  readonly found?: FoundTransfer | undefined;
}) {
  const more = surplus(order);
  const words = found && foundWords(found, order);
  const support = <TextLink to="/contact">{t('Contact Support')}</TextLink>;
  return (
    <>
      {more > 0n && (
        <Notice
          tone="careful"
          title={t('You sent {amount} SOL more than the price', { amount: formatSol(more) })}
          actions={support}
        >
          {t('The order is paid. Write to us with the receipt if you want the difference back.')}
        </Notice>
      )}
      {words && (
        <Notice tone="careful" title={words.title} actions={support}>
          {words.text} <TransactionLink signature={found.signature} />
        </Notice>
      )}
    </>
  );
}

/** What the chain holds instead of a payment, with the amount if it is known. */
function whatWasFound(thrown: unknown, order: Order): string {
  const words = sentence(thrown, 'payment-not-found');
  const found = thrown instanceof LikenessError ? thrown.context['found'] : undefined;
  if (typeof found !== 'string') return words;
  const amounts = t('We received {amount} SOL. The plan costs {price} SOL.', {
    amount: found,
    price: formatSol(order.price),
  });
  return `${words} ${amounts}`;
}

/** Shown when a transfer of the amount is no longer searched for. */
export const PASTE_SIGNATURE = t(
  'We looked for this amount for 7 days. If you sent it, your SOL isn’t lost: paste the transaction’s signature below.',
);

/** Lets the user name a transfer whose amount was changed on the way, or that isn't found. */
export function NameTransfer({ watch: { order, refused } }: { readonly watch: OrderWatch }) {
  const payments = usePayments();
  const [signature, setSignature] = useState('');
  const naming = useAction((thrown) => whatWasFound(thrown, order));
  const withdrawing = useAction('payment-failed-retry');
  const onItsWay =
    order.state.kind === 'manual' &&
    order.state.signature !== undefined &&
    !refused &&
    naming.problem === undefined &&
    !naming.busy;
  const problem =
    naming.problem ?? (refused && !naming.busy ? whatWasFound(refused, order) : undefined);
  return (
    <Form
      className={cx(ui.stack4, styles.name)}
      onSubmit={() => naming.run(() => payments.claimManual(order.id, signature.trim()))}
    >
      <Field
        label={t('Sent a different amount?')}
        hint={
          <span role="status">
            {onItsWay
              ? t(
                  'The network has this transaction. It is checked as soon as it is final; that takes less than a minute.',
                )
              : isPaid(order) && orderSignature(order) === signature.trim()
                ? t('Confirmed: the chain shows this payment, for this order.')
                : t('Paste the transaction’s signature from your wallet’s or exchange’s history.')}
          </span>
        }
        error={problem}
        value={signature}
        onChange={(event) => setSignature(event.target.value)}
        spellCheck={false}
        autoComplete="off"
        required
      />
      <div className={ui.wrap3}>
        <Button type="submit" busy={naming.busy}>
          {naming.busy ? t('Looking…') : t('Check this transaction')}
        </Button>
        {order.state.kind === 'manual' && (
          <TextButton onClick={() => withdrawing.run(() => payments.withdrawManual(order.id))}>
            {t('I haven’t sent anything')}
          </TextButton>
        )}
      </div>
      {withdrawing.problem !== undefined && <ErrorNote what={withdrawing.problem} />}
    </Form>
  );
}

/** The whole seconds left, counted down here between the chain's answers. */
function useSecondsLeft(milliseconds: number): number {
  const [left, setLeft] = useState(milliseconds);
  const [given, setGiven] = useState(milliseconds);
  if (given !== milliseconds) {
    setGiven(milliseconds);
    setLeft(milliseconds);
  }
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1_000)), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.ceil(left / 1_000);
}

/**
 * How long a payment that hasn't been seen can still go through. Screen readers read it on demand
 * only, because it changes every second.
 */
export function TimeLeft({ milliseconds }: { readonly milliseconds: number }) {
  const seconds = useSecondsLeft(milliseconds);
  return (
    <p className={ui.quiet} role="timer">
      {seconds > 0
        ? t(
            'Waiting for the network. We’ll keep trying for {seconds} s. If it isn’t accepted by then, you won’t be charged and can pay again.',
            { seconds },
          )
        : t('Payment expired. Making sure it can’t go through…')}
    </p>
  );
}
