import type { ChainName } from '../core/rpc.ts';

/** What an RPC reported about itself. */
export interface RpcAnswer {
  readonly chain: ChainName;
  /** Whether it serves the chain that this build is for. */
  readonly fits: boolean;
  readonly milliseconds: number;
}

/** Chooses the Solana RPC that is asked first. */
export interface RpcChoice {
  /** The addresses that the build names, in order. */
  readonly offered: readonly string[];
  /** The address that the user chose to ask first, if any. */
  readonly chosen: string | undefined;
  /** Whether the user may enter an address that the build doesn't name (desktop). */
  readonly takesOwn: boolean;
  /**
   * Asks an address which chain it serves.
   * @throws LikenessError 'rpc-*'; on the desktop 'rpc-declined' when the user doesn't let main
   * contact a new host
   */
  test(address: string): Promise<RpcAnswer>;
  /**
   * Stores a tested address, or with undefined returns to the build's order. Takes effect when the
   * page is reloaded.
   * @throws LikenessError 'rpc-*'; then nothing has changed
   */
  use(address: string | undefined): Promise<void>;
}
