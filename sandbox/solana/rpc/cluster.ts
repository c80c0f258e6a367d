import { VersionedMessage } from '@solana/web3.js';
import { z } from 'zod';

import { SLOTS_IN_EPOCH } from '../runtime.ts';
import { computeBudget, transactionFee } from '../wire.ts';
import {
  address,
  read,
  RPC_CODES,
  RpcError,
  settings,
  slotFor,
  VERSION,
  withContext,
  type RpcMethod,
} from './protocol.ts';

const optional = settings.optional();
const FEE_SLOTS = 150;

function decodeMessage(text: string): VersionedMessage {
  try {
    return VersionedMessage.deserialize(Buffer.from(text, 'base64'));
  } catch {
    throw new RpcError(RPC_CODES.invalidParams, 'failed to deserialize message');
  }
}

export const cluster: Readonly<Record<string, RpcMethod>> = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': VERSION, 'feature-set': 0 }),
  getIdentity: (_, { chain }) => ({ identity: chain.identity.faucet.publicKey.toBase58() }),
  getGenesisHash: (_, { chain }) => chain.identity.genesis,
  getFirstAvailableBlock: () => 0,
  minimumLedgerSlot: () => 0,

  getSlot: (params, context) => slotFor(context, read(params, optional)[0]),
  getBlockHeight: (params, context) => slotFor(context, read(params, optional)[0]),
  getTransactionCount: (_, { chain }) => chain.transactionCount,

  getEpochInfo(params, context) {
    const slot = slotFor(context, read(params, optional)[0]);
    return {
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: Math.floor(slot / SLOTS_IN_EPOCH),
      slotIndex: slot % SLOTS_IN_EPOCH,
      slotsInEpoch: SLOTS_IN_EPOCH,
      transactionCount: context.chain.transactionCount,
    };
  },

  getBlockTime(params, { chain, top }) {
    const [slot] = read(params, z.number().int().nonnegative());
    if (slot > top('finalized'))
      throw new RpcError(RPC_CODES.blockNotAvailable, `Block not available for slot ${slot}`);
    return chain.blockTime(slot);
  },

  getLatestBlockhash(params, context) {
    const slot = slotFor(context, read(params, optional)[0]);
    return withContext(slot, context.chain.blockhash(slot));
  },

  isBlockhashValid(params, context) {
    const [blockhash, config] = read(params, address, optional);
    const slot = slotFor(context, config);
    return withContext(slot, context.chain.blockhashUsable(blockhash, slot));
  },

  getFeeForMessage(params, context) {
    const [text, config] = read(params, z.base64(), optional);
    const slot = slotFor(context, config);
    const message = decodeMessage(text);
    const usable = context.chain.blockhashUsable(message.recentBlockhash, context.top('processed'));
    return withContext(slot, usable ? transactionFee(message) : null);
  },

  /**
   * For each recent slot, the lowest price per compute unit among transactions that wrote to all
   * these accounts.
   */
  getRecentPrioritizationFees(params, { chain, top }) {
    const [addresses = []] = read(params, z.array(address).max(128).optional());
    const newest = top('processed');
    const oldest = Math.max(0, newest - FEE_SLOTS + 1);
    const least = new Map<number, number>();
    for (const { slot, keys, transaction } of addresses[0] === undefined
      ? []
      : chain.naming(addresses[0])) {
      if (slot < oldest) break;
      if (slot > newest || !addresses.every((one) => keys.includes(one))) continue;
      const price = Number(computeBudget(transaction.message).microLamports);
      least.set(slot, Math.min(least.get(slot) ?? price, price));
    }
    return Array.from({ length: newest - oldest + 1 }, (_, index) => ({
      slot: oldest + index,
      prioritizationFee: least.get(oldest + index) ?? 0,
    }));
  },
};
