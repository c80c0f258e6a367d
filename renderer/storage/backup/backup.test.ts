import { beforeEach, describe, expect, it } from 'vitest';

import {
  ADDRESS,
  avatar,
  CHUNK,
  creditsOf,
  device,
  everything,
  fill,
  GENESIS,
  memoryFile,
  order,
  PASSPHRASE,
  saved,
  scope,
  SIGNATURE,
  usage,
  type Device,
} from '../../../tests/support/backup-device.ts';
import { EXAMPLE_BRAND, examplePicture } from '../../../tests/support/example-rows.ts';
import type { Avatar } from '../../core/avatars.ts';
import { DEFAULT_SETTINGS } from '../../core/validation.ts';
import type { ProfileSettings } from '../../ports/store.ts';
import { Database } from '../database.ts';
import { sweepImports } from './rows.ts';

let here: Device;
let there: Device;
beforeEach(async () => {
  here = await device();
  there = await device('email:vault');
});

/** Brings the guest's library on this device into the account on the other one. */
async function bring(): Promise<void> {
  const file = await saved(here, 'guest');
  await (await there.backups.check(file, PASSPHRASE, scope('email:vault'))).bring();
}

describe('a backup', () => {
  it('restores a library into another profile on another device, everything once', async () => {
    await fill(here, 'wallet:x', 3);
    const file = await saved(here, 'wallet:x');
    const checked = await there.backups.check(file, PASSPHRASE, scope('email:vault'));
    expect(checked).toMatchObject({ avatars: 3, here: 0, purchases: 1, elsewhere: 0 });
    expect(checked.adds).toEqual({ purchases: 1, others: true });
    expect(await there.store.list('avatars', scope('email:vault'))).toEqual([]);
    expect(await checked.bring()).toEqual({ avatars: 3, purchases: 1 });

    const avatars = await there.store.list('avatars', scope('email:vault'));
    expect(avatars.map(({ uid, id }) => [uid, id])).toEqual([
      ['uid-0', 101],
      ['uid-1', 102],
      ['uid-2', 103],
    ]);
    const [mine, theirs] = await Promise.all(
      [here, there].map(({ store }) => store.get('pictures', 'uid-1')),
    );
    expect(await theirs?.full.bytes()).toEqual(await mine?.full.bytes());
    expect(theirs?.full.type).toBe('image/png');
    expect(await creditsOf(there, scope('email:vault'))).toEqual({
      available: 0,
      reserved: 0,
      spent: 3,
      granted: 0,
    });
    // The purchase doesn't count until the chain has confirmed it.
    expect((await there.store.get('orders', order('A', '').id))?.state).toMatchObject({
      kind: 'manual',
      signature: SIGNATURE,
    });
    expect(await there.store.paymentHolder(GENESIS, SIGNATURE)).toBeUndefined();
    expect(await there.store.get('settings', 'email:vault')).toMatchObject({
      email: 'ada@example.com',
    });

    const before = await everything(there);
    const again = await there.backups.check(file, PASSPHRASE, scope('email:vault'));
    expect(again).toMatchObject({ avatars: 3, here: 3, purchases: 1 });
    expect(again.adds).toEqual({ purchases: 0, others: false });
    expect(await again.bring()).toEqual({ avatars: 0, purchases: 0 });
    expect(await everything(there)).toBe(before);
  });

  it.each(['image/webp', 'image/jpeg', 'image/png'])(
    'brings a thumbnail that is %s, as its browser wrote it',
    async (type) => {
      await fill(here, 'guest', 1, 200, type);
      await bring();
      const picture = await there.store.get('pictures', 'uid-0');
      expect(picture?.thumb.type).toBe(type);
      expect(await picture?.thumb.text()).toBe('thumb');
    },
  );

  it('merges what both devices made since', async () => {
    await fill(here, 'guest', 2);
    await bring();
    await there.store.write([
      {
        table: 'avatars',
        put: {
          ...(await there.store.list('avatars', scope('email:vault')))[0],
          name: 'Mine',
        } as Avatar,
      },
    ]);
    await here.store.write([
      { table: 'avatars', put: avatar('later', 'guest', 150) },
      { table: 'pictures', put: examplePicture(scope('guest'), 'later') },
      { table: 'ledger', put: usage('reserve', 'reserve:two', 1, 'guest', 'two') },
      { table: 'ledger', put: usage('consume', 'consume:later', 1, 'guest', 'two') },
    ]);
    await bring();
    const avatars = await there.store.list('avatars', scope('email:vault'));
    expect(avatars.map(({ name }) => name)).toEqual(['Mine', 'Realistic 102', 'Realistic 150']);
    expect((await creditsOf(there, scope('email:vault'))).spent).toBe(3);
  });

  it('adds its brand kit to settings without one, and nothing else', async () => {
    await fill(here, 'guest', 1);
    const own = { id: 'email:vault', profileId: 'email:vault', genesis: 'any' };
    const set = (settings: Partial<ProfileSettings>) =>
      there.store.write([{ table: 'settings', put: { ...DEFAULT_SETTINGS, ...settings, ...own } }]);
    await set({ email: 'own@example.com' });
    await bring();
    expect(await there.store.get('settings', own.id)).toEqual({
      ...DEFAULT_SETTINGS,
      ...own,
      email: 'own@example.com',
      brand: EXAMPLE_BRAND,
    });
    await set({ brand: { ...EXAMPLE_BRAND, name: 'Own' } });
    await bring();
    expect((await there.store.get('settings', own.id))?.brand?.name).toBe('Own');
  });

  it('restores no avatar that was returned for its credit, here or there', async () => {
    await fill(here, 'guest', 3);
    const before = await saved(here, 'guest');
    await here.store.write([
      { table: 'ledger', put: usage('return', 'return:uid-1', 1, 'guest') },
      { table: 'avatars', remove: 'uid-1' },
      { table: 'pictures', remove: 'uid-1' },
    ]);
    const checked = await here.backups.check(before, PASSPHRASE, scope('guest'));
    expect(await checked.bring()).toMatchObject({ avatars: 0 });
    expect(await here.store.get('avatars', 'uid-1')).toBeUndefined();
    expect(await here.store.get('pictures', 'uid-1')).toBeUndefined();
    expect(await creditsOf(here, scope('guest'))).toMatchObject({ spent: 2, available: 998 });

    const after = await saved(here, 'guest');
    const elsewhere = await there.backups.check(after, PASSPHRASE, scope('email:vault'));
    expect(await elsewhere.bring()).toMatchObject({ avatars: 2 });
    expect((await creditsOf(there, scope('email:vault'))).spent).toBe(2);
  });

  it('counts no payment in a second library of the device', async () => {
    await fill(here, 'guest', 2);
    const checked = await here.backups.check(
      await saved(here, 'guest'),
      PASSPHRASE,
      scope('wallet:other'),
    );
    expect(checked).toMatchObject({ here: 2, purchases: 1, elsewhere: 1 });
    expect(await checked.bring()).toEqual({ avatars: 0, purchases: 0 });
    expect((await creditsOf(here, scope('wallet:other'))).granted).toBe(0);
    expect((await creditsOf(here, scope('guest'))).available).toBe(998);
  });

  it('leaves out what another device mustn’t continue: open batches, unsent orders, photos', async () => {
    await fill(here, 'guest', 1);
    await here.store.write([
      { table: 'orders', put: { ...order('B', 'guest'), state: { kind: 'draft' } } },
      { table: 'ledger', put: usage('reserve', 'reserve:open', 5, 'guest', 'open') },
      {
        table: 'batches',
        put: {
          ...scope('guest'),
          id: 'open',
          draftId: 'd',
          size: 1024,
          state: 'running',
          items: [],
          createdAt: 1,
        },
      },
    ]);
    await bring();
    expect(
      (await there.store.list('orders', scope('email:vault'))).map(({ state }) => state.kind),
    ).toEqual(['manual']);
    expect(await creditsOf(there, scope('email:vault'))).toMatchObject({
      spent: 1,
      reserved: 0,
    });
  });

  it('of a locked account can’t be made', async () => {
    await expect(here.backups.save('email:vault', PASSPHRASE, memoryFile())).rejects.toMatchObject({
      code: 'storage-locked',
    });
  });

  it('with pictures larger than a chunk comes back byte for byte', async () => {
    await fill(here, 'guest', 3, CHUNK * 3 - 7);
    await bring();
    for (const uid of ['uid-0', 'uid-1', 'uid-2']) {
      const [a, b] = await Promise.all(
        [here, there].map(async ({ store }) =>
          (await store.get('pictures', uid))?.full.arrayBuffer(),
        ),
      );
      expect(
        Buffer.from(b ?? new ArrayBuffer(0)).equals(Buffer.from(a ?? new ArrayBuffer(1))),
      ).toBe(true);
    }
  });

  it('of another chain is refused: nothing of it would appear', async () => {
    await fill(here, 'guest', 1);
    const other = { profileId: 'guest', genesis: ADDRESS };
    await expect(
      there.backups.check(await saved(here, 'guest'), PASSPHRASE, other),
    ).rejects.toMatchObject({ code: 'receipt-other-chain' });
  });

  it('reveals nothing about its contents', async () => {
    await fill(here, 'guest', 1);
    const text = Buffer.from(await (await saved(here, 'guest')).arrayBuffer()).toString('latin1');
    for (const secret of ['ada@example.com', 'uid-0', 'Realistic', 'LK-A', 'thumb', ADDRESS])
      expect(text).not.toContain(secret);
  });
});

