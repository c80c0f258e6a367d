import { beforeEach, describe, expect, it, vi } from 'vitest';

import {
  accountScope,
  ada,
  entry,
  onNewDevice,
  type AccountDevice,
} from '../../../tests/support/account-device.ts';
import { codeOf } from '../../../tests/support/code-of.ts';
import type { Kdf } from '../../core/accounts/kdf.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Store } from '../../ports/store.ts';
import { Database } from '../database.ts';
import { argon2 } from './argon2.ts';
import type { Bytes } from './bytes.ts';
import type { Derive } from './derive.ts';
import { createVaults } from './vaults.ts';

let device: AccountDevice;
let accounts: Accounts;
let store: Store;
onNewDevice((next) => {
  device = next;
  ({ accounts, store } = device.page());
});
const openId = (): string => accounts.snapshot().id ?? '';

describe('an account', () => {
  it('is created once per address, opens only with its password, and keeps its rows', async () => {
    await accounts.create(ada);
    const id = openId();
    expect(accounts.snapshot()).toMatchObject({
      status: 'open',
      email: ada.email,
      remembered: false,
      idleMinutes: 15,
      codeKept: false,
    });
    await store.write([{ table: 'ledger', put: entry('grant:1', id) }]);
    await accounts.lock();
    expect(accounts.snapshot()).toMatchObject({ status: 'locked', email: ada.email });
    expect(await codeOf(store.list('ledger', accountScope(id)))).toBe('storage-locked');
    expect(await store.get('ledger', 'grant:1')).toBeUndefined();

    expect(await codeOf(accounts.create({ ...ada, email: ' ADA.Lovelace@example.com ' }))).toBe(
      'account-exists',
    );
    expect(await codeOf(accounts.open({ ...ada, password: 'wrong' }))).toBe('password-wrong');
    expect(await codeOf(accounts.open({ ...ada, email: 'b@example.com' }))).toBe('account-unknown');
    await accounts.open({ ...ada, email: 'ADA.lovelace@example.com' });
    expect(await store.get('ledger', 'grant:1')).toEqual(entry('grant:1', id));
  });

  it('shows in storage neither its rows’ times nor, once removed, the rows', async () => {
    await accounts.create(ada);
    await store.write([{ table: 'ledger', put: entry('x', openId(), 30) }]);
    const { ledger } = new Database(device.name);
    expect((await ledger.toArray()).map((row) => row.createdAt)).toEqual([0]);
    await store.write([{ table: 'ledger', remove: 'x' }]);
    expect(await ledger.count()).toBe(0);
  });

  it('takes over a guest’s row that is written as its own', async () => {
    await store.write([{ table: 'ledger', put: { ...entry('x', ''), profileId: 'guest' } }]);
    await accounts.create(ada);
    await store.update('ledger', 'x', (row) =>
      row ? [{ table: 'ledger', put: { ...row, ...accountScope(openId()) } }] : [],
    );
    const rows = await new Database(device.name).ledger.toArray();
    expect(rows.map(({ profileId, key }) => [profileId, key === 'x'])).toEqual([
      [`email:${openId()}`, false],
    ]);
  });

  it('can’t read other profiles’ rows, nor they its', async () => {
    await accounts.create(ada);
    const first = openId();
    await store.write([{ table: 'ledger', put: entry('mine', first) }]);
    await accounts.create({ ...ada, email: 'b@example.com' });
    expect(openId()).not.toBe(first);
    expect(await store.get('ledger', 'mine')).toBeUndefined();
    expect(await codeOf(store.list('ledger', accountScope(first)))).toBe('storage-locked');
    expect(await store.listAll('ledger', 'chain-1')).toEqual([]);
  });

  it('doesn’t accept a row in another’s place', async () => {
    await accounts.create(ada);
    const id = openId();
    await store.write(
      [entry('a', id), entry('b', id)].map((put) => ({ table: 'ledger' as const, put })),
    );
    const database = new Database(device.name);
    const [one, two] = await database.ledger.toArray();
    if (!one || !two) throw new Error('nothing was stored');
    await database.ledger.put({ ...one, body: two.body });
    const unread = vi.fn();
    store.watchUnread(unread);
    const read = await store.list('ledger', accountScope(id));
    expect(read).toHaveLength(1);
    expect(unread).toHaveBeenLastCalledWith([
      expect.objectContaining({ table: 'ledger', key: one.key, problem: 'damaged' }),
    ]);
  });
});

