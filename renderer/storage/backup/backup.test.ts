import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Avatar } from '../../core/avatars.ts';
import { MAGIC } from '../../core/backup/format.ts';
import { type LedgerEntry, sumCredits } from '../../core/credits.ts';
import { LikenessError } from '../../core/errors.ts';
import { lamports } from '../../core/money.ts';
import type { Order } from '../../core/orders/order.ts';
import { grantOf } from '../../core/orders/selectors.ts';
import { DEFAULT_SETTINGS } from '../../core/validation.ts';
import type { Backups } from '../../ports/backups.ts';
import type { FileSink } from '../../ports/files.ts';
import type { Store } from '../../ports/store.ts';
import { Database } from '../database.ts';
import { createBackups, createKeyring, createStore } from '../index.ts';
import { argon2 } from '../vault/argon2.ts';
import { hex, randomBytes } from '../vault/bytes.ts';
import { vaultKeys } from '../vault/crypto.ts';
import type { Derive } from '../vault/derive.ts';
import { vaultCodec } from '../vault/vault-codec.ts';

const GENESIS = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY';
const ADDRESS = '4g1bN2QmhU1CPNdHD3yaZAXAEC8sF2quaCDfZqJkzWjA';
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
const CHUNK = 8_192;
const PASSPHRASE = 'violet anchor';
/** Derived once for each passphrase and salt: what is tested a thousand times is the file. */
const derived = new Map<string, ReturnType<typeof argon2>>();
const derive: Derive = {
  derive(secret, kdf) {
    const key = `${hex(secret)} ${JSON.stringify(kdf)}`;
    const known = derived.get(key) ?? argon2(secret, kdf);
    derived.set(key, known);
    return known;
  },
  measure: () => Promise.resolve(400),
};

const order = (id: string, profileId: string, signature = SIGNATURE): Order => ({
  id: `LK-${id.padEnd(20, '0')}`,
  profileId,
  genesis: GENESIS,
  plan: 'basic',
  priceBook: 1,
  price: lamports(1_200_000_000n),
  credits: 1_000,
  treasury: ADDRESS,
  reference: ADDRESS,
  manualAmount: lamports(1_200_000_001n),
  sinceSlot: 5,
  createdAt: 1,
  updatedAt: 2,
  state: {
    kind: 'finalized',
    proof: { signature, slot: 9, blockTime: null, payer: ADDRESS, treasury: ADDRESS, lamports: lamports(1_200_000_000n), fee: lamports(5_000n) },
  },
});
const avatar = (uid: string, profileId: string, id: number): Avatar => ({
  profileId,
  genesis: GENESIS,
  id,
  uid,
  name: `Realistic ${id}`,
  recipe: { style: 'realistic', background: 'none', seed: id, options: { crop: { zoom: 1, x: 0, y: 0, roll: 0 } }, engine: 2 },
  size: 1024,
  bytes: 10,
  likeness: 0.9,
  softened: false,
  createdAt: id,
  downloads: 0,
  liked: false,
  batchId: 'batch',
});
const usage = (kind: LedgerEntry['kind'], id: string, amount: number, profileId: string, cause = 'batch'): LedgerEntry => ({
  profileId, genesis: GENESIS, id, kind, amount, cause, at: 3,
});

/** A device of its own: its database, its stores, its backups. */
interface Device {
  readonly name: string;
  readonly store: Store;
  readonly backups: Backups;
}
async function device(open?: string): Promise<Device> {
  const name = crypto.randomUUID();
  const keyring = createKeyring();
  if (open !== undefined) keyring.hold(open, vaultCodec(await vaultKeys(randomBytes(32))));
  return { name, store: createStore({ name, keyring }), backups: createBackups({ name, keyring, derive, memory: 8, chunkBytes: CHUNK }) };
}

/** So many random bytes, as a PNG would bring. */
function picture(bytes: number): Blob {
  const whole = Array.from({ length: Math.floor(bytes / 50_000) }, () => randomBytes(50_000));
  return new Blob([...whole, randomBytes(bytes % 50_000)], { type: 'image/png' });
}

