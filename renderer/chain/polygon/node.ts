import { BaseError, createClient, custom, RpcRequestError, type Client } from 'viem';

import { errorCode, LikenessError } from '../../core/errors.ts';
import { createRpc, type RpcOptions } from '../rpc.ts';

/**
 * Runs viem's actions on the node. Rejects with our errors, a revert of the contract, or the
 * signal's reason.
 */
export type Ask = <T>(call: (client: Client) => Promise<T>) => Promise<T>;

/** Asks the node until the signal aborts. */
export type AskUntil = (signal?: AbortSignal) => Ask;

type Reply = {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};

/**
 * Polygon's nodes with failover, through the request port. viem's own retries are off: the layer
 * below retries.
 */
export function openNode(options: RpcOptions): AskUntil {
  const rpc = createRpc(options);
  const url = options.addresses[0] ?? '';
  let id = 0;

  return (signal) => {
    const request = async (call: { method: string; params?: unknown }): Promise<unknown> => {
      const body = { jsonrpc: '2.0', id: (id += 1), params: [], ...call };
      const { result, error } = JSON.parse(await rpc.send(JSON.stringify(body), signal)) as Reply;
      if (error) throw new RpcRequestError({ body, error, url });
      return result;
    };
    const client = createClient({ transport: custom({ request }, { retryCount: 0 }) });
    return async (call) => {
      try {
        return await call(client);
      } catch (thrown) {
        signal?.throwIfAborted();
        throw toOwnError(thrown);
      }
    };
  };
}

/**
 * Maps what viem's errors wrap to this chain's error codes. Where the node did answer, viem's error
 * stays. A response that viem can't parse counts as no answer.
 */
function toOwnError(thrown: unknown): unknown {
  const inner =
    thrown instanceof BaseError ? thrown.walk((one) => one instanceof LikenessError) : thrown;
  if (!(inner instanceof LikenessError))
    return thrown instanceof BaseError
      ? thrown
      : new LikenessError('polygon-unreachable', {}, { cause: thrown });
  const code = errorCode(inner);
  const here =
    code === 'network-unreachable'
      ? 'polygon-unreachable'
      : code === 'network-busy'
        ? 'polygon-busy'
        : code;
  return new LikenessError(here, inner.context, { cause: thrown });
}
