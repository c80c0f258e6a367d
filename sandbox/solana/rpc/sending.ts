import { z } from 'zod';

import { encodeBase58 } from '../../../renderer/core/base58.ts';
import type { InnerInstructionJson } from '../runtime.ts';
import { errorText } from '../transaction-error.ts';
import { signaturesValid } from '../wire.ts';
import {
  address,
  decodeTransaction,
  read,
  RPC_CODES,
  RpcError,
  settings,
  slotFor,
  withContext,
  type RpcMethod,
} from './protocol.ts';

const LARGEST_AIRDROP = 1_000_000_000_000; // 1,000 SOL.
const encoding = z.enum(['base58', 'base64']).optional();

const sendSettings = z.object({
  encoding,
  skipPreflight: z.boolean().optional(),
  preflightCommitment: z.string().optional(),
  maxRetries: z.number().optional(),
});
const simulateSettings = settings.extend({
  encoding,
  sigVerify: z.boolean().optional(),
  replaceRecentBlockhash: z.boolean().optional(),
});

/** Inner instructions as a node lists them: only for outer ones that have any. */
export const innerJson = (inner: readonly (readonly InnerInstructionJson[])[]): unknown[] =>
  inner.flatMap((list, index) =>
    list.length === 0
      ? []
      : [{ index, instructions: list.map((one) => ({ ...one, data: encodeBase58(one.data) })) }],
  );

export const sending: Readonly<Record<string, RpcMethod>> = {
  sendTransaction(params, { chain, forward }) {
    const [text, config] = read(params, z.string(), sendSettings.optional());
    const transaction = decodeTransaction(text, config?.encoding ?? 'base58');
    if (!signaturesValid(transaction))
      throw new RpcError(
        RPC_CODES.signatureVerification,
        'Transaction signature verification failure',
      );
    if (!config?.skipPreflight) {
      const refused = chain.refusal(transaction);
      const simulated = refused ? undefined : chain.simulate(transaction);
      const err = refused ?? simulated?.err;
      if (err) {
        throw new RpcError(
          RPC_CODES.preflightFailure,
          `Transaction simulation failed: ${errorText(err)}`,
          {
            err,
            accounts: null,
            logs: simulated?.logs ?? [],
            unitsConsumed: simulated?.unitsConsumed ?? 0,
          },
        );
      }
    }
    forward(transaction);
    return transaction.id;
  },

  simulateTransaction(params, context) {
    const [text, config] = read(params, z.string(), simulateSettings.optional());
    const slot = slotFor(context, config);
    const transaction = decodeTransaction(text, config?.encoding ?? 'base58');
    if (config?.sigVerify && config.replaceRecentBlockhash)
      throw new RpcError(
        RPC_CODES.invalidParams,
        'sigVerify may not be used with replaceRecentBlockhash',
      );
    if (config?.sigVerify && !signaturesValid(transaction))
      throw new RpcError(
        RPC_CODES.signatureVerification,
        'Transaction signature verification failure',
      );
    const refused = config?.replaceRecentBlockhash ? undefined : context.chain.refusal(transaction);
    if (refused)
      return withContext(slot, {
        err: refused,
        logs: [],
        accounts: null,
        unitsConsumed: 0,
      });
    const simulated = context.chain.simulate(transaction);
    return withContext(slot, {
      err: simulated.err,
      logs: simulated.logs,
      unitsConsumed: simulated.unitsConsumed,
      accounts: null,
      ...(config?.replaceRecentBlockhash
        ? { replacementBlockhash: context.chain.blockhash(slot) }
        : {}),
    });
  },

  requestAirdrop(params, { chain }) {
    const [key, lamports] = read(params, address, z.number().int().positive());
    if (lamports > LARGEST_AIRDROP)
      throw new RpcError(RPC_CODES.invalidParams, 'The sandbox’s faucet gives 1,000 SOL at most.');
    return chain.airdrop(key, lamports);
  },
};
