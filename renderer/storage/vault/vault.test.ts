import 'fake-indexeddb/auto';
import { createCipheriv } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Kdf } from '../../core/accounts/kdf.ts';
import type { Avatar } from '../../core/avatars.ts';
import type { LedgerEntry } from '../../core/credits.ts';
import type { Scope } from '../../core/scope.ts';
import { DEFAULT_SETTINGS } from '../../core/validation.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Picture, Store } from '../../ports/store.ts';
import { Database } from '../database.ts';
import { createAccounts, createKeyring, createStore } from '../index.ts';
import type { Keyring } from '../keyring.ts';
import { argon2 } from './argon2.ts';
import { type Bytes, hex, utf8 } from './bytes.ts';
import { deriveKey, open, seal } from './crypto.ts';
import type { Derive } from './derive.ts';
import { pack, unpack } from './pack.ts';

const fromHex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));

describe('known answers', () => {
  const kdf = (memory: number, iterations: number): Kdf => ({ name: 'argon2id', memory, iterations, parallelism: 1, salt: btoa('somesalt') });

  it.each([
    // The reference implementation's test.c, version 0x13.
    [65_536, 2, '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7'],
    [256, 2, '9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe'],
    [65_536, 4, '9025d48e68ef7395cca9079da4c4ec3affb3c8911fe4f86d1a2520856f63172c'],
  ])('Argon2id with %i KiB and %i passes', async (memory, iterations, expected) => {
    expect(hex(await argon2(utf8('password'), kdf(memory, iterations)))).toBe(expected);
  });

  it('AES-256-GCM: test case 16 of McGrew and Viega', async () => {
    const key = await crypto.subtle.importKey('raw', fromHex('feffe9928665731c6d6a8f9467308308'.repeat(2)), 'AES-GCM', false, ['encrypt', 'decrypt']);
    const plain = fromHex(
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
    );
    // Its associated data isn't text, so what is bound here is checked against another implementation.
    const nonce = fromHex('cafebabefacedbaddecaf888');
    const cipher = createCipheriv('aes-256-gcm', fromHex('feffe9928665731c6d6a8f9467308308'.repeat(2)), nonce);
    cipher.setAAD(utf8('a row'));
    const expected = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    const sealed = await seal(key, plain, 'a row', nonce);
    expect(hex(sealed)).toBe(expected.toString('hex'));
    expect(hex(sealed).slice(24, 24 + 64)).toBe('522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa');
    expect(hex(await open(key, sealed, 'a row'))).toBe(hex(plain));
    await expect(open(key, sealed, 'another row')).rejects.toThrow();
  });

  it('HKDF-SHA-256: test case 1 of RFC 5869, as the key of AES-GCM', async () => {
    // deriveKey gives a key that can't be read, so it is told by what it seals.
    const okm = fromHex('3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf');
    const salt = fromHex('000102030405060708090a0b0c');
    const info = String.fromCharCode(...fromHex('f0f1f2f3f4f5f6f7f8f9'));
    const base = await crypto.subtle.importKey('raw', fromHex('0b'.repeat(22)), 'HKDF', false, ['deriveBits']);
    const bits = await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info: Uint8Array.from(info, (c) => c.charCodeAt(0)) }, base, 256);
    expect(hex(new Uint8Array(bits))).toBe(hex(okm));
    const ours = await deriveKey(fromHex('0b'.repeat(22)), salt, 'info');
    const theirs = await crypto.subtle.importKey(
      'raw',
      await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info: utf8('info') }, base, 256),
      'AES-GCM', false, ['encrypt'],
    );
    expect(hex(await seal(ours, utf8('x'), '', salt.slice(0, 12)))).toBe(hex(await seal(theirs, utf8('x'), '', salt.slice(0, 12))));
    expect(ours.extractable).toBe(false);
  });
});

describe('a packed row', () => {
  it('comes back with its Blobs and bigints', async () => {
    const row = { a: 5n, b: new Blob(['pixels'], { type: 'image/png' }), c: { d: [1, 'x', null], e: new Blob([]) } };
    const back = unpack(await pack(row)) as typeof row;
    expect(back.a).toBe(5n);
    expect([back.b.type, await back.b.text(), back.c.e.size, back.c.d]).toEqual(['image/png', 'pixels', 0, [1, 'x', null]]);
  });

  it('is refused when it is cut short or too long', async () => {
    const bytes = await pack({ b: new Blob(['pixels']) });
    for (let end = 0; end < bytes.length; end++) expect(() => unpack(bytes.slice(0, end))).toThrow();
    expect(() => unpack(new Uint8Array([...bytes, 0]))).toThrow();
  });
});