describe('the password', () => {
  it('makes wrong ones wait, even after a restart, until a right one', async () => {
    await accounts.create(ada);
    await accounts.signOut();
    const wrong = () => device.page().accounts.open({ ...ada, password: 'wrong!' });
    for (let n = 0; n < 3; n++) expect(await codeOf(wrong())).toBe('password-wrong');
    await expect(device.page().accounts.open(ada)).rejects.toMatchObject({
      code: 'account-slow-down',
      context: { seconds: 5 },
    });
    device.time += 5_000;
    expect(await codeOf(wrong())).toBe('password-wrong');
    await expect(device.page().accounts.open(ada)).rejects.toMatchObject({
      context: { seconds: 10 },
    });
    device.time += 10_000;
    await accounts.open(ada);
    await accounts.lock();
    expect(await codeOf(wrong())).toBe('password-wrong');
  });

  it('makes wrong ones in many tabs wait as if they came one after the other', async () => {
    await accounts.create(ada);
    await accounts.signOut();
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        codeOf(device.page().accounts.open({ ...ada, password: `guess ${String(n)}` })),
      ),
    );
    expect(codes.filter((code) => code === 'password-wrong')).toHaveLength(3);
    expect(codes.filter((code) => code === 'account-slow-down')).toHaveLength(37);
    await expect(device.page().accounts.open(ada)).rejects.toMatchObject({
      context: { seconds: 5 },
    });
    // As after three wrong ones: the refused tries made nothing longer.
    device.time += 5_000;
    await accounts.open(ada);
  });

  it('counts a try whose tab is closed, but none that the device failed', async () => {
    await accounts.create(ada);
    await accounts.signOut();
    const open = (derive: Derive['derive'], password: string): Promise<unknown> => {
      const database = new Database(device.name);
      const vaults = createVaults({
        database,
        derive: { derive, measure: () => Promise.resolve(400) },
        now: () => device.time,
        memory: 64,
      });
      return vaults.open(ada.email, password);
    };
    /** Finds the account, and then derives no key from a password. */
    const then = (what: Derive['derive']) => (secret: Bytes, kdf: Kdf) =>
      new TextDecoder().decode(secret) === ada.email ? argon2(secret, kdf) : what(secret, kdf);
    for (let n = 0; n < 4; n += 1)
      await expect(
        open(
          then(() => Promise.reject(new RangeError('no memory'))),
          ada.password,
        ),
      ).rejects.toThrow('no memory');
    for (let n = 0; n < 3; n += 1)
      await new Promise<void>((resolve) => {
        void open(
          then(() => {
            resolve();
            return new Promise(() => undefined);
          }),
          'guess',
        );
      });
    expect(await codeOf(device.page().accounts.open(ada))).toBe('account-slow-down');
  });

  it('is changed with the old one, and the rows stay', async () => {
    await accounts.create(ada);
    const id = openId();
    await store.write([{ table: 'ledger', put: entry('x', id) }]);
    expect(await codeOf(accounts.changePassword('wrong', 'new password'))).toBe('password-wrong');
    await accounts.changePassword(ada.password, 'new password');
    await accounts.lock();
    expect(await codeOf(accounts.open(ada))).toBe('password-wrong');
    await accounts.open({ ...ada, password: 'new password' });
    expect(await store.get('ledger', 'x')).toEqual(entry('x', id));
  });

  it('is as slow to guess when changing it as when signing in', async () => {
    await accounts.create(ada);
    for (let n = 0; n < 3; n++)
      expect(await codeOf(accounts.changePassword('wrong', 'new password'))).toBe('password-wrong');
    await expect(accounts.changePassword(ada.password, 'new password')).rejects.toMatchObject({
      code: 'account-slow-down',
      context: { seconds: expect.any(Number) as number },
    });
    expect(await codeOf(accounts.erase(ada.password))).toBe('account-slow-down');
  });

  it('is reset with the recovery code, which a new one then replaces', async () => {
    const { recoveryCode } = await accounts.create(ada);
    await accounts.lock();
    const recover = (code: string) =>
      accounts.recover({ ...ada, password: 'forgotten no more', code });
    expect(await codeOf(recover('AAAAA-AAAAA-AAAAA-AAAAA-AAAAA'))).toBe('recovery-code-wrong');
    await accounts.open(ada);
    await accounts.keptCode();
    await accounts.lock();
    const next = await recover(recoveryCode);
    expect(next.recoveryCode).not.toBe(recoveryCode);
    expect(accounts.snapshot().codeKept).toBe(false);
    expect(await codeOf(accounts.open(ada))).toBe('password-wrong');
    await accounts.open({ ...ada, password: 'forgotten no more' });
    expect(accounts.snapshot().codeKept).toBe(false);
    expect(await codeOf(recover(recoveryCode))).toBe('recovery-code-wrong');
    const renewed = await accounts.renewCode('forgotten no more');
    expect(await codeOf(recover(next.recoveryCode))).toBe('recovery-code-wrong');
    await recover(renewed.recoveryCode);
  });
});

