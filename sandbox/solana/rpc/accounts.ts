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
  type RpcMethod,
} from './protocol.ts';

const LARGEST_BASE58 = 128;
const RENT_EXEMPT_EPOCH = 18_446_744_073_709_552_000; // u64::MAX as a JSON number.

const optional = settings.optional();
const accountSettings = settings.extend({
  encoding: z.enum(['base58', 'base64', 'jsonParsed']).optional(),
});
type AccountSettings = z.infer<typeof accountSettings> | undefined;

function accountJson(account: AccountState | undefined, config: AccountSettings): unknown {
  if (!account) return null;
  const { data } = account;
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
    space: data.length,
    // A node without a parser for a program answers 'jsonParsed' in base64; we have no parsers.
    data: base58
      ? [encodeBase58(data), 'base58']
      : [Buffer.from(data).toString('base64'), 'base64'],
  };
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

  getMinimumBalanceForRentExemption(params, { chain }) {
    const [bytes] = read(params, z.number().int().nonnegative());
    return Number(chain.rentExemption(bytes));
  },

  getTokenAccountsByOwner(params, context) {
    const of = z.object({ mint: address });
    const [owner, { mint }, config] = read(params, address, of, accountSettings.optional());
    const slot = slotFor(context, config);
    const found = TOKEN_PROGRAMS.flatMap((program) => context.chain.ownedBy(program, slot)).filter(
      ([, account]) => {
        const token = readTokenAccount(account);
        return token?.owner === owner && token.mint === mint;
      },
    );
    return withContext(
      slot,
      found.map(([pubkey, account]) => ({ pubkey, account: accountJson(account, config) })),
    );
  },

  getTokenSupply(params, context) {
    const [key, config] = read(params, address, optional);
    const slot = slotFor(context, config);
    const mint = readMint(context.chain.account(key, slot));
    if (!mint) throw new RpcError(RPC_CODES.invalidParams, 'Invalid param: not a Token mint');
    return withContext(slot, tokenAmount(mint.supply, mint.decimals));
  },
};
