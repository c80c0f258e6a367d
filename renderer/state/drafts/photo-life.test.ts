import { beforeEach, expect, it } from 'vitest';

import { ada, onNewDevice, type AccountDevice } from '../../../tests/support/account-device.ts';
import { codeOf } from '../../../tests/support/code-of.ts';
import { exampleDraft } from '../../../tests/support/example-rows.ts';
import { DRAFT_LIFETIME_MS } from '../../core/constants.ts';
import { DRAFT_SCOPE, draftScope } from '../../core/drafts.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Store } from '../../ports/store.ts';
import { Database } from '../../storage/database.ts';
import { createPhotoLife } from './photo-life.ts';

const HOUR = 3_600_000;
let device: AccountDevice;
let page: ReturnType<AccountDevice['page']>;
onNewDevice((next) => {
  device = next;
  page = device.page();
});

/** A photo of no account, and then an account that is opened. */
const added = async (createdAt: number): Promise<Scope> => {
  const { accounts, store } = page;
  const draft = { ...exampleDraft('d', {}), ...DRAFT_SCOPE, createdAt };
  await store.write([{ table: 'drafts', put: draft }]);
  await store.draftPhotos.put('d', new Blob(['face'], { type: 'image/png' }));
  await accounts.create(ada);
  return draftScope(`email:${accounts.snapshot().id ?? ''}`);
};
const sweep = (scope: Scope, now: number, store: Store = page.store) =>
  createPhotoLife(
    store,
    { drop: () => undefined },
    () => now,
    () => scope,
  ).sweep();
const stored = async (): Promise<readonly number[]> => {
  const { drafts, photos, photoKeys } = new Database(device.name);
  return Promise.all([drafts.count(), photos.count(), photoKeys.count()]);
};
let now: number;
beforeEach(() => {
  now = Date.now();
});

it('takes a photo over into an account at the next try if its seal failed', async () => {
  const account = await added(now);
  const { draftPhotos } = page.store;
  const full = {
    ...page.store,
    draftPhotos: { ...draftPhotos, put: () => Promise.reject(new LikenessError('storage-full')) },
  };
  expect(await codeOf(sweep(account, now, full))).toBe('storage-full');
  await sweep(account, now);
  await page.accounts.lock();
  expect(await draftPhotos.get('d')).toBeUndefined();
  await sweep(DRAFT_SCOPE, now + DRAFT_LIFETIME_MS + HOUR);
  expect(await stored()).toEqual([0, 0, 0]);
});

it('deletes a photo that an account took over 24 hours after it was added', async () => {
  const account = await added(now - 23 * HOUR);
  await sweep(account, now);
  await page.accounts.lock();
  await sweep(DRAFT_SCOPE, now + HOUR + 60_000);
  expect(await stored()).toEqual([0, 0, 0]);
});

it('deletes a locked account’s photo, which was added while the clock was ahead, after 24 hours', async () => {
  const account = await added(now + 240 * HOUR);
  // Another tab has taken it over before the clock was corrected.
  await sweep(account, now + 240 * HOUR);
  await page.accounts.lock();
  await sweep(DRAFT_SCOPE, now);
  expect(await stored()).toEqual([1, 1, 1]);
  await sweep(DRAFT_SCOPE, now + DRAFT_LIFETIME_MS + HOUR);
  expect(await stored()).toEqual([0, 0, 0]);
});
