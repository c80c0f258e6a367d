import { setTimeout as rest } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

import { readBatches, type Batch } from '../service/batches.ts';
import type { Database } from '../service/database.ts';
import { validTokens } from '../service/tokens.ts';
import { bodyOf, Problem, problemOf, tooMany } from './problem.ts';
import { viewOfBatch } from './schemas.ts';

const TICK_MS = 500;
const MOST_OF_TOKEN = 20;
/** A client that leaves this much unread is cut off. */
const MOST_UNREAD = 256 * 1024;

interface Stream {
  readonly token: string;
  readonly batch: string;
  readonly raw: FastifyReply['raw'];
  /** What was sent last. */
  last: string;
}

/** Streams of server-sent events. */
export interface Streams {
  /**
   * Answers with the batch's progress until it has ended, the token is revoked, or the server stops.
   * @throws Problem 429 if the token has too many
   */
  open(token: string, batch: Batch, reply: FastifyReply): void;
}

/**
 * All streams share two queries a tick: one for their batches, one for their tokens.
 * @param signal aborted when the server stops, which ends them
 */
export function createStreams(
  db: Database,
  signal: AbortSignal,
  log: (text: string) => void,
): Streams {
  const streams = new Set<Stream>();
  let isTicking = false;
  signal.addEventListener('abort', () => streams.forEach((stream) => end(stream)));

  /** @param why sent as the last event, if it isn't the batch's end */
  function end(stream: Stream, why?: Problem): void {
    if (!streams.delete(stream)) return;
    stream.raw.end(why && `event: problem\ndata: ${JSON.stringify(bodyOf(why))}\n\n`);
  }

  function send(stream: Stream, batch: Batch): void {
    const now = JSON.stringify(viewOfBatch(batch));
    stream.raw.write(now === stream.last ? ':\n\n' : `event: batch\ndata: ${now}\n\n`);
    stream.last = now;
    if (batch.state === 'done' || batch.state === 'cancelled') end(stream);
    else if (stream.raw.writableLength > MOST_UNREAD) stream.raw.destroy();
  }

  async function tick(): Promise<void> {
    const all = [...streams];
    const [batches, tokens] = await Promise.all([
      readBatches(db, [...new Set(all.map(({ batch }) => batch))]),
      validTokens(db, [...new Set(all.map(({ token }) => token))]),
    ]);
    for (const stream of all) {
      const batch = batches.find(({ id }) => id === stream.batch);
      if (!tokens.has(stream.token))
        end(stream, new Problem(401, 'token-unknown', 'The token was revoked.'));
      else if (!batch) end(stream, new Problem(404, 'batch-unknown', 'The batch was removed.'));
      else if (streams.has(stream)) send(stream, batch);
    }
  }

  async function keepTicking(): Promise<void> {
    if (isTicking) return;
    isTicking = true;
    while (streams.size > 0) {
      await rest(TICK_MS);
      try {
        await tick();
      } catch (thrown) {
        // Clients of server-sent events connect again.
        const problem = problemOf(thrown, log);
        streams.forEach((stream) => end(stream, problem));
      }
    }
    isTicking = false;
  }

  return {
    open(token, batch, reply) {
      if (signal.aborted) throw new Problem(503, 'draining', 'This server is stopping.');
      if ([...streams].filter((one) => one.token === token).length >= MOST_OF_TOKEN)
        throw tooMany('streams of this token', 5);
      reply.hijack();
      const { raw } = reply;
      const stream: Stream = { token, batch: batch.id, raw, last: '' };
      raw.on('close', () => streams.delete(stream));
      raw.on('error', () => streams.delete(stream));
      raw.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        // The connection ends with the stream.
        Connection: 'close',
      });
      streams.add(stream);
      send(stream, batch);
      void keepTicking();
    },
  };
}
