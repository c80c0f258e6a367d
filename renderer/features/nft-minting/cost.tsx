import { formatUnits } from '../../core/units.ts';
import { BLOCKCHAINS, type BlockchainId } from '../../content/minting.ts';
import type { MintQuote } from '../../ports/minting.ts';
import { ReceiptAmount } from '../../ui/receipt.tsx';

const DECIMALS = { solana: 9, polygon: 18 } as const;

export interface CostProps {
  readonly chain: BlockchainId;
  readonly count: number;
  readonly quote: MintQuote | undefined;
}

/** The costs line by line; before a wallet is connected, what is known without one. */
export function Cost({ chain, count, quote }: CostProps) {
  const { cost, unit } = BLOCKCHAINS.find(({ id }) => id === chain) ?? BLOCKCHAINS[0];
  if (!quote) return <ReceiptAmount label={count > 1 ? `Mint cost, each of ${String(count)}` : 'Mint cost'} amount={cost} unit={unit} look="total" />;
  const amount = (value: bigint): string => formatUnits(value, DECIMALS[chain]);
  return (
    <>
      <ReceiptAmount label={count > 1 ? `Mint cost, ${String(count)} avatars` : 'Mint cost'} amount={amount(quote.price)} unit={unit} />
      {quote.rent > 0n && <ReceiptAmount label="Account deposit" amount={amount(quote.rent)} unit={unit} />}
      <ReceiptAmount label="Network fee" amount={amount(quote.fee)} unit={unit} />
      <ReceiptAmount label="Storage" amount="0" unit={unit} look="quiet" />
      <ReceiptAmount label="Total" amount={amount(quote.total)} unit={unit} look="total" />
    </>
  );
}
