import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';

import { ask } from '../renderer/core/engines/engine.ts';
import { protocolOf } from '../renderer/core/engines/protocol.ts';
import { EngineFailed } from '../renderer/ports/engines.ts';
import { EXAMPLE_JOB, FOLLOWING, never } from '../tests/support/example-job.ts';
import { latin1Of, testServer } from '../tests/support/test-server.ts';
import { createEngineHost, storedEngines, type EngineHost, type HostOptions } from './host.ts';
import { openLine } from './line.ts';
import { LEFT } from './picture.ts';

/** An engine of the kind `edits` that notes what it gets. */
async function engine(busy = 0) {
  const seen: { readonly path: string; readonly key: string; readonly body: string }[] = [];
  let refusals = busy;
  const address = await testServer((request, response) => {
    void latin1Of(request).then((body) => {
      seen.push({ path: request.url ?? '', key: request.headers.authorization ?? '', body });
      const isEdit = request.url === '/v1/images/edits';
      if (request.url === '/v1/models') response.end('{"data": [{"id": "painter"}]}');
      else if (!isEdit) response.writeHead(404).end('{"detail": "Not Found"}');
      else if (!body.includes('filename=')) response.writeHead(400).end('{"error": "no image"}');
      else if (refusals > 0) {
        refusals -= 1;
        response.writeHead(503, { 'Retry-After': '0' }).end();
      } else response.end('{"data": [{"b64_json": "UE5H"}]}');
    });
  });
  const photo = Buffer.from(EXAMPLE_JOB.photo).toString('latin1');
  return { address, seen, photos: () => seen.filter(({ body }) => body.includes(photo)) };
}

function open(more: Partial<HostOptions> = {}) {
  const written: unknown[] = [];
  const host = createEngineHost({
    engines: [],
    write: (engines) => void written.push(JSON.parse(JSON.stringify(engines))),
    ...more,
  });
  return { host, written };
}

const codeOf = (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'done',
    (thrown: unknown) => (thrown instanceof EngineFailed ? thrown.failure.code : String(thrown)),
  );

const made = (host: EngineHost, signal = never()) =>
  host.make('own', EXAMPLE_JOB, { ...FOLLOWING, signal });

describe('a name', () => {
  const at = (port: string) => ({
    address: `http://own.test:${port}/v1`,
    authorization: undefined,
  });
  const found = (...addresses: readonly string[]) =>
    Promise.resolve(addresses.map((address) => ({ address, family: isIP(address) })));

  it('is looked up once, so that what it stands for later isn’t asked', async () => {
    const { address, seen } = await engine();
    const answers = [found('127.0.0.1'), found('169.254.169.254')];
    const line = await openLine(at(new URL(address).port), () => answers.shift() ?? found());
    expect(line.class).toBe('machine');
    const protocol = protocolOf({ kind: 'edits' });
    for (let asks = 0; asks < 2; asks += 1) await line.follow(protocol.make(EXAMPLE_JOB));
    expect(seen).toHaveLength(2);
    expect(answers).toHaveLength(1);
  });

  it.each([
    ['link-local', ['169.254.169.254'], 'address-refused'],
    ['link-local in IPv6', ['fe80::1'], 'address-refused'],
    ['an IPv4 address inside an IPv6 one', ['::ffff:169.254.169.254'], 'address-refused'],
    ['of two classes', ['127.0.0.1', '93.184.215.14'], 'address-refused'],
    ['on the internet, without TLS', ['93.184.215.14'], 'address-refused'],
    ['multicast', ['224.0.0.1'], 'address-refused'],
    ['of nothing', [], 'address-refused'],
  ])('that is %s leads nowhere', async (_what, addresses, code) => {
    await expect(openLine(at('80'), () => found(...addresses))).rejects.toMatchObject({ code });
  });
});

