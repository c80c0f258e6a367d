import type { BlockchainId } from '../../content/minting.ts';
import type { MintQuote } from '../../ports/minting.ts';
import { ReceiptAmount } from '../../ui/receipt.tsx';
import { blockchain, shownQuote } from './amounts.ts';

export interface CostProps {
  readonly chain: BlockchainId;
  readonly count: number;
  readonly quote: MintQuote | undefined;
}

/** The costs line by line; before a wallet is connected, what is known without one. */
export function Cost({ chain, count, quote }: CostProps) {
  const { cost, coin: unit, feeIs } = blockchain(chain);
  if (!quote)
    return (
      <ReceiptAmount
        label={count > 1 ? `Mint cost, each of ${String(count)}` : 'Mint cost'}
        amount={cost}
        unit={unit}
        look="total"
      />
    );
  const { price, rent, fee, total } = shownQuote(chain, quote);
  return (
    <>
      <ReceiptAmount
        label={count > 1 ? `Mint cost, ${String(count)} avatars` : 'Mint cost'}
        amount={price}
        unit={unit}
      />
      {rent !== undefined && <ReceiptAmount label="Account deposit" amount={rent} unit={unit} />}
      <ReceiptAmount
        label={feeIs === 'at most' ? 'Network fee, at most' : 'Network fee'}
        amount={fee}
        unit={unit}
      />
      <ReceiptAmount label="Storage" amount="0" unit={unit} look="quiet" />
      <ReceiptAmount label="Total" amount={total} unit={unit} look="total" />
    </>
  );
}
