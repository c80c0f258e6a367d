/** An account as the chain keeps it; an address without lamports has none. */
export interface AccountState {
  readonly lamports: bigint;
  readonly owner: string;
  readonly data: Uint8Array;
  readonly executable: boolean;
}