/** A library of `count` avatars, 1,000 credits of which `count` are used, and its settings. */
async function fill({ store }: Device, profileId: string, count: number, pictureBytes = 200): Promise<void> {
  const paid = order('A', profileId);
  await store.claimPayment(GENESIS, SIGNATURE, paid.id, [
    { table: 'orders', put: paid },
    { table: 'ledger', put: grantOf(paid, 2) },
  ]);
  await store.write([
    { table: 'settings', put: { ...DEFAULT_SETTINGS, id: profileId, profileId, genesis: 'any', email: 'ada@example.com' } },
    { table: 'ledger', put: usage('reserve', 'reserve:batch', count, profileId) },
  ]);
  for (let n = 0; n < count; n++) {
    const uid = `uid-${n}`;
    await store.write([
      { table: 'avatars', put: avatar(uid, profileId, 101 + n) },
      { table: 'pictures', put: { profileId, genesis: GENESIS, uid, full: picture(pictureBytes), thumb: new Blob(['thumb'], { type: 'image/webp' }) } },
      { table: 'ledger', put: usage('consume', `consume:${uid}`, 1, profileId) },
    ]);
  }
}

function memoryFile(): FileSink & { bytes: () => Blob; aborted: () => boolean } {
  const parts: Blob[] = [];
  let aborted = false;
  return {
    write: (bytes) => {
      parts.push(new Blob([bytes]));
      return Promise.resolve();
    },
    close: () => Promise.resolve({}),
    abort: () => {
      aborted = true;
      return Promise.resolve();
    },
    bytes: () => new Blob(parts),
    aborted: () => aborted,
  };
}
async function saved(from: Device, profileId: string): Promise<Blob> {
  const file = memoryFile();
  await from.backups.save(profileId, PASSPHRASE, file);
  return file.bytes();
}

/** Every row of every table, in a comparable form. */
async function everything({ name }: Device): Promise<string> {
  const database = new Database(name);
  await database.open();
  const tables = database.tables.filter((table) => table.name !== 'counters');
  return JSON.stringify(await Promise.all(tables.map(async (table) => [table.name, await table.toCollection().primaryKeys()])));
}

const scope = (profileId: string) => ({ profileId, genesis: GENESIS });
let here: Device;
let there: Device;
beforeEach(async () => {
  here = await device();
  there = await device('email:vault');
});

