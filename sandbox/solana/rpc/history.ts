import { z } from 'zod';

import { encodeBase58 } from '../../../renderer/core/base58.ts';
import type { Landed } from '../ledger.ts';
import { memoText } from '../wire.ts';
import {
  address,
  commitment,
  read,
  RPC_CODES,
  RpcError,
  settings,
  signature,
  slotFor,
  withContext,
  type RpcContext,
  type RpcMethod,
} from './protocol.ts';
import { innerJson } from './sending.ts';

const SIGNATURES_AT_ONCE = 256;
const MOST_SIGNATURES = 1_000;
// Size of a node's status cache; older statuses require `searchTransactionHistory`.
const STATUS_CACHE_SLOTS = 300;

const settled = settings.extend({
  commitment: commitment
    .refine(
      (asked) => asked !== 'processed',
      'Method does not support commitment below `confirmed`',
    )
    .optional(),
});
const transactionSettings = settled.extend({
  maxSupportedTransactionVersion: z.number().optional(),
});

const status = (landed: Landed): unknown =>
  landed.outcome.err ? { Err: landed.outcome.err } : { Ok: null };

function reached(context: RpcContext, landed: Landed): 'processed' | 'confirmed' | 'finalized' {
  if (landed.slot <= context.top('finalized')) return 'finalized';
  return landed.slot <= context.top('confirmed') ? 'confirmed' : 'processed';
}

function metaJson(landed: Landed): unknown {
  const { outcome } = landed;
  return {
    err: outcome.err,
    status: status(landed),
    fee: Number(landed.fee),
    preBalances: landed.preBalances.map(Number),
    postBalances: landed.postBalances.map(Number),
    innerInstructions: innerJson(outcome.inner),
    logMessages: outcome.logs,
    rewards: [],
    loadedAddresses: landed.loaded,
    computeUnitsConsumed: outcome.unitsConsumed,
  };
}

function transactionJson({ transaction }: Landed): unknown {
  const { message } = transaction;
  return {
    signatures: transaction.signatures.map((one) => encodeBase58(one)),
    message: {
      header: message.header,
      accountKeys: transaction.staticKeys,
      recentBlockhash: transaction.blockhash,
      instructions: message.compiledInstructions.map((one) => ({
        programIdIndex: one.programIdIndex,
        accounts: one.accountKeyIndexes,
        data: encodeBase58(one.data),
        stackHeight: 1,
      })),
      ...(message.version === 0
        ? {
            addressTableLookups: message.addressTableLookups.map((lookup) => ({
              accountKey: lookup.accountKey.toBase58(),
              writableIndexes: lookup.writableIndexes,
              readonlyIndexes: lookup.readonlyIndexes,
            })),
          }
        : {}),
    },
  };
}

export const history: Readonly<Record<string, RpcMethod>> = {
  getSignatureStatuses(params, context) {
    const [ids, config] = read(
      params,
      z.array(signature).max(SIGNATURES_AT_ONCE),
      z.object({ searchTransactionHistory: z.boolean().optional() }).optional(),
    );
    const top = context.top('processed');
    const value = ids.map((id) => {
      const landed = context.chain.landed(id);
      if (!landed || landed.slot > top) return null;
      if (!config?.searchTransactionHistory && top - landed.slot > STATUS_CACHE_SLOTS) return null;
      const confirmationStatus = reached(context, landed);
      return {
        slot: landed.slot,
        confirmations: confirmationStatus === 'finalized' ? null : top - landed.slot,
        err: landed.outcome.err,
        status: status(landed),
        confirmationStatus,
      };
    });
    return withContext(top, value);
  },

  getSignaturesForAddress(params, context) {
    const page = settled.extend({
      limit: z.number().int().min(1).max(MOST_SIGNATURES).optional(),
      before: signature.nullish(),
      until: signature.nullish(),
    });
    const [key, config] = read(params, address, page.optional());
    const top = slotFor(context, config);
    const all = context.chain.naming(key);
    const at = (id: string): number => all.findIndex((landed) => landed.transaction.id === id);
    const from = config?.before ? at(config.before) + 1 : 0;
    const until = config?.until ? at(config.until) : -1;
    return all
      .slice(from, until < 0 ? undefined : until)
      .filter((landed) => landed.slot <= top)
      .slice(0, config?.limit ?? MOST_SIGNATURES)
      .map((landed) => ({
        signature: landed.transaction.id,
        slot: landed.slot,
        err: landed.outcome.err,
        memo: memoText(landed.transaction),
        blockTime: landed.time,
        confirmationStatus: reached(context, landed),
      }));
  },

  getTransaction(params, context) {
    const [id, config] = read(params, signature, transactionSettings.optional());
    const landed = context.chain.landed(id);
    if (!landed || landed.slot > slotFor(context, config)) return null;
    const { version } = landed.transaction;
    const supported = config?.maxSupportedTransactionVersion;
    if (version !== 'legacy' && supported === undefined) {
      throw new RpcError(
        RPC_CODES.unsupportedVersion,
        `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
      );
    }
    return {
      slot: landed.slot,
      blockTime: landed.time,
      meta: metaJson(landed),
      transaction: transactionJson(landed),
      ...(supported === undefined ? {} : { version }),
    };
  },
};
