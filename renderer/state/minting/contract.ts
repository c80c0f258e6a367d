import type { Mint, MintChain, MintDetails } from '../../core/mints/mint.ts';
import type { Scope } from '../../core/scope.ts';
import type { RandomBytes } from '../../core/time-id.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Media } from '../../ports/media.ts';
import type { Minting, MintQuote } from '../../ports/minting.ts';
import type { Store } from '../../ports/store.ts';
import type { TaskProgress } from '../tasks/runner.ts';

export interface MinterDeps {
  readonly store: Store;
  readonly media: () => Promise<Media>;
  readonly chain: (chain: MintChain) => Promise<Minting>;
  /** The avatar's picture, an own one's or a sample's. */
  readonly picture: (avatarUid: string) => Promise<Blob | undefined>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly locks: Locks;
  /** Whether an avatar may be minted on this network: samples are for the sandbox. */
  readonly allows: (avatarUid: string) => boolean;
}

export interface MintRequest {
  readonly avatarUid: string;
  readonly avatarId: number;
  readonly chain: MintChain;
  readonly details: MintDetails;
}

/** What goes on inside a state, for who watches; not stored. */
export interface MintProgress extends TaskProgress {
  readonly publishing?: 'picture' | 'metadata';
  /** Estimated milliseconds until the transaction can no longer land. */
  readonly expiresIn?: number;
}

export interface MintWatch extends MintProgress {
  readonly mint: Mint;
}

/** The one face of minting. Everything that rejects does so with a LikenessError. */
export interface Minter {
  /**
   * What minting this would cost the connected wallet. Writes nothing.
   * @throws LikenessError 'connect-first' | 'mint-insufficient-funds' | 'network-wrong' | 'mint-failed'
   */
  quote(request: MintRequest, scope: Scope): Promise<MintQuote>;
  /**
   * The mints of these requests as one series, in order: each new, or the avatar's unfinished one
   * with the new details. Nothing is published or asked yet.
   * @throws LikenessError 'mint-samples' | 'mint-open-elsewhere'
   */
  start(requests: readonly MintRequest[], scope: Scope): Promise<readonly Mint[]>;
  /**
   * Asks the wallet, publishes, sends. Resolves once the wallet's word is stored; follow the rest
   * with `watch`. Calling it for an expired or failed mint is the user's word to sign again.
   * @throws LikenessError 'mint-pending' | 'mint-already' | 'mint-open-elsewhere', or the wallet's, the gateway's or the chain's
   */
  mint(id: string): Promise<Mint>;
  /** Lets go of a mint that can't land yet; one that can goes on. Gives what it came to. */
  stop(id: string): Promise<Mint>;
  /**
   * The user's word that what an earlier try left open was refused in the wallet: the avatar may be
   * minted on another chain. It is looked for all the same.
   */
  letGo(id: string): Promise<Mint>;
  /** What a wallet that answers by a link brought back, possibly after a reload. */
  acceptReturn(id: string, signed: Uint8Array): Promise<Mint>;
  /** Such a wallet's own word that it didn't sign. */
  returnDeclined(id: string): Promise<Mint>;
  /** Goes on with every open mint of the chain that can be read, and looks once for those that landed unseen. */
  resume(genesis: string): Promise<void>;
  /** Calls back at once and on every change. */
  watch(id: string, listener: (watch: MintWatch) => void): () => void;
  /** Ends all work of this page; storage keeps what is needed to go on. */
  close(): void;
}