describe('a backup', () => {
  it('brings a library into another profile on another device, each thing once', async () => {
    await fill(here, 'wallet:x', 3);
    const file = await saved(here, 'wallet:x');
    const checked = await there.backups.check(file, PASSPHRASE, 'email:vault');
    expect(checked).toMatchObject({ avatars: 3, here: 0, purchases: 1, elsewhere: 0 });
    expect(await there.store.list('avatars', scope('email:vault'))).toEqual([]);
    expect(await checked.bring()).toEqual({ avatars: 3, purchases: 1 });

    const avatars = await there.store.list('avatars', scope('email:vault'));
    expect(avatars.map(({ uid, id }) => [uid, id])).toEqual([['uid-0', 101], ['uid-1', 102], ['uid-2', 103]]);
    const [mine, theirs] = await Promise.all([here, there].map(({ store }) => store.get('pictures', 'uid-1')));
    expect(await theirs?.full.bytes()).toEqual(await mine?.full.bytes());
    expect(theirs?.full.type).toBe('image/png');
    expect(sumCredits(await there.store.list('ledger', scope('email:vault')))).toEqual({ available: 997, reserved: 0, spent: 3, granted: 1_000 });
    expect((await there.store.get('orders', order('A', '').id))?.state.kind).toBe('finalized');
    expect(await there.store.paymentHolder(GENESIS, SIGNATURE)).toBe(order('A', '').id);
    expect(await there.store.get('settings', 'email:vault')).toMatchObject({ email: 'ada@example.com' });

    const before = await everything(there);
    const again = await there.backups.check(file, PASSPHRASE, 'email:vault');
    expect(again).toMatchObject({ avatars: 3, here: 3 });
    expect(await again.bring()).toEqual({ avatars: 0, purchases: 0 });
    expect(await everything(there)).toBe(before);
  });

  it('merges what both devices made since', async () => {
    await fill(here, 'guest', 2);
    await (await there.backups.check(await saved(here, 'guest'), PASSPHRASE, 'email:vault')).bring();
    await there.store.write([{ table: 'avatars', put: { ...(await there.store.list('avatars', scope('email:vault')))[0], name: 'Mine' } as Avatar }]);
    await here.store.write([
      { table: 'avatars', put: avatar('later', 'guest', 150) },
      { table: 'pictures', put: { ...scope('guest'), uid: 'later', full: new Blob(['png'], { type: 'image/png' }), thumb: new Blob(['webp'], { type: 'image/webp' }) } },
      { table: 'ledger', put: usage('reserve', 'reserve:two', 1, 'guest', 'two') },
      { table: 'ledger', put: usage('consume', 'consume:later', 1, 'guest', 'two') },
    ]);
    await (await there.backups.check(await saved(here, 'guest'), PASSPHRASE, 'email:vault')).bring();
    const avatars = await there.store.list('avatars', scope('email:vault'));
    expect(avatars.map(({ name }) => name)).toEqual(['Mine', 'Realistic 102', 'Realistic 150']);
    expect(sumCredits(await there.store.list('ledger', scope('email:vault'))).available).toBe(997);
  });

  it('counts no payment in a second library of the device', async () => {
    await fill(here, 'guest', 2);
    const checked = await here.backups.check(await saved(here, 'guest'), PASSPHRASE, 'wallet:other');
    expect(checked).toMatchObject({ here: 2, purchases: 1, elsewhere: 1 });
    expect(await checked.bring()).toEqual({ avatars: 0, purchases: 0 });
    expect(sumCredits(await here.store.list('ledger', scope('wallet:other'))).granted).toBe(0);
    expect(sumCredits(await here.store.list('ledger', scope('guest'))).available).toBe(998);
  });

  it('leaves out what another device must not take up: open batches, unsent orders, photos', async () => {
    await fill(here, 'guest', 1);
    await here.store.write([
      { table: 'orders', put: { ...order('B', 'guest'), state: { kind: 'draft' } } },
      { table: 'ledger', put: usage('reserve', 'reserve:open', 5, 'guest', 'open') },
      { table: 'batches', put: { ...scope('guest'), id: 'open', draftId: 'd', size: 1024, state: 'running', items: [], createdAt: 1 } },
    ]);
    await (await there.backups.check(await saved(here, 'guest'), PASSPHRASE, 'email:vault')).bring();
    expect((await there.store.list('orders', scope('email:vault'))).map(({ state }) => state.kind)).toEqual(['finalized']);
    expect(sumCredits(await there.store.list('ledger', scope('email:vault'))).available).toBe(999);
  });

  it('of a locked account is not made', async () => {
    await expect(here.backups.save('email:vault', PASSPHRASE, memoryFile())).rejects.toMatchObject({ code: 'storage-locked' });
  });

  it('with pictures larger than a chunk comes back byte for byte', async () => {
    await fill(here, 'guest', 3, CHUNK * 3 - 7);
    await (await there.backups.check(await saved(here, 'guest'), PASSPHRASE, 'email:vault')).bring();
    for (const uid of ['uid-0', 'uid-1', 'uid-2']) {
      const [a, b] = await Promise.all([here, there].map(async ({ store }) => (await store.get('pictures', uid))?.full.arrayBuffer()));
      expect(Buffer.from(b ?? new ArrayBuffer(0)).equals(Buffer.from(a ?? new ArrayBuffer(1)))).toBe(true);
    }
  });

  it('shows nothing of what it holds', async () => {
    await fill(here, 'guest', 1);
    const text = Buffer.from(await (await saved(here, 'guest')).arrayBuffer()).toString('latin1');
    for (const secret of ['ada@example.com', 'uid-0', 'Realistic', 'LK-A', 'thumb', ADDRESS]) expect(text).not.toContain(secret);
  });
});

describe('cancelled', () => {
  it('in the middle, an import leaves nothing', async () => {
    await fill(here, 'guest', 6, 30_000);
    const checked = await there.backups.check(await saved(here, 'guest'), PASSPHRASE, 'email:vault');
    const before = await everything(there);
    const control = new AbortController();
    const halfway = checked.bring({ signal: control.signal, onProgress: (done) => done > 0.5 && control.abort() });
    await expect(halfway).rejects.toMatchObject({ code: 'engine-aborted' });
    expect(await everything(there)).toBe(before);
  });

  it('an export writes no more', async () => {
    await fill(here, 'guest', 4, 60_000);
    const control = new AbortController();
    const file = memoryFile();
    const saving = here.backups.save('guest', PASSPHRASE, file, { signal: control.signal, onProgress: () => control.abort() });
    await expect(saving).rejects.toMatchObject({ code: 'engine-aborted' });
  });
});

