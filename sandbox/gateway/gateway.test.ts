import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { createMedia } from '../../renderer/chain/media/index.ts';
import { createRequests } from '../../renderer/platform/requests.ts';
import type { Media } from '../../renderer/ports/media.ts';
import { sharedFolder } from '../../tests/support/folders.ts';
import { VirtualClock } from '../../tests/support/virtual-clock.ts';
import { startGateway, type Gateway } from './start-gateway.ts';

const folder = sharedFolder();
const requests = createRequests();
const time = new VirtualClock();
let gateway: Gateway;
let media: Media;
let secret: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  gateway = await startGateway({ folder, port: 0 });
  media = createMedia({ gateway: gateway.media, requests, clock: time.clock });
  ({ secret } = await media.createKey());
});
afterEach(() => gateway.heal());
afterAll(() => gateway.stop());

const file = (text: string) =>
  media.item(secret, new TextEncoder().encode(text), 'application/json');
const options = { avatarBytes: 0, again: true };

it('takes a signed item once, serves it as its type, and keeps it between starts', async () => {
  const item = await file('{"name":"Artistic 1"}');
  const before = gateway.counts;
  await media.publish(item, options);
  await media.publish(item, options);
  expect(gateway.counts).toEqual({ items: before.items + 1, uploads: before.uploads + 1 });
  await gateway.stop();
  gateway = await startGateway({ folder, port: 0 });
  media = createMedia({ gateway: gateway.media, requests, clock: time.clock });
  for (const path of [item.id, `raw/${item.id}`]) {
    const response = await fetch(`${gateway.url}/${path}`);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe('{"name":"Artistic 1"}');
  }
  expect((await fetch(`${gateway.url}/../etc/passwd`)).status).toBe(404);
});

it('refuses what isn’t validly signed, and what is over its free size', async () => {
  const item = await file('a forged picture');
  const forged = Uint8Array.from(item.wire);
  forged[forged.length - 1] = 0;
  await expect(media.publish({ ...item, wire: forged }, options)).rejects.toMatchObject({
    code: 'media-refused',
    context: { status: 400 },
  });
  const large = await file('x'.repeat(await media.freeBytes()));
  await expect(media.publish(large, options)).rejects.toMatchObject({
    code: 'media-refused',
    context: { status: 402 },
  });
});

it.each([
  ['down', 'media-unreachable'],
  ['refuses', 'media-refused'],
  ['tampered', 'media-differs'],
] as const)('%s is %s, and after healing the same item goes through', async (fault, code) => {
  const item = await file(`through ${fault}`);
  gateway.fault(fault);
  await expect(media.publish(item, options)).rejects.toMatchObject({ code });
  gateway.heal();
  await media.publish(item, options);
  expect(await (await fetch(item.url)).text()).toBe(`through ${fault}`);
});

it('is waited for while it takes and doesn’t serve yet, and given up by the caller’s signal', async () => {
  const item = await file('late');
  gateway.fault('forgets');
  const uploads = gateway.counts.uploads;
  let done = false;
  const published = media.publish(item, options).then(() => (done = true));
  await expect.poll(() => gateway.counts.uploads).toBe(uploads + 1);
  expect(done).toBe(false);
  gateway.heal();
  await expect
    .poll(async () => {
      await time.pass(1_000);
      return done;
    })
    .toBe(true);
  await published;

  await expect(media.freeBytes(AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
});
