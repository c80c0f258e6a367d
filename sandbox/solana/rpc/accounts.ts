import { z } from 'zod';

import { encodeBase58 } from '../../../renderer/core/base58.ts';
import type { AccountState } from '../account-state.ts';
import { readMint, readTokenAccount, TOKEN_PROGRAMS, tokenAmount } from '../tokens.ts';
import {
  address,
  read,
  RPC_CODES,
  RpcError,
  settings,
  slotFor,
  withContext,
  type RpcContext,
  type RpcMethod,
} from './protocol.ts';

const LARGEST_BASE58 = 128;
const RENT_EXEMPT_EPOCH = 18_446_744_073_709_552_000; // u64::MAX as a JSON number.

const optional = settings.optional();
const accountSettings = settings.extend({
  encoding: z.enum(['base58', 'base64', 'jsonParsed']).optional(),
  dataSlice: z
    .object({ offset: z.number().int().nonnegative(), length: z.number().int().nonnegative() })
    .optional(),
});
type AccountSettings = z.infer<typeof accountSettings> | undefined;

export function accountJson(account: AccountState | undefined, config: AccountSettings): unknown {
  if (!account) return null;
  const { offset, length } = config?.dataSlice ?? { offset: 0, length: account.data.length };
  const data = account.data.subarray(offset, offset + length);
  const base58 = config?.encoding === 'base58';
  if (base58 && data.length > LARGEST_BASE58)
    throw new RpcError(
      RPC_CODES.invalidRequest,
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    );
  return {
    lamports: Number(account.lamports),
    owner: account.owner,
    executable: account.executable,
    rentEpoch: RENT_EXEMPT_EPOCH,
    space: account.data.length,
    // A node without a parser for a program answers 'jsonParsed' in base64; we have no parsers.
    data: base58
      ? [encodeBase58(data), 'base58']
      : [Buffer.from(data).toString('base64'), 'base64'],
  };
}

function tokenAccounts(
  context: RpcContext,
  slot: number,
  owner: string,
  filter: { mint?: string | undefined; programId?: string | undefined },
): [string, AccountState][] {
  const programs = filter.programId ? [filter.programId] : TOKEN_PROGRAMS;
  return programs
    .flatMap((program) => context.chain.ownedBy(program, slot))
    .filter(([, account]) => {
      const token = readTokenAccount(account);
      return token?.owner === owner && (!filter.mint || token.mint === filter.mint);
    });
}

export const accounts: Readonly<Record<string, RpcMethod>> = {
  getBalance(params, context) {
    const [key, config] = read(params, address, optional);
    const slot = slotFor(context, config);
    return withContext(slot, Number(context.chain.account(key, slot)?.lamports ?? 0n));
  },

  getAccountInfo(params, context) {
    const [key, config] = read(params, address, accountSettings.optional());
    const slot = slotFor(context, config);
    return withContext(slot, accountJson(context.chain.account(key, slot), config));
  },

  getMultipleAccounts(params, context) {
    const [keys, config] = read(params, z.array(address).max(100), accountSettings.optional());
    const slot = slotFor(context, config);
    return withContext(
      slot,
      keys.map((key) => accountJson(context.chain.account(key, slot), config)),
    );
  },

  getMinimumBalanceForRentExemption(params, { chain }) {
    const [bytes] = read(params, z.number().int().nonnegative());
    return Number(chain.rentExemption(bytes));
  },

  getTokenAccountsByOwner(params, context) {
    const filter = z.object({ mint: address.optional(), programId: address.optional() });
    const [owner, wanted, config] = read(params, address, filter, accountSettings.optional());
    const slot = slotFor(context, config);
    const found = tokenAccounts(context, slot, owner, wanted);
    return withContext(
      slot,
      found.map(([pubkey, account]) => ({ pubkey, account: accountJson(account, config) })),
    );
  },

  getTokenAccountBalance(params, context) {
    const [key, config] = read(params, address, optional);
    const slot = slotFor(context, config);
    const token = readTokenAccount(context.chain.account(key, slot));
    if (!token) throw new RpcError(RPC_CODES.invalidParams, 'Invalid param: not a Token account');
    const decimals = readMint(context.chain.account(token.mint, slot))?.decimals ?? 0;
    return withContext(slot, tokenAmount(token.amount, decimals));
  },

  getTokenSupply(params, context) {
    const [key, config] = read(params, address, optional);
    const slot = slotFor(context, config);
    const mint = readMint(context.chain.account(key, slot));
    if (!mint) throw new RpcError(RPC_CODES.invalidParams, 'Invalid param: not a Token mint');
    return withContext(slot, tokenAmount(mint.supply, mint.decimals));
  },
};
