import { z } from 'zod';

import { decodeBase58, isAddress, isSignature } from '../../../renderer/core/base58.ts';
import type { Chain, Commitment } from '../chain.ts';
import { parseTransaction, type ParsedTransaction } from '../wire.ts';

/** Codes of JSON-RPC 2.0 and of Solana's nodes. */
export const RPC_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  preflightFailure: -32002,
  signatureVerification: -32003,
  unsupportedVersion: -32015,
} as const;

export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export interface RpcContext {
  readonly chain: Chain;
  /** The newest slot that this node knows at a commitment; behind the chain's while it lags. */
  readonly top: (commitment: Commitment) => number;
  /** Passes a transaction to the chain: now, later, or never. */
  readonly forward: (transaction: ParsedTransaction) => void;
}

export type RpcMethod = (params: readonly unknown[], context: RpcContext) => unknown;

export const commitment = z.enum(['processed', 'confirmed', 'finalized']);
export const settings = z.object({
  commitment: commitment.optional(),
});
export const address = z.string().refine(isAddress, 'Invalid param: Invalid');
export const signature = z.string().refine(isSignature, 'Invalid param: Invalid');

/** Reads parameters in order. Missing trailing ones are undefined, null counts as missing. */
export function read<T extends readonly [z.ZodType, ...z.ZodType[]]>(
  params: readonly unknown[],
  ...types: T
): { [K in keyof T]: z.infer<T[K]> } {
  const padded = types.map((_, index) => params[index] ?? undefined);
  const result = z.tuple([...types]).safeParse(padded);
  if (!result.success)
    throw new RpcError(
      RPC_CODES.invalidParams,
      `Invalid params: ${result.error.issues[0]?.message ?? 'wrong type'}`,
    );
  return result.data as { [K in keyof T]: z.infer<T[K]> };
}

/** The slot to answer from. */
export const slotFor = (
  context: RpcContext,
  config: z.infer<typeof settings> | undefined,
): number => context.top(config?.commitment ?? 'finalized');

const VERSION = '3.0.0';
export const withContext = (slot: number, value: unknown): unknown => ({
  context: { slot, apiVersion: VERSION },
  value,
});

/** @throws RpcError if the text doesn't decode to a transaction */
export function decodeTransaction(text: string, encoding: 'base58' | 'base64'): ParsedTransaction {
  try {
    return parseTransaction(
      encoding === 'base64' ? Buffer.from(text, 'base64') : decodeBase58(text),
    );
  } catch (cause) {
    throw new RpcError(
      RPC_CODES.invalidParams,
      `failed to deserialize transaction: ${cause instanceof Error ? cause.message : 'invalid'}`,
    );
  }
}
