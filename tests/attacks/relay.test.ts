import { beforeEach, expect, it } from 'vitest';

import { createEngineCalls } from '../../engine-host/calls.ts';
import { createRelay } from '../../engine-host/relay.ts';
import { CALL_MOST_BYTES, PHOTO_MOST_BYTES, toText } from '../../renderer/core/engines/calls.ts';
import { localEngines } from '../../sandbox/local-engines.ts';
import { EXAMPLE_JOB } from '../support/example-job.ts';
import {
  latin1Of,
  rawRequest,
  testServer,
  type RawReply,
  type RawRequest,
} from '../support/test-server.ts';

let host: string;
let engine: string;
/** What the engine got. */
let seen: string[];
/** What the engine waits for. */
let held: Promise<void> | undefined;

beforeEach(async () => {
  seen = [];
  held = undefined;
  const painter = await testServer((incoming, response) => {
    void latin1Of(incoming).then(async (body) => {
      seen.push(`${incoming.url ?? ''} ${body}`);
      await held;
      response.end('{"data": [{"b64_json": "UE5H"}]}');
    });
  });
  const relay = createRelay(createEngineCalls(localEngines(undefined)));
  const local = await testServer((incoming, response) => {
    if (!relay(incoming, response)) response.writeHead(405).end();
  });
  engine = `${painter}/v1`;
  host = new URL(local).host;
});

const own = (): Record<string, string> => ({
  origin: `http://${host}`,
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
});
const post = (
  call: string,
  body: string | Uint8Array,
  headers: RawRequest['headers'] = {},
  method = 'POST',
): Promise<RawReply> =>
  rawRequest(`http://${host}`, {
    method,
    path: `/engines/${call}`,
    headers: { ...own(), ...headers },
    body,
  });
const ID = '0b6f1e37-5f0e-4c53-8a55-a9d1b3f5e001';
const ask = (call: string, input: unknown): Promise<RawReply> => post(call, toText(input));
const save = (): Promise<RawReply> =>
  ask('save', { setup: { name: 'own', kind: 'edits', address: engine }, key: 'secret-key' });
const make = (name = 'own', more: object = {}): Promise<RawReply> =>
  ask('make', { id: ID, name, job: { ...EXAMPLE_JOB, ...more } });
const hasPhoto = (): boolean =>
  seen.some((one) => one.includes(Buffer.from(EXAMPLE_JOB.photo).toString('latin1')));

it('takes calls of its own page, and gives no other origin leave to read', async () => {
  await save();
  expect((await ask('allowPhotos', { name: 'own', allowed: 'machine' })).body).toContain('"value"');
  const made = await make();
  expect(made).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  expect(made.body).toContain('"base64":"UE5H"');
  expect(made.body).toContain('"photoBytes":5');
  expect(Object.keys(made.headers).join(' ')).not.toContain('access-control');
  expect(hasPhoto()).toBe(true);
});

it('begins its answer before the picture is made: no browser waits long for a head', async () => {
  await save();
  await ask('allowPhotos', { name: 'own', allowed: 'machine' });
  let go: () => void = () => undefined;
  held = new Promise((resolve) => (go = resolve));
  const body = toText({ id: ID, name: 'own', job: EXAMPLE_JOB });
  const answer = await fetch(`http://${host}/engines/make`, {
    method: 'POST',
    headers: own(),
    body,
  });
  go();
  expect(await answer.text()).toContain('"base64":"UE5H"');
});

it.each<[string, RawRequest['headers']]>([
  ['from a page of another origin', { origin: 'https://evil.example' }],
  ['from another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['from a page without an origin', { origin: 'null' }],
  ['from a program that names none', { origin: undefined }],
  [
    'under a name that was rebound to this machine',
    { host: 'evil.example:80', origin: 'http://evil.example:80' },
  ],
  [
    'under a name that begins like this machine’s',
    { host: 'localhost.evil.example:80', origin: 'http://localhost.evil.example:80' },
  ],
  ['under the address of any', { host: '0.0.0.0:80', origin: 'http://0.0.0.0:80' }],
  ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ['from another port’s site', { 'sec-fetch-site': 'same-site' }],
  ['from a bookmark', { 'sec-fetch-site': 'none' }],
  ['from a browser that doesn’t say', { 'sec-fetch-site': undefined }],
  ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['as plain text, which needs no leave', { 'content-type': 'text/plain' }],
])('refuses a call %s', async (_, headers) => {
  expect(await post('list', 'null', headers)).toMatchObject({ status: 403 });
  expect(seen).toEqual([]);
});

it.each(['OPTIONS', 'GET', 'PUT', 'DELETE'])('takes no %s', async (method) => {
  const answer = await post('list', '', {}, method);
  expect(answer.status).toBe(405);
  expect(Object.keys(answer.headers).join(' ')).not.toContain('access-control');
});

it.each([
  ['a call that isn’t there', 'exec', 'null', 404],
  ['an inherited name', 'constructor', 'null', 404],
  ['a path that leads out', '../list', 'null', 404],
  ['no JSON', 'list', '<html>', 400],
  ['a field too many', 'remove', '{"name": "own", "path": "/etc"}', 400],
  ['a name with a path', 'remove', '{"name": "../own"}', 400],
  ['a prototype', 'remove', '{"__proto__": {"name": "own"}}', 400],
  [
    'an address with a password',
    'find',
    `{"id": "${ID}", "key": "", "address": "http://a:b@c"}`,
    400,
  ],
  ['a file', 'find', `{"id": "${ID}", "key": "", "address": "file:///etc/passwd"}`, 400],
])('refuses %s', async (_, call, body, status) => {
  expect(await post(call, body)).toMatchObject({ status });
});

it('reads no body that is larger than a call, and no photo that is larger than one', async () => {
  const flood = await post('list', Buffer.alloc(CALL_MOST_BYTES + 1)).catch(() => undefined);
  expect(flood?.status ?? 413).toBe(413);
  await save();
  await ask('allowPhotos', { name: 'own', allowed: 'machine' });
  expect(await make('own', { photo: new Uint8Array(PHOTO_MOST_BYTES + 1) })).toMatchObject({
    status: 400,
  });
  expect(seen).toEqual([]);
});

it('sends no photo without consent, for another class, or to an engine that isn’t there', async () => {
  await save();
  expect((await make()).body).toContain('"not-allowed"');
  expect((await ask('allowPhotos', { name: 'own', allowed: 'internet' })).body).toContain(
    '"not-allowed"',
  );
  expect((await make()).body).toContain('"not-allowed"');
  expect((await make('other')).body).toContain('"unknown-engine"');
  expect(seen).toEqual([]);
});

it('never gives a key back', async () => {
  await save();
  const answers = [await ask('list', null), await ask('probe', { id: ID, name: 'own' })];
  expect(answers.map(({ body }) => body).join()).not.toContain('secret-key');
  // A page that was taken over can’t have the key sent elsewhere.
  const moved = { name: 'own', kind: 'edits', address: `${engine}/elsewhere` };
  expect((await ask('save', { setup: moved })).body).toContain('"hasKey":false');
});

it.each(['http://169.254.169.254', 'http://[fe80::1]', 'http://93.184.215.14'])(
  'contacts nothing at %s',
  async (address) => {
    expect((await ask('find', { id: ID, address, key: '' })).body).toContain('"address-refused"');
  },
);
