import { randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { z } from 'zod';

const PHOTOS = 3;
const AGAIN_MS = 200;

const batchShape = z.object({
  id: z.string(),
  state: z.string(),
  pictures: z.object({ done: z.number(), failed: z.number() }),
});

/** What clients of the API saw. */
export interface Seen {
  /** Batches that were taken: 201, perhaps at a second attempt with the same key. */
  readonly batches: readonly string[];
  /** Milliseconds of each answer: of uploads, and of everything else. */
  readonly uploads: readonly number[];
  readonly reads: readonly number[];
  /** Requests without an answer, and answers that are no success. */
  readonly failures: readonly { readonly at: number; readonly what: string }[];
}

export interface Clients {
  readonly url: string;
  readonly token: string;
  readonly count: number;
  /** Asked before each further batch. */
  readonly goesOn: () => boolean;
}

/**
 * Clients that send batches and read them, at once, and repeat what failed as the API's page says:
 * with the same Idempotency-Key without an answer, with another one after a 5xx.
 */
export async function runClients({ url, token, count, goesOn }: Clients): Promise<Seen> {
  const batches: string[] = [];
  const uploads: number[] = [];
  const reads: number[] = [];
  const failures: { at: number; what: string }[] = [];

  /** Undefined without an answer. */
  async function ask(path: string, request: RequestInit = {}): Promise<Response | undefined> {
    const began = performance.now();
    const headers = {
      ...(request.headers as Record<string, string>),
      Authorization: `Bearer ${token}`,
    };
    try {
      const response = await fetch(url + path, { ...request, headers });
      const body = await response.arrayBuffer();
      (request.method === 'POST' ? uploads : reads).push(performance.now() - began);
      // 409: a picture that is still to be made. 429: another upload first.
      if (!response.ok && ![409, 429].includes(response.status))
        failures.push({ at: Date.now(), what: String(response.status) });
      return new Response(body, { status: response.status });
    } catch (thrown) {
      // Counted, and the request repeated.
      const { cause } = thrown as { cause?: { code?: string } };
      failures.push({ at: Date.now(), what: cause?.code ?? 'no answer' });
      return undefined;
    }
  }

  async function send(client: number): Promise<string> {
    for (let key = randomUUID(); ;) {
      const body = new FormData();
      body.set('recipes', JSON.stringify({ styles: ['minimalist'], size: 64, seed: client }));
      for (let n = 0; n < PHOTOS; n += 1)
        body.append('photos', new Blob([new Uint8Array(50_000)]), `${String(n)}.png`);
      const answer = await ask('/v1/batches', {
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': key },
      });
      if (answer?.status === 201) return batchShape.parse(await answer.json()).id;
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`An upload got ${String(answer.status)}.`);
      if (answer) key = randomUUID();
      await rest(AGAIN_MS);
    }
  }

  await Promise.all(
    Array.from({ length: count }, async (_, client) => {
      while (goesOn()) {
        const id = await send(client);
        batches.push(id);
        await ask(`/v1/batches/${id}`);
        await ask(`/v1/batches/${id}/items?limit=100`);
        await ask(`/v1/batches/${id}/items/1/picture`);
      }
    }),
  );
  return { batches, uploads, reads, failures };
}

/** Returns the batches that aren't done yet with all their pictures. */
export async function unfinished(
  { url, token }: Pick<Clients, 'url' | 'token'>,
  batches: readonly string[],
): Promise<string[]> {
  const left: string[] = [];
  for (const id of batches) {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/v1/batches/${id}`, { headers });
    const batch = response.ok ? batchShape.parse(await response.json()) : undefined;
    if (batch?.state !== 'done' || batch.pictures.done !== PHOTOS) left.push(id);
  }
  return left;
}