describe('cancelled', () => {
  it('in the middle, an import leaves nothing behind', async () => {
    await fill(here, 'guest', 6, 30_000);
    const checked = await there.backups.check(
      await saved(here, 'guest'),
      PASSPHRASE,
      scope('email:vault'),
    );
    const before = await everything(there);
    const control = new AbortController();
    const halfway = checked.bring({
      signal: control.signal,
      onProgress: (done) => done > 0.5 && control.abort(),
    });
    await expect(halfway).rejects.toMatchObject({ code: 'engine-aborted' });
    expect(await everything(there)).toBe(before);
  });

  it('an export writes no more', async () => {
    await fill(here, 'guest', 4, 60_000);
    const control = new AbortController();
    const file = memoryFile();
    let atAbort: number | undefined;
    const onProgress = (): void => {
      control.abort();
      atAbort ??= file.bytes().size;
    };
    const saving = here.backups.save('guest', PASSPHRASE, file, {
      signal: control.signal,
      onProgress,
    });
    await expect(saving).rejects.toMatchObject({ code: 'engine-aborted' });
    expect(atAbort).toBeLessThan(4 * 60_000);
    expect(file.bytes().size).toBe(atAbort);
  });
});

it('pictures of an import that was interrupted when the app ended are swept at a later start', async () => {
  await here.store.write([
    {
      table: 'settings',
      put: { ...DEFAULT_SETTINGS, id: 'guest', profileId: 'guest', genesis: 'any' },
    },
  ]);
  const database = new Database(here.name);
  await database.pictures.put({
    key: 'orphan',
    profileId: 'guest',
    genesis: GENESIS,
    createdAt: 1,
    revision: 'r',
    body: {},
  });
  await database.device.put({
    name: 'import',
    profileId: 'guest',
    pictures: ['orphan'],
    at: Date.now() - 600_000,
  });
  const file = await saved(here, 'guest');
  await here.backups.check(file, PASSPHRASE, scope('guest'));
  expect(await database.pictures.count()).toBe(0);
  expect(await database.device.get('import')).toBeUndefined();
});

