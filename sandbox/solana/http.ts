import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { z } from 'zod';

import { readUpTo } from '../../engine-host/outbound.ts';
import { admitted, keepsAlive, parseJson, reply } from '../loopback.ts';
import { faultSchema } from './faults.ts';
import type { SandboxNode } from './node.ts';
import { methodsOf, parseFailure } from './rpc/dispatch.ts';
import { address } from './rpc/protocol.ts';

const delays = z.object({
  confirmedAfter: z.number().int().nonnegative(),
  finalizedAfter: z.number().int().nonnegative(),
});
const slots = z.object({ slots: z.number().int().min(1).max(10_000) });

type Action = (node: SandboxNode, input: unknown) => unknown;

/** The sandbox's own controls: `POST /sandbox/<name>` with a JSON body. */
const ACTIONS: Readonly<Record<string, Action>> = {
  state: ({ chain }) => ({
    genesis: chain.identity.genesis,
    treasury: chain.identity.treasury.publicKey.toBase58(),
    processed: chain.top('processed'),
    confirmed: chain.top('confirmed'),
    finalized: chain.top('finalized'),
    transactions: chain.transactionCount,
  }),
  faucet(node, input) {
    const { address: to, lamports } = z
      .object({ address, lamports: z.number().int().positive() })
      .parse(input);
    return { signature: node.chain.airdrop(to, lamports) };
  },
  advance(node, input) {
    node.advance(slots.parse(input).slots);
    return { processed: node.chain.top('processed') };
  },
  rhythm(node, input) {
    node.setRhythm(z.object({ slotMs: z.number().int().nonnegative() }).parse(input).slotMs);
    return {};
  },
  delays(node, input) {
    node.chain.setDelays(delays.parse(input));
    return {};
  },
  fork(node, input) {
    node.chain.fork(z.object({ keep: z.number().int().nonnegative() }).parse(input).keep);
    return {};
  },
  fault(node, input) {
    node.faults.add(faultSchema.parse(input));
    return {};
  },
  heal(node) {
    node.faults.clear();
    return {};
  },
};

/** @throws Error with a message if the name or the input is invalid */
function administer(node: SandboxNode, name: string, input: unknown): unknown {
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action)
    throw new Error(`The sandbox has no '${name}': it knows ${Object.keys(ACTIONS).join(', ')}.`);
  return action(node, input);
}

// A real node's limit on a request.
const MAX_BODY_BYTES = 50 * 1024;

function answerRpc(node: SandboxNode, text: string, response: ServerResponse): unknown {
  const body = parseJson(text);
  if (body === undefined) return reply(response, 200, parseFailure());
  const fault = node.faults.take(
    ['rate-limit', 'unavailable', 'time-out', 'lost-answer'],
    methodsOf(body),
  );
  if (fault?.kind === 'rate-limit')
    return reply(
      response,
      429,
      { error: 'Too many requests' },
      { 'Retry-After': String(fault.retryAfterSeconds) },
    );
  if (fault?.kind === 'unavailable')
    return reply(response, fault.status, { error: 'Service unavailable' });
  if (fault?.kind === 'time-out') return undefined;
  const answered = node.answer(body);
  return fault?.kind === 'lost-answer' ? response.destroy() : reply(response, 200, answered);
}

function answerAdmin(
  node: SandboxNode,
  name: string,
  text: string,
  response: ServerResponse,
): ServerResponse {
  try {
    return reply(response, 200, administer(node, name, parseJson(text || '{}')));
  } catch (thrown) {
    return reply(response, 400, {
      error: thrown instanceof Error ? thrown.message : String(thrown),
    });
  }
}

async function handle(
  node: SandboxNode,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  // Blocks pages of other sites that reach this through a host name pointing at 127.0.0.1.
  if (!admitted(request, response, ['POST'], ['content-type', 'solana-client'])) return;
  const path = request.url ?? '/';
  if (request.method !== 'POST')
    return reply(
      response,
      405,
      { error: 'Send a POST request with a JSON body.' },
      { Allow: 'POST' },
    );
  const text = (await readUpTo(request, MAX_BODY_BYTES))?.toString('utf8');
  if (text === undefined)
    return reply(response, 413, { error: 'The request is too large.' }, { Connection: 'close' });
  if (path.startsWith('/sandbox/'))
    return answerAdmin(node, path.slice('/sandbox/'.length), text, response);
  return path === '/'
    ? answerRpc(node, text, response)
    : reply(response, 404, { error: 'Not found' });
}

/** JSON-RPC at `/` and the sandbox's own controls at `/sandbox/…`; loopback only. */
export const createHttp = (node: SandboxNode): Server =>
  keepsAlive((request, response) => handle(node, request, response));
