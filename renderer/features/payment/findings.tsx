import { formatSol } from '../../core/format.ts';
import type { Order } from '../../core/orders/order.ts';
import { i18n } from '../../i18n/index.ts';
import type { FoundTransfer } from '../../state/payments/index.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TransactionLink } from '../parts/transaction-link.tsx';

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
      title: i18n.t('A second transfer of {amount} SOL arrived for this order', { amount }),
      text: i18n.t(
        'Your order is paid by the first transfer. Contact us and we’ll refund the second.',
      ),
    };
  if (state.kind === 'finalized') return undefined;
  return kind === 'less'
    ? {
        title: i18n.t('We found {amount} SOL for this order: {missing} SOL less than it costs', {
          amount,
          missing: formatSol(price - lamports),
        }),
        text: i18n.t(
          'That isn’t enough for this order, but your SOL isn’t lost. Send the full amount in one transfer, and contact us for a refund of this one.',
        ),
      }
    : {
        title: i18n.t('We found {amount} SOL for this order, sent long after its price had ended', {
          amount,
        }),
        text: i18n.t(
          'It doesn’t count for this order, but your SOL isn’t lost. Contact us for a refund.',
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
  const support = <TextLink to="/contact">{i18n.t('Contact Support')}</TextLink>;
  return (
    <>
      {more > 0n && (
        <Notice
          tone="careful"
          title={i18n.t('You sent {amount} SOL more than the price', { amount: formatSol(more) })}
          actions={support}
        >
          {i18n.t(
            'The order is paid. Write to us with the receipt if you want the difference back.',
          )}
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