it('pictures of an import that the app’s end cut short are swept at a later start', async () => {
  await here.store.write([{ table: 'settings', put: { ...DEFAULT_SETTINGS, id: 'guest', profileId: 'guest', genesis: 'any' } }]);
  const database = new Database(here.name);
  await database.pictures.put({ key: 'orphan', profileId: 'guest', genesis: GENESIS, createdAt: 1, revision: 'r', body: {} });
  await database.device.put({ name: 'import', profileId: 'guest', pictures: ['orphan'], at: Date.now() - 600_000 });
  const file = await saved(here, 'guest');
  await here.backups.check(file, PASSPHRASE, 'guest');
  expect(await database.pictures.count()).toBe(0);
  expect(await database.device.get('import')).toBeUndefined();
});

describe('a file that is not as it was written', () => {
  it('is refused by what it is', async () => {
    await fill(here, 'guest', 1);
    const file = await saved(here, 'guest');
    const check = (blob: Blob, phrase = PASSPHRASE) => there.backups.check(blob, phrase, 'email:vault');
    await expect(check(file, 'another phrase')).rejects.toMatchObject({ code: 'backup-passphrase' });
    await expect(check(new Blob(['a holiday picture']))).rejects.toMatchObject({ code: 'backup-foreign' });
    await expect(check(new Blob([]))).rejects.toMatchObject({ code: 'backup-foreign' });
    const text = Buffer.from(await file.arrayBuffer()).toString('latin1').replace('"version":1', '"version":2');
    await expect(check(new Blob([Buffer.from(text, 'latin1')]))).rejects.toMatchObject({ code: 'backup-newer' });
    const greedy = Buffer.from(await file.arrayBuffer()).toString('latin1').replace('"memory":8,', '"memory":9999999,');
    await expect(check(new Blob([Buffer.from(greedy, 'latin1')]))).rejects.toMatchObject({ code: 'backup-damaged' });
  });

  it('a thousand times over, never leaves a part of itself', { timeout: 120_000 }, async () => {
    await fill(here, 'guest', 3, CHUNK);
    const whole = Buffer.from(await (await saved(here, 'guest')).arrayBuffer());
    const before = await everything(there);
    // Mulberry32: the same thousand every time.
    let seed = 20_261_121;
    const random = (): number => {
      seed = (seed + 0x6d2b79f5) | 0;
      let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
    const at = (most: number): number => Math.floor(random() * most);
    const front = MAGIC.length + 4 + whole.readUInt32BE(MAGIC.length);
    const sealedChunk = CHUNK + 16;
    const chunk = (index: number): Buffer => whole.subarray(front + index * sealedChunk, front + (index + 1) * sealedChunk);
    const damages: readonly (() => Buffer)[] = [
      () => flip(at(whole.length)),
      () => flip(at(front)),
      () => flip(front + at(whole.length - front)),
      () => whole.subarray(0, at(whole.length)),
      () => Buffer.concat([whole, Buffer.from([at(256)])]),
      () => {
        const cut = front + at(whole.length - front);
        return Buffer.concat([whole.subarray(0, cut), whole.subarray(cut + 1 + at(2_000))]);
      },
      () => Buffer.concat([whole.subarray(0, front), chunk(1), chunk(0), whole.subarray(front + 2 * sealedChunk)]),
      () => whole.subarray(0, front + (1 + at(3)) * sealedChunk),
      () => Buffer.concat([whole.subarray(0, front), chunk(0), chunk(0), whole.subarray(front + sealedChunk)]),
      () => Buffer.concat([whole.subarray(0, front), whole.subarray(front + sealedChunk)]),
    ];
    const flip = (place: number): Buffer => {
      const copy = Buffer.from(whole);
      copy[place] = (copy[place] ?? 0) ^ (1 << at(8));
      return copy;
    };
    const codes = new Map<string, number>();
    for (let n = 0; n < 1_000; n++) {
      const damaged = damages[n % damages.length]?.() ?? whole;
      const outcome = await there.backups.check(new Blob([new Uint8Array(damaged)]), PASSPHRASE, 'email:vault').then(
        (checked) => checked.bring().then(() => 'imported'),
        (thrown: unknown) => (thrown instanceof LikenessError ? thrown.code : 'another error'),
      );
      codes.set(outcome, (codes.get(outcome) ?? 0) + 1);
      if (n % 20 === 19) expect(await everything(there)).toBe(before);
    }
    for (const outcome of codes.keys()) expect(outcome).toMatch(/^backup-(damaged|foreign|newer|passphrase)$/);
    expect(codes.get('backup-damaged')).toBeGreaterThan(800);
    // And the file itself is fine.
    expect(await (await there.backups.check(new Blob([whole]), PASSPHRASE, 'email:vault')).bring()).toEqual({ avatars: 3, purchases: 1 });
  });
});
