import type { AppConfig } from '../core/config.ts';
import type { MintChain } from '../core/mints/mint.ts';
import type { SolPrice } from '../core/sol-price.ts';
import type { Subscribable } from '../core/subscribable.ts';
import type { Accounts } from './accounts.ts';
import type { Attention } from './attention.ts';
import type { Backups } from './backups.ts';
import type { BrowserWallet } from './browser-wallet.ts';
import type { Chain } from './chain.ts';
import type { Clock } from './clock.ts';
import type { Downloads } from './downloads.ts';
import type { Engine } from './engine.ts';
import type { Engines } from './engines.ts';
import type { Files } from './files.ts';
import type { Links } from './links.ts';
import type { Locks } from './locks.ts';
import type { Log } from './log.ts';
import type { Media } from './media.ts';
import type { Minting } from './minting.ts';
import type { Offline } from './offline.ts';
import type { Photos } from './photos.ts';
import type { PictureFolder } from './picture-folder.ts';
import type { Requests } from './requests.ts';
import type { ResourceMonitor } from './resource-monitor.ts';
import type { RpcChoice } from './rpc-choice.ts';
import type { StorageCheck } from './storage-check.ts';
import type { StorageNotice, Store } from './store.ts';
import type { Updates } from './updates.ts';
import type { Wallets } from './wallets.ts';

/**
 * Everything the app needs from outside. `app/web.tsx` and `app/desktop.tsx` each provide one set.
 * The large ones are functions, so that their code loads on first use.
 */
export interface Ports {
  readonly config: AppConfig;
  readonly clock: Clock;
  readonly locks: Locks;
  readonly log: Log;
  readonly requests: Requests;
  readonly resourceMonitor: ResourceMonitor;
  readonly store: Store;
  readonly storageNotice: Subscribable<StorageNotice | undefined>;
  readonly storageCheck: StorageCheck;
  readonly accounts: Accounts;
  readonly backups: Backups;
  readonly photos: Photos;
  readonly downloads: Downloads;
  readonly files: Files;
  /** On the desktop, and where the browser lets a page write into a folder that the user chose. */
  readonly pictureFolder?: () => Promise<PictureFolder>;
  readonly links: Links;
  readonly attention: Attention;
  readonly wallets: Wallets;
  /** Desktop only: the requests to a wallet in the user's browser. */
  readonly browserWallet?: BrowserWallet;
  /** Web only: the desktop app's files are on the disk already. */
  readonly offline?: Offline;
  /** Desktop only: a web page is always the latest version. */
  readonly updates?: Updates;
  readonly engine: () => Promise<Engine>;
  /**
   * On the desktop, and by the local server; rejects while that doesn't relay. A hosted page has none,
   * and says that the desktop app can.
   */
  readonly engines?: () => Promise<Engines>;
  readonly chain: () => Promise<Chain>;
  /** As `Chain.genesis`, without loading the rest of the chain's code. */
  readonly genesis: Chain['genesis'];
  readonly rpc: () => Promise<RpcChoice>;
  /**
   * Reads the price of SOL from the chain; undefined if it holds none to trust. Only where SOL is
   * worth something, which is on mainnet. Rejects with LikenessError 'network-*'.
   */
  readonly solPrice?: (signal?: AbortSignal) => Promise<SolPrice | undefined>;
  readonly media: () => Promise<Media>;
  /** The chains that the user can mint on. */
  readonly minting: Readonly<Partial<Record<MintChain, () => Promise<Minting>>>>;
}
