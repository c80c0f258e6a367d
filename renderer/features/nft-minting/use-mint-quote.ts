import { useEffect, useState } from 'react';

import { errorCode, sentence } from '../../core/errors.ts';
import type { MintQuote } from '../../ports/minting.ts';
import { useMinter, type MintRequest } from '../../state/minting/index.ts';
import { usePorts, useWallet } from '../../state/ports.ts';
import { useScope } from '../../state/scope.ts';

interface Answer {
  readonly key: string;
  readonly quote?: MintQuote;
  readonly obstacle?: string;
}

/** Waits this long, so that the chain isn't asked at every letter of a name. */
const PAUSE_MS = 350;
const utf8 = new TextEncoder();
const sizeOf = ({ details }: MintRequest): number => utf8.encode(details.name).length;
const WORTH_SAYING: ReadonlySet<string> = new Set([
  'mint-insufficient-funds',
  'network-wrong',
  'network-unreachable',
  'polygon-insufficient-funds',
  'polygon-unreachable',
  'mint-paused',
  'mint-contract-missing',
]);

/**
 * What the connected wallet would pay for these mints together. It asks once per length of a name,
 * since nothing else in them changes the amounts.
 */
export function useMintQuote(requests: readonly MintRequest[]): {
  readonly quote?: MintQuote;
  readonly obstacle?: string;
  /** True while the chain is asked. */
  readonly asking: boolean;
} {
  const minter = useMinter();
  const scope = useScope();
  const { clock } = usePorts();
  const { solana, evm } = useWallet();
  const [answer, setAnswer] = useState<Answer>();
  const [first] = requests;
  const owner = first?.chain === 'polygon' ? evm?.address : solana?.address;
  const sizes = requests.map(sizeOf);
  const key =
    first && scope && owner !== undefined
      ? [scope.genesis, first.chain, owner, ...sizes].join(' ')
      : undefined;

  useEffect(() => {
    if (key === undefined || !scope) return;
    const leave = new AbortController();
    const ask = async (): Promise<MintQuote> => {
      await clock.wait(PAUSE_MS, leave.signal);
      const different = [
        ...new Map(requests.map((request) => [sizeOf(request), request])).entries(),
      ];
      const quotes = new Map(
        await Promise.all(
          different.map(
            async ([size, request]) => [size, await minter.quote(request, scope)] as const,
          ),
        ),
      );
      return requests
        .map((request) => quotes.get(sizeOf(request)))
        .reduce<MintQuote>(
          (sum, one) => ({
            price: sum.price + (one?.price ?? 0n),
            rent: sum.rent + (one?.rent ?? 0n),
            fee: sum.fee + (one?.fee ?? 0n),
            total: sum.total + (one?.total ?? 0n),
          }),
          { price: 0n, rent: 0n, fee: 0n, total: 0n },
        );
    };
    ask().then(
      (quote) => {
        if (!leave.signal.aborted) setAnswer({ key, quote });
      },
      (thrown: unknown) => {
        if (!leave.signal.aborted)
          setAnswer({
            key,
            ...(WORTH_SAYING.has(errorCode(thrown)) && { obstacle: sentence(thrown) }),
          });
      },
    );
    return () => leave.abort();
    // The key holds all parts of the requests that the amounts depend on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [minter, key]);

  if (answer?.key !== key || answer === undefined) return { asking: key !== undefined };
  return {
    asking: false,
    ...(answer.quote && { quote: answer.quote }),
    ...(answer.obstacle !== undefined && { obstacle: answer.obstacle }),
  };
}