describe('two pages of one account', () => {
  let other: ReturnType<AccountDevice['page']>;
  beforeEach(async () => {
    await accounts.create(ada);
    other = device.page();
    await other.accounts.start();
  });

  it('keep each other’s settings', async () => {
    await Promise.all([accounts.setIdleMinutes(5), other.accounts.keptCode()]);
    const later = device.page();
    await later.accounts.start();
    expect(later.accounts.snapshot()).toMatchObject({ idleMinutes: 5, codeKept: true });
  });

  it('keep a new password, whatever is set beside it', async () => {
    let changing = true;
    const settings = async (): Promise<void> => {
      while (changing) await other.accounts.setIdleMinutes(30);
    };
    const set = settings();
    await accounts.changePassword(ada.password, 'new password');
    changing = false;
    await set;
    await accounts.lock();
    expect(await codeOf(accounts.open(ada))).toBe('password-wrong');
    await accounts.open({ ...ada, password: 'new password' });
    expect(accounts.snapshot()).toMatchObject({ idleMinutes: 30 });
  });

  it('can’t both change the password, or both use the recovery code', async () => {
    const changes = await Promise.allSettled([
      accounts.changePassword(ada.password, 'first one'),
      other.accounts.changePassword(ada.password, 'second one'),
    ]);
    expect(changes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(changes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'password-wrong' },
    });
    const now = changes[0].status === 'fulfilled' ? 'first one' : 'second one';
    const { recoveryCode } = await accounts.renewCode(now);
    const recoveries = await Promise.allSettled(
      [accounts, other.accounts].map((page, n) =>
        page.recover({ ...ada, code: recoveryCode, password: `recovered ${String(n)}` }),
      ),
    );
    expect(recoveries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await accounts.open({
      ...ada,
      password: `recovered ${recoveries[0]?.status === 'fulfilled' ? '0' : '1'}`,
    });
  });
});

describe('a page that opens later', () => {
  it('finds a remembered account open, by a key that can’t be exported', async () => {
    await accounts.create({ ...ada, remember: true });
    await store.write([{ table: 'ledger', put: entry('x', openId()) }]);
    const record = await new Database(device.name).device.get('remembered');
    expect(
      record?.name === 'remembered' && [record.data.extractable, record.names.extractable],
    ).toEqual([false, false]);
    const later = device.page();
    expect(later.accounts.snapshot().status).toBe('restoring');
    await later.accounts.start();
    expect(later.accounts.snapshot()).toMatchObject({
      status: 'open',
      email: ada.email,
      remembered: true,
    });
    expect(await later.store.get('ledger', 'x')).toBeDefined();
  });

  it('forgets it when it is locked or signed out', async () => {
    await accounts.create({ ...ada, remember: true });
    await accounts.lock();
    expect(await new Database(device.name).device.get('remembered')).toBeUndefined();
    const later = device.page();
    await later.accounts.start();
    expect(later.accounts.snapshot()).toMatchObject({ status: 'locked' });
    expect(later.accounts.snapshot().email).toBeUndefined();
    await later.accounts.signOut();
    expect(device.page().accounts.snapshot().status).toBe('none');
  });

  it('has open what another page has open, and closes it with that page', async () => {
    await accounts.create(ada);
    const other = device.page();
    await other.accounts.start();
    expect(other.accounts.snapshot()).toMatchObject({
      status: 'open',
      email: ada.email,
      remembered: false,
    });
    const locked = new Promise<void>((resolve) => other.accounts.subscribe(resolve));
    await accounts.lock();
    await locked;
    expect(other.accounts.snapshot().status).toBe('locked');
    expect(other.keyStore.vault()).toBeUndefined();
  });

  it('stays closed in a page that hears of a change and the closing at once', async () => {
    await accounts.create(ada);
    const other = device.page();
    await other.accounts.start();
    const heard = new Promise<void>((resolve) => other.accounts.subscribe(resolve));
    await accounts.setIdleMinutes(5);
    await accounts.lock();
    await heard;
    // What the first message began to read ends long before these reads.
    for (let n = 0; n < 20; n++) await other.store.get('ledger', 'x');
    expect(other.accounts.snapshot().status).toBe('locked');
    expect(other.keyStore.vault()).toBeUndefined();
  });
});

it('when erased, leaves nothing behind and nothing else changed', async () => {
  await store.write([{ table: 'ledger', put: { ...entry('guest’s', ''), profileId: 'guest' } }]);
  await accounts.create({ ...ada, remember: true });
  const id = openId();
  await store.write([{ table: 'ledger', put: entry('x', id) }]);
  expect(await codeOf(accounts.erase('wrong'))).toBe('password-wrong');
  await accounts.erase(ada.password);
  expect(accounts.snapshot().status).toBe('none');
  const database = new Database(device.name);
  expect(
    await Promise.all([
      database.vaults.count(),
      database.ledger.count(),
      database.device.get('remembered'),
    ]),
  ).toEqual([0, 1, undefined]);
  await accounts.create(ada); // The address is free again.
});