const scope = (id: string) => ({ profileId: `email:${id}`, genesis: 'chain-1' });
const ada = { email: 'ada.lovelace@example.com', password: 'violet anchor', remember: false };

let name: string;
let time: number;
let accounts: Accounts;
let store: Store;
const kept = new Map<string, string>();
const storage = (): Storage =>
  ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }) as unknown as Storage;
const derive: Derive = { derive: argon2, measure: () => Promise.resolve(400) };

/** The app in a page of its own: what a reload, or another tab, sees. */
function page(): { accounts: Accounts; store: Store; keyring: Keyring } {
  const ring = createKeyring();
  const opened = createAccounts({ name, keyring: ring, storage, now: () => time, derive, memory: 64 });
  return { accounts: opened, store: createStore({ name, keyring: ring }), keyring: ring };
}
const entry = (id: string, owner: string, at = 1): LedgerEntry => ({ ...scope(owner), id, kind: 'grant', amount: 7, cause: 'LK-ORDER', at });
const openId = (): string => accounts.snapshot().id ?? '';

/** Node's own can't pass a CryptoKey on, as browsers' do. */
class LocalChannel {
  static readonly all = new Set<LocalChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(readonly name: string) {
    LocalChannel.all.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of LocalChannel.all) {
      if (other !== this && other.name === this.name) queueMicrotask(() => other.onmessage?.({ data }));
    }
  }
}
beforeAll(() => void vi.stubGlobal('BroadcastChannel', LocalChannel));
afterAll(() => void vi.unstubAllGlobals());

beforeEach(() => {
  kept.clear();
  LocalChannel.all.clear();
  name = crypto.randomUUID();
  time = 1_000_000;
  ({ accounts, store } = page());
});

describe('an account', () => {
  it('is made once for an address, opens with its password alone, and keeps its rows', async () => {
    await accounts.create(ada);
    const id = openId();
    expect(accounts.snapshot()).toMatchObject({ status: 'open', email: ada.email, remembered: false, idleMinutes: 15, codeKept: false });
    await store.write([{ table: 'ledger', put: entry('grant:1', id) }]);
    await accounts.lock();
    expect(accounts.snapshot()).toMatchObject({ status: 'locked', email: ada.email });
    await expect(store.list('ledger', scope(id))).rejects.toMatchObject({ code: 'storage-locked' });
    expect(await store.get('ledger', 'grant:1')).toBeUndefined();

    await expect(accounts.create({ ...ada, email: ' ADA.Lovelace@example.com ' })).rejects.toMatchObject({ code: 'account-exists' });
    await expect(accounts.open({ ...ada, password: 'wrong' })).rejects.toMatchObject({ code: 'password-wrong' });
    await expect(accounts.open({ ...ada, email: 'b@example.com' })).rejects.toMatchObject({ code: 'account-unknown' });
    await accounts.open({ ...ada, email: 'ADA.lovelace@example.com' });
    expect(await store.get('ledger', 'grant:1')).toEqual(entry('grant:1', id));
  });

  it('lists its rows by time, which storage doesn’t show', async () => {
    await accounts.create(ada);
    const id = openId();
    await store.write([entry('c', id, 30), entry('a', id, 10), entry('b', id, 20)].map((put) => ({ table: 'ledger' as const, put })));
    expect((await store.list('ledger', scope(id))).map((row) => row.id)).toEqual(['a', 'b', 'c']);
    expect((await new Database(name).ledger.toArray()).map((row) => row.createdAt)).toEqual([0, 0, 0]);
  });

  it('loses no change under its hidden names, and removes rows', async () => {
    await accounts.create(ada);
    const id = openId();
    await store.write([{ table: 'ledger', put: { ...entry('x', id), amount: 0 } }]);
    const more = () => store.update('ledger', 'x', (row) => (row ? [{ table: 'ledger', put: { ...row, amount: row.amount + 1 } }] : []));
    await Promise.all(Array.from({ length: 10 }, more));
    expect((await store.get('ledger', 'x'))?.amount).toBe(10);
    await store.write([{ table: 'ledger', remove: 'x' }]);
    expect(await new Database(name).ledger.count()).toBe(0);
  });

  it('takes over a guest’s row that is put back as its own', async () => {
    await store.write([{ table: 'ledger', put: { ...entry('x', ''), profileId: 'guest' } }]);
    await accounts.create(ada);
    await store.update('ledger', 'x', (row) => (row ? [{ table: 'ledger', put: { ...row, ...scope(openId()) } }] : []));
    const rows = await new Database(name).ledger.toArray();
    expect(rows.map(({ profileId, key }) => [profileId, key === 'x'])).toEqual([[`email:${openId()}`, false]]);
  });

  it('knows nobody else’s rows, and they not its', async () => {
    await accounts.create(ada);
    const first = openId();
    await store.write([{ table: 'ledger', put: entry('mine', first) }]);
    await accounts.create({ ...ada, email: 'b@example.com' });
    expect(openId()).not.toBe(first);
    expect(await store.get('ledger', 'mine')).toBeUndefined();
    await expect(store.list('ledger', scope(first))).rejects.toMatchObject({ code: 'storage-locked' });
    expect(await store.listAll('ledger', 'chain-1')).toEqual([]);
  });

  it('refuses a row that was put in another’s place', async () => {
    await accounts.create(ada);
    const id = openId();
    await store.write([entry('a', id), entry('b', id)].map((put) => ({ table: 'ledger' as const, put })));
    const database = new Database(name);
    const [one, two] = await database.ledger.toArray();
    if (!one || !two) throw new Error('nothing was stored');
    await database.ledger.put({ ...one, body: two.body });
    await expect(store.list('ledger', scope(id))).rejects.toMatchObject({ code: 'account-damaged' });
  });
});

