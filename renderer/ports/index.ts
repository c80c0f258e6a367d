import type { AppConfig } from '../core/config.ts';
import type { MintChain } from '../core/mints/mint.ts';
import type { Accounts } from './accounts.ts';
import type { Attention } from './attention.ts';
import type { Backups } from './backups.ts';
import type { BrowserWallet } from './browser-wallet.ts';
import type { Chain } from './chain.ts';
import type { Clock } from './clock.ts';
import type { Downloads } from './downloads.ts';
import type { Engine } from './engine.ts';
import type { Files } from './files.ts';
import type { Links } from './links.ts';
import type { Locks } from './locks.ts';
import type { Log } from './log.ts';
import type { Media } from './media.ts';
import type { Minting } from './minting.ts';
import type { Photos } from './photos.ts';
import type { Requests } from './requests.ts';
import type { ResourceMonitor } from './resource-monitor.ts';
import type { RpcChoice } from './rpc-choice.ts';
import type { StorageCheck } from './storage-check.ts';
import type { Store } from './store.ts';
import type { Updates } from './updates.ts';
import type { Wallets } from './wallets.ts';

/**
 * Everything the app asks of the outside. `app/web.tsx` and `app/desktop.tsx` each hand in one
 * set; the heavy ones are functions, so that their code loads when first needed.
 */
export interface Ports {
  readonly config: AppConfig;
  readonly clock: Clock;
  readonly locks: Locks;
  readonly log: Log;
  readonly requests: Requests;
  readonly resourceMonitor: ResourceMonitor;
  readonly store: Store;
  readonly storageCheck: StorageCheck;
  readonly accounts: Accounts;
  readonly backups: Backups;
  readonly photos: Photos;
  readonly downloads: Downloads;
  readonly files: Files;
  readonly links: Links;
  readonly attention: Attention;
  readonly wallets: Wallets;
  /** The desktop app's alone: what its wallet in the browser is asked. */
  readonly browserWallet?: BrowserWallet;
  /** The desktop app's alone: a web page is always the newest. */
  readonly updates?: Updates;
  readonly engine: () => Promise<Engine>;
  readonly chain: () => Promise<Chain>;
  readonly rpc: () => Promise<RpcChoice>;
  readonly media: () => Promise<Media>;
  /** The chains that can be minted on. */
  readonly minting: Readonly<Partial<Record<MintChain, () => Promise<Minting>>>>;
}