it('adds nothing if another tab sweeps the import after a sleep, and everything at the next try', async () => {
  await fill(here, 'guest', 40, 2_000);
  const file = await saved(here, 'guest');
  const check = () => there.backups.check(file, PASSPHRASE, scope('email:vault'));
  const database = new Database(there.name);
  await database.open();
  let sweep: Promise<void> | undefined;
  const onProgress = (done: number): void => {
    if (done > 0.95) sweep ??= sweepImports(database, Date.now() + 600_000);
  };
  const before = await everything(there);
  await expect((await check()).bring({ onProgress })).rejects.toThrow();
  await sweep;
  expect(await everything(there)).toBe(before);
  expect(await (await check()).bring()).toMatchObject({ avatars: 40 });
});

it('restores an avatar that was just removed, whose picture waits for an undo', async () => {
  await fill(here, 'guest', 2);
  const file = await saved(here, 'guest');
  await here.store.write([{ table: 'avatars', remove: 'uid-0' }]);
  const checked = await here.backups.check(file, PASSPHRASE, scope('guest'));
  expect(await checked.bring()).toMatchObject({ avatars: 1 });
  expect(await here.store.get('pictures', 'uid-0')).toBeDefined();
});

it('keeps every picture if two tabs restore the same file at once', async () => {
  await fill(here, 'guest', 3);
  const file = await saved(here, 'guest');
  const check = () => there.backups.check(file, PASSPHRASE, scope('email:vault'));
  const both = await Promise.all([check(), check()]);
  await Promise.allSettled(both.map((one) => one.bring()));
  const avatars = await there.store.list('avatars', scope('email:vault'));
  expect(avatars).toHaveLength(3);
  for (const { uid } of avatars) expect(await there.store.get('pictures', uid)).toBeDefined();
});