describe('the password', () => {
  it('waits after wrong ones, after a restart too, and is free again after a right one', async () => {
    await accounts.create(ada);
    await accounts.signOut();
    const wrong = () => page().accounts.open({ ...ada, password: 'wrong!' });
    for (let n = 0; n < 3; n++) await expect(wrong()).rejects.toMatchObject({ code: 'password-wrong' });
    await expect(page().accounts.open(ada)).rejects.toMatchObject({ code: 'account-slow-down', context: { seconds: 5 } });
    time += 5_000;
    await expect(wrong()).rejects.toMatchObject({ code: 'password-wrong' });
    await expect(page().accounts.open(ada)).rejects.toMatchObject({ context: { seconds: 10 } });
    time += 10_000;
    await accounts.open(ada);
    await accounts.lock();
    await expect(wrong()).rejects.toMatchObject({ code: 'password-wrong' });
  });

  it('is changed with the old one, and the rows stay', async () => {
    await accounts.create(ada);
    const id = openId();
    await store.write([{ table: 'ledger', put: entry('x', id) }]);
    await expect(accounts.changePassword('wrong', 'new password')).rejects.toMatchObject({ code: 'password-wrong' });
    await accounts.changePassword(ada.password, 'new password');
    await accounts.lock();
    await expect(accounts.open(ada)).rejects.toMatchObject({ code: 'password-wrong' });
    await accounts.open({ ...ada, password: 'new password' });
    expect(await store.get('ledger', 'x')).toEqual(entry('x', id));
  });

  it('is set anew by the recovery code, until that is renewed', async () => {
    const { recoveryCode } = await accounts.create(ada);
    await accounts.lock();
    const recover = (code: string) => accounts.recover({ ...ada, password: 'forgotten no more', code });
    await expect(recover('AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')).rejects.toMatchObject({ code: 'recovery-code-wrong' });
    await recover(recoveryCode);
    await expect(accounts.open(ada)).rejects.toMatchObject({ code: 'password-wrong' });
    await accounts.open({ ...ada, password: 'forgotten no more' });
    const renewed = await accounts.renewCode('forgotten no more');
    await expect(recover(recoveryCode)).rejects.toMatchObject({ code: 'recovery-code-wrong' });
    await recover(renewed.recoveryCode);
  });
});

