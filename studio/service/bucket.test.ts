import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { startFakeBucket, type FakeBucket } from '../../tests/support/fake-bucket.ts';
import { openBucket } from './bucket.ts';

let bucket: FakeBucket;
beforeAll(async () => {
  bucket = await startFakeBucket();
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => bucket.stop());

function setKey(change: Readonly<Record<string, string>> = {}): void {
  const key = {
    AWS_ACCESS_KEY_ID: bucket.keyId,
    AWS_SECRET_ACCESS_KEY: bucket.secret,
    AWS_REGION: bucket.region,
    ...change,
  };
  for (const [name, value] of Object.entries(key)) vi.stubEnv(name, value);
}

it('keeps, gives and removes by signed requests, a folder of many pages too', async () => {
  setKey();
  const storage = await openBucket(bucket.address);
  const bytes = Buffer.from([0, 255, 1, 254]);
  const names = Array.from({ length: 8 }, (_, n) => `pictures/one/${String(n)}`);
  for (const name of [...names, 'pictures/one-more/0', 'photos/one/0'])
    await storage.put(name, bytes);
  expect(await storage.get('pictures/one/7')).toEqual(bytes);
  expect(await storage.get('pictures/one/8')).toBeUndefined();
  await storage.put('pictures/one/7', Buffer.from('again'));
  expect(await storage.get('pictures/one/7')).toEqual(Buffer.from('again'));
  await storage.remove('pictures/one');
  expect([...bucket.objects.keys()]).toEqual(['pictures/one-more/0', 'photos/one/0']);
  await storage.remove('pictures/nobody');
});

it('fails for the time being when the store does, and says so at the start', async () => {
  setKey();
  const storage = await openBucket(bucket.address);
  bucket.fail(1);
  await expect(storage.put('photos/one/1', Buffer.from('x'))).rejects.toThrow();
  expect(bucket.objects.has('photos/one/1')).toBe(false);
  bucket.fail(1);
  await expect(storage.get('photos/one/0')).rejects.toThrow();
  bucket.fail(1);
  await expect(storage.remove('photos/one')).rejects.toThrow();
  expect(bucket.objects.has('photos/one/0')).toBe(true);
  bucket.fail(1);
  await expect(openBucket(bucket.address)).rejects.toMatchObject({ reason: 'missing' });
});

it('says what is wrong with a key, a region and a bucket', async () => {
  setKey({ AWS_SECRET_ACCESS_KEY: 'another' });
  await expect(openBucket(bucket.address)).rejects.toThrow(/SignatureDoesNotMatch/);
  setKey({ AWS_REGION: 'elsewhere' });
  await expect(openBucket(bucket.address)).rejects.toThrow(/InvalidAccessKeyId/);
  setKey();
  await expect(openBucket(bucket.address.replace('avatars', 'nothing'))).rejects.toThrow(
    /no such bucket/,
  );
  setKey({ AWS_ACCESS_KEY_ID: '' });
  await expect(openBucket(bucket.address)).rejects.toMatchObject({ reason: 'usage' });
  setKey();
  await expect(openBucket('https://')).rejects.toMatchObject({ reason: 'usage' });
  const { address } = bucket;
  await bucket.stop();
  await expect(openBucket(address)).rejects.toMatchObject({ reason: 'missing' });
});
