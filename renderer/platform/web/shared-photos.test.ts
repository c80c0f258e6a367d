import { expect, it, vi } from 'vitest';

import manifest from '../../public/manifest.webmanifest?raw';
import { mayBeShared, SHARE_PATH, TAKE_SHARED, takeSharedPhotos } from './shared-photos.ts';

it('the manifest posts to where the worker listens, in the field it reads', () => {
  expect((JSON.parse(manifest) as { share_target: unknown }).share_target).toEqual({
    action: SHARE_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'photo', accept: ['image/*'] }] },
  });
});

it.each([
  ['null', '', true],
  [undefined, '', true],
  ['https://likeness.example', 'https://likeness.example/customize', true],
  ['https://other.example', 'https://other.example/', false],
  ['https://other.example', '', false],
  ['null', 'https://other.example/', false],
  ['https://likeness.example.other.example', '', false],
  ['null', 'https://likeness.example.other.example/', false],
  ['http://likeness.example', '', false],
])('a request with origin %s and referrer %j may be a share: %s', (origin, referrer, may) => {
  const headers = new Headers(origin === undefined ? {} : { origin });
  expect(mayBeShared({ headers, referrer }, 'https://likeness.example')).toBe(may);
});

it('what the worker holds comes as photos, one without a name too', async () => {
  const asked: unknown[] = [];
  const photos = await takeSharedPhotos({
    postMessage(message: unknown, transfer: unknown) {
      asked.push(message);
      const [port] = transfer as readonly MessagePort[];
      port?.postMessage([]);
    },
  });
  expect(asked).toEqual([TAKE_SHARED]);
  expect(photos).toEqual([]);
});

it('without a worker there is nothing, and one that is silent is not waited for', async () => {
  expect(await takeSharedPhotos(undefined)).toEqual([]);
  vi.useFakeTimers();
  const silent = takeSharedPhotos({ postMessage: () => undefined });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await silent).toEqual([]);
  vi.useRealTimers();
});
