import { createWallets, type WalletOptions } from '../chain/wallets/index.ts';
import type { AppConfig } from '../core/config.ts';
import { once } from '../core/once.ts';
import { createState } from '../core/subscribable.ts';
import { systemClock } from '../platform/clock.ts';
import { noteDisorder, webLocks } from '../platform/locks.ts';
import { createResourceMonitor } from '../platform/resource-monitor.ts';
import type { RpcChoiceDeps } from '../platform/rpc-choice.ts';
import type { Ports } from '../ports/index.ts';
import type { Requests } from '../ports/requests.ts';
import type { StorageNotice } from '../ports/store.ts';
import { leaveFreely } from '../state/busy.ts';
import { createAccounts, createBackups, createKeyStore, createStore } from '../storage/index.ts';

/** How the choice of an RPC is stored, and the part of it that is in force. */
type RpcOptionsOf = Pick<RpcChoiceDeps, 'offered' | 'chosen' | 'keep' | 'askElsewhere'>;

/**
 * The ports that are the same on the web and on the desktop, apart from how wallets are reached.
 */
export function sharedPorts(
  config: AppConfig,
  requests: Requests,
  options: WalletOptions,
  rpc: RpcOptionsOf,
) {
  const resourceMonitor = createResourceMonitor();
  const wallets = createWallets({ config, requests, ...options });
  const solana = {
    rpc: config.solanaRpc,
    network: config.network,
    requests,
    clock: systemClock,
    random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  };
  const questions = {
    addresses: config.solanaRpc,
    requests,
    clock: systemClock,
    chance: Math.random,
  };
  const genesis = once(async () =>
    (await import('../chain/genesis.ts')).createGenesis(questions, config.network),
  );
  const { polygonContract: contract } = config;
  const solPrice = once(async () =>
    (await import('../chain/sol-price.ts')).createSolPrice(questions),
  );
  const keyStore = createKeyStore();
  const storageNotice = createState<StorageNotice | undefined>(undefined);
  return {
    config,
    store: createStore({
      keyStore,
      onSuperseded: () => storageNotice.set('superseded'),
      onErased: () => {
        leaveFreely();
        location.replace('/');
      },
      onBlocked: () => storageNotice.set('blocked'),
      onReady: () => storageNotice.set(undefined),
    }),
    storageNotice,
    accounts: createAccounts({ keyStore }),
    backups: createBackups({ keyStore, treasury: config.treasury }),
    clock: systemClock,
    locks: webLocks(navigator.locks, config.network === 'mainnet' ? noteDisorder : undefined),
    requests,
    resourceMonitor,
    wallets,
    rpc: once(async () => {
      const { createRpcChoice } = await import('../platform/rpc-choice.ts');
      return createRpcChoice({ ...rpc, network: config.network, requests, clock: systemClock });
    }),
    engine: once(async () =>
      (await import('../engine/client.ts')).createEngine((addresses) =>
        resourceMonitor.addFromWorker(addresses),
      ),
    ),
    chain: once(async () => (await import('../chain/solana/index.ts')).createChain(solana)),
    genesis: async (signal) => (await genesis())(signal),
    ...(config.network === 'mainnet' && {
      solPrice: async (signal) => (await solPrice())(signal),
    }),
    media: once(async () =>
      (await import('../chain/media/index.ts')).createMedia({
        gateway: config.media,
        requests,
        clock: systemClock,
      }),
    ),
    minting: {
      solana: once(async () => {
        const { createSolanaMinting } = await import('../chain/solana/nft/index.ts');
        return createSolanaMinting({
          ...solana,
          wallets,
          treasury: config.treasury,
          read: config.media.read,
        });
      }),
      ...(contract !== undefined && {
        polygon: once(async () => {
          const { createPolygonMinting } = await import('../chain/polygon/index.ts');
          return createPolygonMinting({
            ...solana,
            rpc: config.polygonRpc,
            contract,
            wallets,
            read: config.media.read,
          });
        }),
      }),
    },
  } satisfies Partial<Ports>;
}
