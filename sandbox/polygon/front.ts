import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { z } from 'zod';

import { readUpTo } from '../../engine-host/outbound.ts';
import { admitted, keepsAlive, reply } from '../loopback.ts';
import type { Anvil, RpcAnswer } from './anvil.ts';

/** Faults that a test can switch on until it clears them. */
export type PolygonFault =
  /** Every request gets a 503. */
  | 'down'
  /** Every request gets a 429 with a Retry-After of one second. */
  | 'limits'
  /** Transactions are accepted, but the answer is lost. */
  | 'loses-answers'
  /** The hash is returned, but the transaction is dropped. */
  | 'drops-transactions';

export interface FrontOptions {
  readonly anvil: Anvil;
  readonly fault: () => PolygonFault | undefined;
  readonly fund: (address: string) => Promise<void>;
  readonly onTransaction: () => void;
}

const LARGEST_BODY = 1024 * 1024;
/** The methods of a public node: none that control the chain. */
const PUBLIC_METHOD = /^(eth|net|web3)_/;
const SENDS = /^eth_send(Raw)?Transaction$/;
const NO_METHOD = -32_601;
const FORGOTTEN_HASH = `0x${'5'.repeat(64)}`;

const callSchema = z.object({
  id: z.union([z.string(), z.number(), z.null()]).default(null),
  method: z.string(),
  params: z.unknown().optional(),
});
type Call = z.infer<typeof callSchema>;

/**
 * A proxy in front of anvil: it serves only this machine's app, with a public node's methods and a
 * faucet.
 */
export function createFront({ anvil, fault, fund, onTransaction }: FrontOptions): Server {
  async function answer({ method, params, id }: Call): Promise<RpcAnswer> {
    if (method === 'sandbox_fund') {
      await fund(z.tuple([z.string()]).parse(params)[0]);
      return { jsonrpc: '2.0', id, result: true };
    }
    if (!PUBLIC_METHOD.test(method))
      return {
        jsonrpc: '2.0',
        id,
        error: { code: NO_METHOD, message: `the method ${method} does not exist/is not available` },
      };
    if (SENDS.test(method) && fault() === 'drops-transactions')
      return { jsonrpc: '2.0', id, result: FORGOTTEN_HASH };
    const answered = await anvil.call(method, params, id);
    if (SENDS.test(method) && !answered.error) onTransaction();
    return answered;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    if (!admitted(request, response, ['POST'], ['content-type'])) return;
    if (request.method !== 'POST') return reply(response, 405, { error: 'Not served.' });
    if (fault() === 'down') return reply(response, 503, { error: 'Service unavailable' });
    if (fault() === 'limits')
      return reply(response, 429, { error: 'Too many requests' }, { 'Retry-After': '1' });
    const text = await readUpTo(request, LARGEST_BODY);
    if (!text) return reply(response, 413, { error: 'The request is too large.' });
    const asked = z.union([callSchema, z.array(callSchema)]).parse(JSON.parse(text.toString()));
    const answered = Array.isArray(asked)
      ? await Promise.all(asked.map(answer))
      : await answer(asked);
    if (fault() === 'loses-answers' && [asked].flat().some(({ method }) => SENDS.test(method)))
      return response.destroy();
    return reply(response, 200, answered);
  }

  return keepsAlive(handle);
}
