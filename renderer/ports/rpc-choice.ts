import type { ChainName } from '../core/rpc.ts';

/** What an RPC said of itself. */
export interface RpcAnswer {
  readonly chain: ChainName;
  /** Whether it is the chain that this app is for. */
  readonly fits: boolean;
  readonly milliseconds: number;
}

/** Which Solana RPC is asked first. */
export interface RpcChoice {
  /** The build's own addresses, in its order. */
  readonly offered: readonly string[];
  /** What the person chose instead of that order. */
  readonly chosen: string | undefined;
  /** Whether an address that the build doesn't name may be entered (desktop). */
  readonly takesOwn: boolean;
  /**
   * Asks an address which chain it is of. @throws LikenessError 'rpc-*'; on the desktop
   * 'rpc-declined' when the person doesn't let main ask a new host
   */
  test(address: string): Promise<RpcAnswer>;
  /**
   * Remembers a tested address, or with undefined the build's order; holds once the page is loaded anew.
   * @throws LikenessError 'rpc-*': nothing was changed
   */
  use(address: string | undefined): Promise<void>;
}