it('waits for what comes slowly, but not for an engine that sends nothing', async () => {
  const most = 1_000;
  const address = await testServer((request, response) => {
    if (request.url === '/silent') return;
    const end = performance.now() + 1.1 * most;
    const pace = setInterval(() => {
      response.write('.');
      if (performance.now() < end) return;
      clearInterval(pace);
      response.end('whole');
    }, 50);
  });
  const lineWith = (ms: number) => openLine({ address, authorization: undefined }, undefined, ms);
  const slow = await (await lineWith(most)).follow(ask({ method: 'GET', path: '/slow' }));
  expect(Buffer.from(slow.body).toString()).toMatch(/^\.+whole$/);
  const silent = (await lineWith(50)).follow(ask({ method: 'GET', path: '/silent' }));
  await expect(silent).rejects.toMatchObject({ code: 'timed-out' });
});

describe('the host of the user’s engines', () => {
  it('finds what answers, sends the photo once it may, and counts its bytes', async () => {
    const { address, seen, photos } = await engine(2);
    const { host, written } = open();
    expect(await host.find(address, '', never())).toEqual({
      kind: 'edits',
      address: `${address}/v1`,
    });
    const setup = { name: 'own', kind: 'edits', address: `${address}/v1` } as const;
    expect(await host.save(setup, 'secret')).toEqual({
      ...setup,
      hasKey: true,
      keyInMemory: true,
      photoBytes: 0,
    });
    expect(await host.probe('own', never())).toMatchObject({ class: 'machine', missing: [] });
    expect(await codeOf(made(host))).toBe('not-allowed');
    expect(await codeOf(host.allowPhotos('own', 'internet'))).toBe('not-allowed');
    expect(photos()).toEqual([]);

    await host.allowPhotos('own', 'machine');
    expect(Buffer.from(await made(host)).toString()).toBe('PNG');
    expect(photos().map(({ key }) => key)).toEqual(Array(3).fill('Bearer secret'));
    expect(await host.list()).toMatchObject([
      { photosAllowed: 'machine', photoBytes: 3 * EXAMPLE_JOB.photo.length },
    ]);
    expect(JSON.stringify(written)).not.toContain('secret');
    expect(storedEngines.parse(written.at(-1))).toEqual([
      { ...setup, photosAllowed: 'machine', photoBytes: 15 },
    ]);

    await host.allowPhotos('own', null);
    const before = seen.length;
    expect(await codeOf(made(host))).toBe('not-allowed');
    expect(seen).toHaveLength(before);
  });

  it.each([
    [401, '', 'key', ''],
    [402, '{"error": "no credit"}', 'quota', 'no credit'],
    [404, '', 'cannot-edit', ''],
    [500, 'a model is loading', 'failed', 'a model is loading'],
    [503, '', 'busy', ''],
  ])('tells why what answers %i can’t be used', async (status, body, code, said) => {
    const address = await testServer((_, response) => response.writeHead(status).end(body));
    const found = open().host.find(address, '', never());
    await expect(found).rejects.toMatchObject({ failure: { code, said } });
  });

  it('tells what is wrong with TLS, since starting the engine wouldn’t help', async () => {
    const { address } = await engine();
    const found = open().host.find(address.replace('http', 'https'), '', never());
    const said = expect.stringContaining('wrong version number') as string;
    await expect(found).rejects.toMatchObject({ failure: { code: 'failed', said } });
  });

  it.each([
    ['address', (address: string) => ({ address: `${address}/other` })],
    ['model', () => ({ model: 'another' })],
    ['kind', () => ({ kind: 'sdapi' as const })],
    ['workflow', () => ({ workflow: 'kontext' })],
  ])('asks again when the %s changes', async (_, change) => {
    const { address, photos } = await engine();
    const { host } = open();
    const setup = { name: 'own', kind: 'edits', address: `${address}/v1` } as const;
    await host.save(setup, 'secret');
    await host.allowPhotos('own', 'machine');
    expect(await host.save(setup)).toMatchObject({ hasKey: true, photosAllowed: 'machine' });
    const changed = await host.save({ ...setup, ...change(address) });
    expect(changed).not.toHaveProperty('photosAllowed');
    expect(changed.hasKey).toBe(!('address' in change(address)));
    expect(await codeOf(made(host))).toBe('not-allowed');
    expect(photos()).toEqual([]);
  });

  it('has no photo sent where another class of address was allowed', async () => {
    const { address, photos } = await engine();
    const setup = { name: 'own', kind: 'edits', address: `${address}/v1` } as const;
    const { host } = open({ engines: [{ ...setup, photosAllowed: 'internet', photoBytes: 0 }] });
    expect(await codeOf(made(host))).toBe('not-allowed');
    expect(photos()).toEqual([]);
  });

  it('contacts nothing and sends nothing after a no of the user', async () => {
    const { address, seen } = await engine();
    const no = (): Promise<boolean> => Promise.resolve(false);
    const setup = { name: 'own', kind: 'edits', address } as const;
    const { host } = open({ mayContact: no });
    expect(await codeOf(host.find(address, '', never()))).toBe('not-contacted');
    expect(await codeOf(host.save(setup))).toBe('not-contacted');
    const unasked = open({ mayContact: () => Promise.resolve(undefined) }).host;
    expect(await codeOf(unasked.save(setup))).toBe('not-asked');
    expect(await host.list()).toEqual([]);
    const other = open({ maySendPhotos: no }).host;
    await other.save(setup);
    expect(await codeOf(other.allowPhotos('own', 'machine'))).toBe('not-allowed');
    expect(await codeOf(made(other))).toBe('not-allowed');
    expect(seen).toEqual([]);
  });

  it('gives an engine one job at a time, and cancels one that waits', async () => {
    const { address, photos } = await engine();
    const { host } = open();
    await host.save({ name: 'own', kind: 'edits', address: `${address}/v1` });
    await host.allowPhotos('own', 'machine');
    const stop = new AbortController();
    const first = made(host);
    const second = made(host, stop.signal);
    stop.abort();
    expect(await codeOf(second)).toBe('cancelled');
    await first;
    await made(host);
    expect(photos()).toHaveLength(2);
  });

  it.each([
    ['cancels at the engine what the user cancels', undefined, ['/sdcpp/v1/jobs/7/cancel']],
    ['leaves what the page left to be asked for later', LEFT, []],
  ])('%s', async (_, reason, cancels) => {
    const stop = new AbortController();
    const posted: string[] = [];
    const address = await testServer((request, response) => {
      if (request.method === 'POST') posted.push(request.url ?? '');
      response.end('{"id": "7", "status": "generating"}');
    });
    const { host } = open();
    await host.save({ name: 'own', kind: 'sdcpp', address });
    await host.allowPhotos('own', 'machine');
    const made = host.make('own', EXAMPLE_JOB, {
      ...FOLLOWING,
      signal: stop.signal,
      onProgress: () => stop.abort(reason),
    });
    expect(await codeOf(made)).toBe('cancelled');
    expect(posted.filter((path) => path.endsWith('cancel'))).toEqual(cancels);
  });

  it('keeps keys in the keychain if there is one, and removes them', async () => {
    const { address } = await engine();
    const stored = new Map<string, string>();
    const keys = {
      has: (name: string) => stored.has(name),
      read: (name: string) => Promise.resolve(stored.get(name)),
      write(name: string, key: string | undefined) {
        if (key === undefined) stored.delete(name);
        else stored.set(name, key);
        return Promise.resolve(true);
      },
    };
    const { host } = open({ keys });
    const saved = await host.save({ name: 'own', kind: 'edits', address }, 'secret');
    expect(saved).not.toHaveProperty('keyInMemory');
    expect(stored.get('own')).toBe('secret');
    expect((await host.save({ name: 'own', kind: 'edits', address }, '')).hasKey).toBe(false);
    expect(stored.size).toBe(0);
    await host.remove('own');
    expect(await codeOf(host.probe('own', never()))).toBe('unknown-engine');
  });
});
