import { beforeEach, expect, it, vi } from 'vitest';

import { EXAMPLE_JOB, FOLLOWING, never } from '../../../tests/support/example-job.ts';
import { toText } from '../../core/engines/calls.ts';
import { createRequests } from '../requests.ts';
import { webEngines } from './engines.ts';

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:4173' });
  return () => vi.unstubAllGlobals();
});

/** Requests whose server answers with these bodies, each in pieces of a few bytes. */
function answering(...bodies: readonly string[]) {
  const asked: { readonly url: string; readonly body: unknown }[] = [];
  const left = [...bodies];
  const requests = createRequests({
    fetch(url, init) {
      asked.push({ url: new Request(url).url, body: init?.body });
      const bytes = new TextEncoder().encode(left.shift() ?? '');
      const pieces = new ReadableStream<Uint8Array>({
        start(stream) {
          for (let at = 0; at < bytes.length; at += 5) stream.enqueue(bytes.slice(at, at + 5));
          stream.close();
        },
      });
      return Promise.resolve(new Response(pieces));
    },
  });
  return { asked, requests };
}
const line = (value: object): string => `${toText(value)}\n`;
const empty = line({ output: { value: [] } });

it.each(['<!doctype html><title>Likeness</title>', 'Only GET is served.', '', '{"error": "no"}\n'])(
  'finds none where something else serves the page: %j',
  async (body) => {
    await expect(webEngines(answering(body).requests)).rejects.toThrow();
  },
);

it('reads lines however they arrive, and counts the photo once', async () => {
  const id = '0b6f1e37-5f0e-4c53-8a55-a9d1b3f5e001';
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(id);
  const { asked, requests } = answering(
    empty,
    line({ event: { id, place: 2 } }) +
      line({
        output: { value: Uint8Array.of(1, 2, 3), sent: { photoBytes: 3, host: 'painter:1' } },
      }),
  );
  const engines = await webEngines(requests);
  const progress: number[] = [];
  const picture = await engines.make('own', EXAMPLE_JOB, {
    ...FOLLOWING,
    signal: never(),
    onProgress: (one) => void progress.push(one),
  });
  expect(picture).toEqual(Uint8Array.of(1, 2, 3));
  expect(progress).toEqual([2]);
  expect(asked.map(({ url }) => url)).toEqual([
    'http://127.0.0.1:4173/engines/list',
    'http://127.0.0.1:4173/engines/make',
  ]);
  const { records, totals } = requests.ledger.snapshot();
  expect(totals.photoBytes).toBe(3);
  expect(records.map(({ host, photoBytes }) => [host, photoBytes])).toEqual([
    ['127.0.0.1:4173', 0],
    ['127.0.0.1:4173', 0],
    ['painter:1', 3],
  ]);
});

it('counts a photo that may have gone when the local server is lost', async () => {
  const { requests } = answering(empty, '');
  const engines = await webEngines(requests);
  const made = engines.make('own', EXAMPLE_JOB, { ...FOLLOWING, signal: never() });
  await expect(made).rejects.toMatchObject({
    failure: { code: 'lost-after-sending' },
  });
  expect(requests.ledger.snapshot().totals.photoBytes).toBe(EXAMPLE_JOB.photo.length);
});