describe('a page that opens later', () => {
  it('finds a remembered account open, by a key that can’t be exported', async () => {
    await accounts.create({ ...ada, remember: true });
    await store.write([{ table: 'ledger', put: entry('x', openId()) }]);
    const record = await new Database(name).device.get('remembered');
    expect(record?.name === 'remembered' && [record.data.extractable, record.names.extractable]).toEqual([false, false]);
    const later = page();
    expect(later.accounts.snapshot().status).toBe('restoring');
    await later.accounts.start();
    expect(later.accounts.snapshot()).toMatchObject({ status: 'open', email: ada.email, remembered: true });
    expect(await later.store.get('ledger', 'x')).toBeDefined();
  });

  it('forgets it when it is locked or signed out of', async () => {
    await accounts.create({ ...ada, remember: true });
    await accounts.lock();
    expect(await new Database(name).device.get('remembered')).toBeUndefined();
    const later = page();
    await later.accounts.start();
    expect(later.accounts.snapshot()).toMatchObject({ status: 'locked' });
    expect(later.accounts.snapshot().email).toBeUndefined();
    await later.accounts.signOut();
    expect(page().accounts.snapshot().status).toBe('none');
  });

  it('has what another page has open, and loses it with it', async () => {
    await accounts.create(ada);
    const other = page();
    await other.accounts.start();
    expect(other.accounts.snapshot()).toMatchObject({ status: 'open', email: ada.email, remembered: false });
    const locked = new Promise<void>((resolve) => other.accounts.subscribe(resolve));
    await accounts.lock();
    await locked;
    expect(other.accounts.snapshot().status).toBe('locked');
    expect(other.keyring.vault()).toBeUndefined();
  });
});

it('erased, leaves nothing of itself and nothing else touched', async () => {
  await store.write([{ table: 'ledger', put: { ...entry('guest’s', ''), profileId: 'guest' } }]);
  await accounts.create({ ...ada, remember: true });
  const id = openId();
  await store.write([{ table: 'ledger', put: entry('x', id) }]);
  await expect(accounts.erase('wrong')).rejects.toMatchObject({ code: 'password-wrong' });
  await accounts.erase(ada.password);
  expect(accounts.snapshot().status).toBe('none');
  const database = new Database(name);
  expect(await Promise.all([database.vaults.count(), database.ledger.count(), database.device.get('remembered')])).toEqual([0, 1, undefined]);
  await accounts.create(ada); // the address is free again
});

describe('a locked store', () => {
  const marker = 'MARKER-IN-A-PICTURE';
  const picture = (profileId: string): Picture => ({ ...scope(''), profileId, uid: `uid-of-${profileId}`, full: new Blob([marker.repeat(3)]), thumb: new Blob(['thumb']) });

  /** Every stored value as text: Blobs, bytes and base64 are looked into. */
  async function dump(): Promise<string> {
    const database = new Database(name);
    await database.open();
    const parts: string[] = [...kept.entries()].flat();
    const look = async (value: unknown): Promise<void> => {
      if (value instanceof Blob) parts.push(Buffer.from(await value.arrayBuffer()).toString('latin1'));
      else if (ArrayBuffer.isView(value)) parts.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1'));
      else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) await look(inner);
      else parts.push(String(value));
    };
    for (const table of database.tables) for (const row of (await table.toArray()) as unknown[]) await look(row);
    const text = parts.join('\n');
    const decoded = (text.match(/[\w+/]{16,}={0,2}/g) ?? []).map((word) => Buffer.from(word, 'base64').toString('latin1'));
    return [text, ...decoded].join('\n').toLowerCase();
  }

  it('shows no picture, address, order or password, while a plain profile shows the same picture', async () => {
    const { recoveryCode } = await accounts.create(ada);
    const id = openId();
    const order = 'LK-01ABCDEFGH0123456789';
    await store.write([
      { table: 'pictures', put: picture(`email:${id}`) },
      { table: 'ledger', put: { ...entry(`grant:${order}`, id), cause: order } },
      { table: 'settings', put: { ...scope(id), ...DEFAULT_SETTINGS, id: `email:${id}`, email: ada.email } },
    ]);
    await store.claimPayment('chain-1', 'SIGNATURE', order, [{ table: 'orders', put: { ...scope(id), id: order, createdAt: 5 } as never }]);
    expect(await store.paymentHolder('chain-1', 'SIGNATURE')).toBe(order);
    await accounts.lock();
    expect(await store.paymentHolder('chain-1', 'SIGNATURE')).toMatch(/^locked:/);
    expect(await store.claimPayment('chain-1', 'SIGNATURE', 'LK-OTHER')).toMatch(/^locked:/);

    const secrets = [marker, ada.email, 'ada.lovelace', order, 'SIGNATURE', ada.password, recoveryCode, recoveryCode.replaceAll('-', ''), `uid-of-email:${id}`];
    const locked = await dump();
    for (const secret of secrets) expect(locked).not.toContain(secret.toLowerCase());

    await store.write([{ table: 'pictures', put: picture('guest') }]);
    expect(await dump()).toContain(marker.toLowerCase());
  });
});

