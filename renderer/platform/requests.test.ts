import { expect, it, vi } from 'vitest';

import { createRequests } from './requests.ts';

const call = {
  url: 'https://rpc.example/key',
  purpose: 'chain',
  label: 'getSlot',
  body: '{"é":1}',
} as const;
/** What the ledger says of requests that carried neither a photo nor an avatar. */
const without = { photoBytes: 0, avatarBytes: 0 };
const answering = (response: () => Response | Promise<Response>) =>
  vi.fn(() => Promise.resolve().then(response));

/** Never answers; rejects when the request is aborted, as fetch does. */
const hanging = vi.fn(
  (_url: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    }),
);

it('sends the text, returns the answer and records both in the ledger', async () => {
  const fetch = answering(
    () => new Response('ünd', { status: 429, headers: { 'retry-after': '2' } }),
  );
  const requests = createRequests({ fetch, now: () => 5 });
  const notified = vi.fn();
  requests.ledger.subscribe(notified);

  expect(await requests.json(call)).toEqual({ status: 429, text: 'ünd', retryAfter: '2' });
  expect(fetch).toHaveBeenCalledWith(
    call.url,
    expect.objectContaining({
      method: 'POST',
      body: call.body,
      credentials: 'omit',
      redirect: 'error',
    }),
  );
  expect(requests.ledger.snapshot().records).toEqual([
    {
      id: 1,
      at: 5,
      purpose: 'chain',
      host: 'rpc.example',
      label: 'getSlot',
      bytesUp: 8,
      bytesDown: 4,
      ...without,
      status: 'done',
    },
  ]);
  expect(notified).toHaveBeenCalledTimes(2);
});

it('returns the same records until something happens', async () => {
  const requests = createRequests({ fetch: answering(() => new Response('')) });
  expect(requests.ledger.snapshot().records).toBe(requests.ledger.snapshot().records);
  const before = requests.ledger.snapshot().records;
  await requests.json(call);
  expect(requests.ledger.snapshot().records).not.toBe(before);
});

it('keeps no body and no path in the ledger', async () => {
  const requests = createRequests({ fetch: answering(() => new Response('secret answer')) });
  await requests.json({
    ...call,
    url: 'https://rpc.example/?api-key=hidden',
    body: '{"hidden":true}',
  });
  expect(JSON.stringify(requests.ledger.snapshot().records)).not.toMatch(/hidden|secret/);
});

it('names a network that fails', async () => {
  const requests = createRequests({
    fetch: answering(() => Promise.reject(new TypeError('Failed to fetch'))),
  });
  await expect(requests.json(call)).rejects.toMatchObject({
    code: 'network-unreachable',
    context: { host: 'rpc.example', timedOut: false },
  });
  expect(requests.ledger.snapshot().records[0]?.status).toBe('failed');
});

it('gives up on one that never answers', async () => {
  const requests = createRequests({ fetch: hanging, timeoutMs: 5 });
  await expect(requests.json(call)).rejects.toMatchObject({
    code: 'network-unreachable',
    context: { timedOut: true },
  });
});

it('reads no answer to its end that is larger than any can be', async () => {
  const read = vi.fn();
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull(stream) {
        read();
        stream.enqueue(new Uint8Array(1024 * 1024));
      },
    });
  const requests = createRequests({ fetch: answering(() => new Response(endless())) });
  await expect(requests.json(call)).rejects.toMatchObject({ code: 'network-unreachable' });
  await expect(
    requests.publish({ url: call.url, label: 'publish', body: new Uint8Array(1), avatarBytes: 0 }),
  ).rejects.toMatchObject({ code: 'network-unreachable' });
  expect(read.mock.calls.length).toBeLessThan(30);
});

it('stops with the caller’s own reason', async () => {
  const requests = createRequests({ fetch: hanging });
  const abort = new AbortController();
  const asked = requests.json({ ...call, signal: abort.signal });
  const reason = new Error('left the page');
  abort.abort(reason);
  await expect(asked).rejects.toBe(reason);
  expect(requests.ledger.snapshot().records[0]?.status).toBe('failed');
});

it('refuses what could be a picture', async () => {
  const fetch = answering(() => new Response(''));
  const requests = createRequests({ fetch });
  await expect(
    requests.json({ ...call, body: new Blob(['x']) as unknown as string }),
  ).rejects.toThrow(TypeError);
  await expect(requests.json({ ...call, body: 'x'.repeat(70_000) })).rejects.toThrow(RangeError);
  expect(fetch).not.toHaveBeenCalled();
  expect(requests.ledger.snapshot().records).toEqual([]);
});

it('gets bytes, up to what was expected', async () => {
  const requests = createRequests({ fetch: answering(() => new Response(new Uint8Array(100))) });
  const get = {
    url: 'https://gateway.example/raw/id',
    purpose: 'media',
    label: 'read back',
  } as const;
  expect((await requests.get({ ...get, largest: 100 })).bytes).toHaveLength(100);
  await expect(requests.get({ ...get, largest: 99 })).rejects.toMatchObject({
    code: 'network-unreachable',
  });
  expect(
    requests.ledger.snapshot().records.map(({ status, bytesDown }) => [status, bytesDown]),
  ).toEqual([
    ['done', 100],
    ['failed', 0],
  ]);
});

it('publishes bytes, and says in the ledger how many of them are an avatar’s, and that none is a photo’s', async () => {
  const fetch = answering(() => new Response('{"id":"x"}'));
  const requests = createRequests({ fetch, now: () => 5 });
  const body = new Uint8Array(1000);
  expect(
    await requests.publish({
      url: 'https://gateway.example/tx',
      label: 'publish',
      body,
      avatarBytes: 900,
    }),
  ).toEqual({ status: 200, text: '{"id":"x"}' });
  expect(fetch).toHaveBeenCalledWith(
    'https://gateway.example/tx',
    expect.objectContaining({
      method: 'POST',
      body,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );
  expect(requests.ledger.snapshot().records).toMatchObject([
    { purpose: 'media', bytesUp: 1000, photoBytes: 0, avatarBytes: 900, bytesDown: 10 },
  ]);
});

it('forgets the oldest of very many, and sums those that the list has let go, too', async () => {
  const requests = createRequests({ fetch: answering(() => new Response('ok')) });
  for (let n = 0; n < 510; n++) await requests.json(call);
  await requests.json({ ...call, purpose: 'message', body: '{}' });
  const { records, totals } = requests.ledger.snapshot();
  expect(records).toHaveLength(500);
  expect(records[0]?.id).toBe(12);
  expect(totals).toEqual({
    requests: 511,
    bytesUp: 510 * 8 + 2,
    bytesDown: 511 * 2,
    ...without,
  });
});

it('writes down what the main process asked, in the list and in the sums', () => {
  const requests = createRequests({ fetch: answering(() => new Response('')), now: () => 5 });
  const noted = {
    purpose: 'chain',
    host: 'own.example',
    label: 'getGenesisHash',
    bytesUp: 51,
    bytesDown: 90,
    status: 'done',
  } as const;
  requests.note(noted);
  const { records, totals } = requests.ledger.snapshot();
  expect(records).toEqual([{ id: 1, at: 5, ...noted, ...without }]);
  expect(totals).toEqual({ requests: 1, bytesUp: 51, bytesDown: 90, ...without });
});

it('sends a key with what must count once', async () => {
  const fetch = answering(() => new Response(''));
  await createRequests({ fetch }).json({ ...call, idempotencyKey: 'one' });
  expect(fetch).toHaveBeenCalledWith(
    call.url,
    expect.objectContaining({
      headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
    }),
  );
});
