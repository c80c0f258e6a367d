import { createWallets, type WalletWays } from '../chain/wallets/index.ts';
import type { AppConfig } from '../core/config.ts';
import { once } from '../core/once.ts';
import { systemClock } from '../platform/clock.ts';
import { webLocks } from '../platform/locks.ts';
import type { Ports } from '../ports/index.ts';
import type { Chain } from '../ports/chain.ts';
import type { Engine } from '../ports/engine.ts';
import type { Requests } from '../ports/requests.ts';

/** The ports that are the same code on the web and on the desktop, but for the ways to a wallet. */
export function shared(config: AppConfig, requests: Requests, ways: WalletWays): Pick<Ports, 'config' | 'clock' | 'locks' | 'requests' | 'wallets' | 'engine' | 'chain'> {
  return {
    config,
    clock: systemClock,
    locks: webLocks(navigator.locks),
    requests,
    wallets: createWallets({ config, requests, ...ways }),
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
