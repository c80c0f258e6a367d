/** An account as the chain stores it. An address without lamports has none. */
export interface AccountState {
  readonly lamports: bigint;
  readonly owner: string;
  readonly data: Uint8Array;
  readonly executable: boolean;
}
