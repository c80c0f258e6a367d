import { z } from 'zod';

import { unitPrice } from '../wire.ts';
import { accounts } from './accounts.ts';
import { history } from './history.ts';
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
import { sending } from './sending.ts';

const optional = settings.optional();
const FEE_SLOTS = 150;

const cluster: Readonly<Record<string, RpcMethod>> = {
  getHealth: () => 'ok',
  getGenesisHash: (_, { chain }) => chain.identity.genesis,

  getSlot: (params, context) => slotFor(context, read(params, optional)[0]),
  getBlockHeight: (params, context) => slotFor(context, read(params, optional)[0]),

  getLatestBlockhash(params, context) {
    const slot = slotFor(context, read(params, optional)[0]);
    return withContext(slot, context.chain.blockhash(slot));
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
      const price = unitPrice(transaction.message);
      least.set(slot, Math.min(least.get(slot) ?? price, price));
    }
    return Array.from({ length: newest - oldest + 1 }, (_, index) => ({
      slot: oldest + index,
      prioritizationFee: least.get(oldest + index) ?? 0,
    }));
  },
};

const METHODS: ReadonlyMap<string, RpcMethod> = new Map(
  Object.entries({ ...cluster, ...accounts, ...sending, ...history }),
);

const call = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.array(z.unknown()).optional(),
});

export interface RpcResponse {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const failure = (id: RpcResponse['id'], { code, message, data }: RpcError): RpcResponse => ({
  jsonrpc: '2.0',
  error: { code, message, ...(data === undefined ? {} : { data }) },
  id,
});

function answerOne(input: unknown, context: RpcContext): RpcResponse {
  const parsed = call.safeParse(input);
  if (!parsed.success)
    return failure(null, new RpcError(RPC_CODES.invalidRequest, 'Invalid request'));
  const { id = null, method, params = [] } = parsed.data;
  const implementation = METHODS.get(method);
  if (!implementation)
    return failure(id, new RpcError(RPC_CODES.methodNotFound, 'Method not found'));
  try {
    return { jsonrpc: '2.0', result: implementation(params, context), id };
  } catch (thrown) {
    if (thrown instanceof RpcError) return failure(id, thrown);
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return failure(id, new RpcError(RPC_CODES.internal, `Internal error: ${message}`));
  }
}

/** Answers a JSON-RPC body or batch. Any input gets an answer. */
export function answer(body: unknown, context: RpcContext): RpcResponse | RpcResponse[] {
  if (!Array.isArray(body)) return answerOne(body, context);
  if (body.length === 0)
    return failure(null, new RpcError(RPC_CODES.invalidRequest, 'Invalid request'));
  return body.map((one) => answerOne(one, context));
}

export const parseFailure = (): RpcResponse =>
  failure(null, new RpcError(RPC_CODES.parse, 'Parse error'));

/** Names of the methods in a body, for faults that affect only some. */
export const methodsOf = (body: unknown): string[] =>
  (Array.isArray(body) ? body : [body]).flatMap((one: unknown) => {
    const parsed = call.safeParse(one);
    return parsed.success ? [parsed.data.method] : [];
  });