describe('a draft’s photo in an account', () => {
  const photo = new Blob(['a face'], { type: 'image/jpeg' });

  it('is there while the account is open, and swept in time though it is locked', async () => {
    await accounts.create(ada);
    const profileId = `email:${openId()}`;
    await store.draftPhotos.put('d', photo, profileId);
    expect(await (await store.draftPhotos.get('d'))?.text()).toBe('a face');
    await accounts.lock();
    expect(await store.draftPhotos.get('d')).toBeUndefined();
    await store.draftPhotos.sweep(Date.now() - 1_000);
    expect(await new Database(name).photos.count()).toBe(1);
    await store.draftPhotos.sweep(Date.now() + 1_000);
    const database = new Database(name);
    expect([await database.photos.count(), await database.photoKeys.count()]).toEqual([0, 0]);
  });

  it('is swept alone: a guest’s has its own clock', async () => {
    await store.draftPhotos.put('d', photo);
    await store.draftPhotos.sweep(Date.now() + 1_000);
    expect(await store.draftPhotos.get('d')).toBeDefined();
  });
});

describe('a library that is carried over', () => {
  const guest = { profileId: 'guest', genesis: 'chain-1' };
  const fill = (...uids: string[]): Promise<void> =>
    store.write(
      uids.flatMap((uid, at) => [
        { table: 'avatars', put: { ...guest, uid, createdAt: at + 1 } as Avatar },
        { table: 'pictures', put: { ...guest, uid, full: new Blob([`png ${uid}`]), thumb: new Blob(['thumb']) } },
      ]),
    );

  it('moves whole into the account, its payments with it, and nothing stays behind', async () => {
    const paid = { ...guest, id: 'LK-1', createdAt: 5, state: { kind: 'finalized', proof: { signature: 'S' } } } as never;
    await store.claimPayment('chain-1', 'S', 'LK-1', [
      { table: 'orders', put: paid },
      { table: 'ledger', put: { ...entry('grant:LK-1', ''), ...guest } },
    ]);
    await fill('a', 'b');
    await store.write([{ table: 'ledger', put: { ...entry('elsewhere', ''), ...guest, genesis: 'chain-2' } }]);
    await accounts.create(ada);
    const mine = scope(openId());
    await store.move(guest, mine.profileId);
    expect(await store.list('ledger', guest)).toEqual([]);
    expect((await store.list('ledger', mine)).map(({ id }) => id)).toEqual(['grant:LK-1']);
    expect(await (await store.get('pictures', 'b'))?.full.text()).toBe('png b');
    expect((await store.get('orders', 'LK-1'))?.profileId).toBe(mine.profileId);
    expect(await store.paymentHolder('chain-1', 'S')).toBe('LK-1');
    expect(await store.list('ledger', { ...guest, genesis: 'chain-2' })).toHaveLength(1);
    await accounts.lock();
    expect(await store.get('pictures', 'b')).toBeUndefined();
    expect(await store.paymentHolder('chain-1', 'S')).toMatch(/^locked:/);
    await store.move(guest, 'wallet:x'); // nothing is left to move
    expect(await store.list('ledger', { ...guest, profileId: 'wallet:x' })).toEqual([]);
  });

  it('ended in the middle is whole on both sides, and goes on when it is done again', async () => {
    await fill('a', 'b', 'c');
    await store.write([{ table: 'ledger', put: { ...entry('grant:1', ''), ...guest } }]);
    await accounts.create(ada);
    const mine = scope(openId());
    const ended = new Error('the app ended');
    const half = store.move(guest, mine.profileId, (done) => {
      if (done > 0.4) throw ended;
    });
    await expect(half).rejects.toBe(ended);
    const uids = async (of: Scope): Promise<string[]> => (await store.list('avatars', of)).map(({ uid }) => uid);
    expect([await uids(mine), await uids(guest)]).toEqual([['a', 'b'], ['c']]);
    const owners = await Promise.all(['a', 'b', 'c'].map(async (uid) => (await store.get('pictures', uid))?.profileId));
    expect(owners).toEqual([mine.profileId, mine.profileId, 'guest']);
    expect(await store.list('ledger', guest)).toHaveLength(1);
    await store.move(guest, mine.profileId);
    expect([await uids(mine), await uids(guest)]).toEqual([['a', 'b', 'c'], []]);
    expect(await store.list('ledger', mine)).toHaveLength(1);
  });
});
