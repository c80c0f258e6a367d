import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { listen } from '../../tests/sandbox/listen.ts';
import type { Queryable } from './database.ts';
import { createReach } from './reach.ts';
import { callWebhook, signatureOf } from './webhooks.ts';

const secret = 'at least sixteen characters';
const heard: { readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }[] = [];
let status = 204;
let port = 0;
const server: Server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    heard.push({ headers: request.headers, body });
    response.writeHead(status, { Location: '/elsewhere' }).end('more than is wanted');
  });
});
beforeAll(async () => {
  port = await listen(server, 0);
});
afterAll(() => server.close());

/** Calls the webhook of an ended batch. Returns whether it is done with, and the log. */
async function call(url: string, networks: string): Promise<readonly [boolean, string]> {
  const row = { state: 'done', webhook: { url, secret }, finished_at: new Date(0) };
  const db: Queryable = {
    query: <T extends object>() => Promise.resolve([row as unknown as T]),
  };
  let logged = '';
  const went = await callWebhook(db, 'b', createReach(networks), (text) => (logged += text));
  return [went, logged];
}

it('reaches no address inside, named or in numbers, unless its network is opened', async () => {
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '[::ffff:127.0.0.1]']) {
    const [went, logged] = await call(`http://${host}:${String(port)}/`, '10.0.0.0/8');
    // True: not to be tried again.
    expect(went).toBe(true);
    expect(logged, host).toContain('is not called');
  }
  expect(heard).toEqual([]);
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await call(`http://${host}:${String(port)}/`, '127.0.0.0/8')).toEqual([true, '']);
  expect(heard).toHaveLength(2);
});

it('signs what it says, follows nothing, and is tried again until it is taken', async () => {
  heard.length = 0;
  for (status of [302, 503]) {
    const [went, logged] = await call(`http://127.0.0.1:${String(port)}/`, '127.0.0.1/32');
    expect(went).toBe(false);
    expect(logged).toContain(String(status));
  }
  status = 200;
  expect((await call(`http://127.0.0.1:${String(port)}/`, '127.0.0.1/32'))[0]).toBe(true);
  expect(heard).toHaveLength(3);
  const { headers, body } = heard[2] ?? { headers: {}, body: '' };
  const signature = String(headers['likeness-signature']);
  const seconds = Number(/^t=(\d+),/.exec(signature)?.[1]);
  expect(signature).toBe(signatureOf(secret, seconds, body));
  expect(JSON.parse(body)).toEqual({
    event: 'batch.done',
    batch: 'b',
    finishedAt: '1970-01-01T00:00:00.000Z',
  });
});

it('distinguishes internet addresses from internal ones', () => {
  const reach = createReach('');
  const open = ['93.184.216.34', '8.8.8.8', '172.32.0.1', '[2606:4700::1111]', 'hooks.example'];
  const inside = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.9.9.9', '169.254.169.254', '172.31.255.255'],
    ...['192.168.1.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['[::]', '[::1]', '[fe80::1]', '[fd00::1]', '[ff02::1]', '[64:ff9b::7f00:1]'],
    ...['[::ffff:10.0.0.1]', '[2002:7f00:1::]', '[2001:db8::1]'],
  ];
  expect(open.filter((address) => !reach.allows(address))).toEqual([]);
  expect(inside.filter((address) => reach.allows(address))).toEqual([]);
  expect(createReach('fd00::/8, 10.1.0.0/16').allows('[fd00::1]')).toBe(true);
  for (const wrong of ['10.0.0.0', '10.0.0.0/33', 'inside', '10.0.0.0/x', '::/129'])
    expect(() => createReach(wrong)).toThrow(/no network/);
});
