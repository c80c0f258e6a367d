import type { Mint, MintChain, MintDetails, MintMotion } from '../../core/mints/mint.ts';
import type { Scope } from '../../core/scope.ts';
import type { RandomBytes } from '../../core/time-id.ts';
import type { Ports } from '../../ports/index.ts';
import type { Minting, MintQuote } from '../../ports/minting.ts';
import type { Write } from '../../ports/store.ts';
import type { TaskProgress } from '../tasks/task.ts';

/** Makes and charges the loops of animated NFTs. */
export interface Loops {
  /**
   * Renders an avatar's loop as a silent video of 480 pixels or more and at most `room` bytes.
   * @throws LikenessError 'credits-too-few' | 'mint-photo-gone' | 'mint-no-video' |
   *   'mint-loop-too-large' | engine-*
   */
  make(
    avatarUid: string,
    living: MintMotion,
    room: number,
    options: { readonly signal?: AbortSignal; readonly onProgress: (done: number) => void },
  ): Promise<Blob>;
  /**
   * Calls `write` with the rows that charge a loop (none if it was charged already), while it holds
   * the lock on the profile's credits.
   * @throws LikenessError 'credits-too-few'
   */
  counting<T>(id: string, scope: Scope, write: (rows: readonly Write[]) => Promise<T>): Promise<T>;
}

export interface MinterDeps extends Pick<Ports, 'store' | 'media' | 'clock' | 'locks'> {
  readonly chain: (chain: MintChain) => Promise<Minting>;
  /** The picture of an avatar, the user's own or a sample. */
  readonly picture: (avatarUid: string) => Promise<Blob | undefined>;
  readonly loops: Loops;
  readonly random: RandomBytes;
  /** Whether an avatar may be minted on this network: samples are for the sandbox. */
  readonly allows: (avatarUid: string) => boolean;
}

export interface MintRequest {
  readonly avatarUid: string;
  readonly avatarId: number;
  readonly chain: MintChain;
  readonly details: MintDetails;
}

/** Progress within a state, for watchers. It isn't stored. */
export interface MintProgress extends TaskProgress {
  readonly publishing?: 'picture' | 'animation' | 'metadata';
  /** Progress of an animated NFT's loop, 0 to 1. */
  readonly making?: number;
  /** Estimated milliseconds until the transaction can no longer land. */
  readonly expiresIn?: number;
}

export interface MintWatch extends MintProgress {
  readonly mint: Mint;
}

/** The service that mints avatars. Rejects with LikenessError only. */
export interface Minter {
  /**
   * Returns what the mint would cost the connected wallet. Writes nothing.
   * @throws LikenessError 'connect-first' | 'mint-insufficient-funds' | 'network-wrong' |
   *   'mint-failed'
   */
  quote(request: MintRequest, scope: Scope): Promise<MintQuote>;
  /**
   * Asks the gateway how many bytes of a file it stores free of charge.
   * @throws LikenessError 'media-unreachable'
   */
  readonly freeBytes: () => Promise<number>;
  /**
   * Creates the mints of these requests as one series, in order. An avatar's unfinished mint is
   * reused with the new details, if its treasury and price still hold. Publishes nothing and asks
   * no wallet.
   * @throws LikenessError 'mint-samples' | 'mint-open-elsewhere'
   */
  start(requests: readonly MintRequest[], scope: Scope): Promise<readonly Mint[]>;
  /**
   * Asks the wallet, publishes and sends. Resolves once the wallet's answer is stored; follow the
   * rest with `watch`. A call for an expired or failed mint means that the user agreed to sign
   * again.
   * @throws LikenessError 'mint-pending' | 'mint-already' | 'mint-open-elsewhere' |
   *   'blockhash-expired' if its treasury or price is an earlier release's, or the wallet's, the
   *   gateway's or the chain's
   */
  mint(id: string): Promise<Mint>;
  /**
   * Stops a mint that can't land yet, and this page's wait for the wallet; one that can land
   * continues. Returns the resulting mint.
   */
  stop(id: string): Promise<Mint>;
  /**
   * The user confirms that they refused an earlier open attempt in the wallet, so the avatar may be
   * minted on another chain. The earlier attempt is still searched for.
   */
  letGo(id: string): Promise<Mint>;
  /**
   * Continues every open mint of the chain that can be read, and searches once for mints that
   * landed unseen.
   */
  resume(genesis: string): Promise<void>;
  /** Calls back at once and on every change. */
  watch(id: string, listener: (watch: MintWatch) => void): () => void;
}
