import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { z } from 'zod';

import { readUpTo } from '../../engine-host/outbound.ts';
import { listen, stopServer } from '../listen.ts';
import { admitted, keepsAlive, parseJson, reply } from '../loopback.ts';

const LARGEST_BODY = 64 * 1024;
const PATH = '/messages';
const received = z
  .object({
    id: z.uuid(),
    kind: z.enum(['contact', 'feedback']),
    priority: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .loose();
export type ReceivedMessage = z.infer<typeof received>;

export interface MailboxOptions {
  /** Messages are appended to this file, one JSON object per line. */
  readonly file: string;
  /** First port to try; 0 for any. */
  readonly port: number;
  readonly reset?: boolean;
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

/**
 * The owner's endpoint for contact and feedback messages, on the sandbox. Stores messages in a
 * file. Messages with the same Idempotency-Key count once.
 */
export async function startMailbox({ file, port, reset = false }: MailboxOptions) {
  if (reset) rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  const messages = (): ReceivedMessage[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => received.parse(JSON.parse(line)))
      : [];
  const known = new Set(messages().map(({ id }) => id));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    if (!admitted(request, response, ['POST'], ['content-type', 'idempotency-key'])) return;
    if (request.method !== 'POST' || request.url !== PATH)
      return reply(response, 404, { error: 'Not served.' });
    const body = await readUpTo(request, LARGEST_BODY);
    if (!body) return reply(response, 413, { error: 'The message is too large.' });
    const parsed = received.safeParse(parseJson(body.toString('utf8')));
    if (!parsed.success || request.headers['idempotency-key'] !== parsed.data.id)
      return reply(response, 400, { error: 'This is not a message.' });
    const { id } = parsed.data;
    if (!known.has(id)) {
      appendFileSync(file, `${JSON.stringify(parsed.data)}\n`);
      known.add(id);
    }
    return reply(response, 202, { id });
  }

  const server = keepsAlive(handle);
  const endpoint = `http://127.0.0.1:${await listen(server, port)}${PATH}`;
  return {
    /** Where messages are posted. */
    endpoint,
    messages,
    stop: () => stopServer(server),
  };
}
