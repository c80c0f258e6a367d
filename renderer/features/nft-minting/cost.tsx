import type { BlockchainId } from '../../content/minting.ts';
import { i18n } from '../../i18n/index.ts';
import type { MintQuote } from '../../ports/minting.ts';
import { ReceiptAmount } from '../../ui/receipt.tsx';
import { blockchain, shownQuote, type ShownQuote } from './amounts.ts';

export interface CostProps {
  readonly chain: BlockchainId;
  readonly count: number;
  readonly quote: MintQuote | undefined;
  /** True while the chain is asked for the quote. */
  readonly asking: boolean;
}

/** Holds the lines' places, so that the button below doesn't move when the quote arrives. */
const pending = (price: string, deposit: boolean): ShownQuote => ({
  price,
  ...(deposit && { rent: '…' }),
  fee: '…',
  total: '…',
});

/** The costs line by line; before a wallet is connected, those known without one. */
export function Cost({ chain, count, quote, asking }: CostProps) {
  const { cost, coin: unit, feeIs, deposit } = blockchain(chain);
  const several = count > 1;
  if (!quote && !asking)
    return (
      <ReceiptAmount
        label={several ? i18n.t('Mint cost, each of {count}', { count }) : i18n.t('Mint cost')}
        amount={cost}
        unit={unit}
        variant="total"
      />
    );
  const { price, rent, fee, total } = quote
    ? shownQuote(chain, quote)
    : pending(several ? '…' : cost, deposit);
  return (
    <>
      <ReceiptAmount
        label={
          several
            ? i18n.t('Mint cost, {count, plural, one {# avatar} other {# avatars}}', { count })
            : i18n.t('Mint cost')
        }
        amount={price}
        unit={unit}
      />
      {rent !== undefined && (
        <ReceiptAmount label={i18n.t('Account deposit')} amount={rent} unit={unit} />
      )}
      <ReceiptAmount
        label={feeIs === 'at most' ? i18n.t('Network fee, at most') : i18n.t('Network fee')}
        amount={fee}
        unit={unit}
      />
      <ReceiptAmount label={i18n.t('Storage')} amount="0" unit={unit} variant="quiet" />
      <ReceiptAmount label={i18n.t('Total')} amount={total} unit={unit} variant="total" />
    </>
  );
}
