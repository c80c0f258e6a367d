import { createWebWallets } from '../chain/wallets/index.ts';
import type { AppConfig } from '../core/config.ts';
import { systemClock } from '../platform/clock.ts';
import { webLocks } from '../platform/locks.ts';
import type { Ports } from '../ports/index.ts';
import type { Chain } from '../ports/chain.ts';
import type { Engine } from '../ports/engine.ts';
import type { Requests } from '../ports/requests.ts';

/** One instance, made when first asked for; a failed start is tried again by the next who asks. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((failure: unknown) => {
      made = undefined;
      throw failure;
    });
    return made;
  };
}

/** The ports that are the same code on the web and on the desktop. */
export function shared(config: AppConfig, requests: Requests): Pick<Ports, 'config' | 'clock' | 'locks' | 'requests' | 'wallets' | 'engine' | 'chain'> {
  return {
    config,
    clock: systemClock,
    locks: webLocks(navigator.locks),
    requests,
    wallets: createWebWallets(config, requests),
    engine: once(async (): Promise<Engine> => (await import('../engine/client.ts')).createEngine()),
    chain: once(async (): Promise<Chain> => {
      const { createChain } = await import('../chain/solana/index.ts');
      return createChain({
        rpc: config.solanaRpc,
        network: config.network,
        requests,
        clock: systemClock,
        random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      });
    }),
  };
}
