import { encodeBase58 } from '../../renderer/core/base58.ts';
import type { AccountState } from './account-state.ts';

export const TOKEN_PROGRAMS: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];

// Layouts of spl-token's Mint and Account. Token-2022 shares and extends them.
const MINT_BYTES = 82;
const ACCOUNT_BYTES = 165;
const KIND_AT = 165;
const KIND_ACCOUNT = 2;

const view = (data: Uint8Array): DataView =>
  new DataView(data.buffer, data.byteOffset, data.byteLength);

export function readTokenAccount(
  account: AccountState,
): { readonly mint: string; readonly owner: string } | undefined {
  if (!TOKEN_PROGRAMS.includes(account.owner) || account.data.length < ACCOUNT_BYTES)
    return undefined;
  if (account.data.length > ACCOUNT_BYTES && account.data[KIND_AT] !== KIND_ACCOUNT)
    return undefined;
  return {
    mint: encodeBase58(account.data.subarray(0, 32)),
    owner: encodeBase58(account.data.subarray(32, 64)),
  };
}

export function readMint(
  account: AccountState | undefined,
): { supply: bigint; decimals: number } | undefined {
  if (!account || !TOKEN_PROGRAMS.includes(account.owner) || account.data.length < MINT_BYTES)
    return undefined;
  return { supply: view(account.data).getBigUint64(36, true), decimals: account.data[44] ?? 0 };
}

export function tokenAmount(amount: bigint, decimals: number): unknown {
  const ui = Number(amount) / 10 ** decimals;
  return { amount: amount.toString(), decimals, uiAmount: ui, uiAmountString: ui.toString() };
}
