import { describe, expect, it } from 'vitest';

import {
  accountScope,
  ada,
  entry,
  onNewDevice,
  type AccountDevice,
} from '../../../tests/support/account-device.ts';
import { DEFAULT_SETTINGS } from '../../core/validation.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Picture, Store } from '../../ports/store.ts';
import { Database } from '../database.ts';

let device: AccountDevice;
let accounts: Accounts;
let store: Store;
onNewDevice((next) => {
  device = next;
  ({ accounts, store } = device.page());
});
const openId = (): string => accounts.snapshot().id ?? '';

describe('a locked store', () => {
  const marker = 'MARKER-IN-A-PICTURE';
  const picture = (profileId: string): Picture => ({
    ...accountScope(''),
    profileId,
    uid: `uid-of-${profileId}`,
    full: new Blob([marker.repeat(3)]),
    thumb: new Blob(['thumb']),
  });

  /** Every stored value as text, including the contents of Blobs, bytes and base64. */
  async function dump(): Promise<string> {
    const database = new Database(device.name);
    await database.open();
    const parts: string[] = [...device.kept.entries()].flat();
    const look = async (value: unknown): Promise<void> => {
      if (value instanceof Blob)
        parts.push(Buffer.from(await value.arrayBuffer()).toString('latin1'));
      else if (ArrayBuffer.isView(value))
        parts.push(
          Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1'),
        );
      else if (typeof value === 'object' && value !== null)
        for (const inner of Object.values(value)) await look(inner);
      else parts.push(String(value));
    };
    for (const table of database.tables)
      for (const row of (await table.toArray()) as unknown[]) await look(row);
    const text = parts.join('\n');
    const decoded = (text.match(/[\w+/]{16,}={0,2}/g) ?? []).map((word) =>
      Buffer.from(word, 'base64').toString('latin1'),
    );
    return [text, ...decoded].join('\n').toLowerCase();
  }

  it('shows no picture, address, order or password, while a plain profile shows the same picture', async () => {
    const { recoveryCode } = await accounts.create(ada);
    const id = openId();
    const order = 'LK-01ABCDEFGH0123456789';
    await store.write([
      { table: 'pictures', put: picture(`email:${id}`) },
      { table: 'ledger', put: { ...entry(`grant:${order}`, id), cause: order } },
      {
        table: 'settings',
        put: { ...accountScope(id), ...DEFAULT_SETTINGS, id: `email:${id}`, email: ada.email },
      },
    ]);
    await store.claimPayment('chain-1', 'SIGNATURE', order, () => [
      { table: 'orders', put: { ...accountScope(id), id: order, createdAt: 5 } as never },
    ]);
    expect(await store.paymentHolder('chain-1', 'SIGNATURE')).toBe(order);
    await accounts.lock();
    expect(await store.paymentHolder('chain-1', 'SIGNATURE')).toMatch(/^locked:/);
    expect(await store.claimPayment('chain-1', 'SIGNATURE', 'LK-OTHER', () => [])).toMatch(
      /^locked:/,
    );

    const secrets = [
      marker,
      ada.email,
      'ada.lovelace',
      order,
      'SIGNATURE',
      ada.password,
      recoveryCode,
      recoveryCode.replaceAll('-', ''),
      `uid-of-email:${id}`,
    ];
    const locked = await dump();
    for (const secret of secrets) expect(locked).not.toContain(secret.toLowerCase());

    await store.write([{ table: 'pictures', put: picture('guest') }]);
    expect(await dump()).toContain(marker.toLowerCase());
  });
});

describe('a draft’s photo in an account', () => {
  const photo = new Blob(['a face'], { type: 'image/jpeg' });

  it('is there while the account is open, and swept in time even if it is locked', async () => {
    await accounts.create(ada);
    const profileId = `email:${openId()}`;
    await store.draftPhotos.put('d', photo, profileId);
    expect(await (await store.draftPhotos.get('d'))?.text()).toBe('a face');
    await accounts.lock();
    expect(await store.draftPhotos.get('d')).toBeUndefined();
    await store.draftPhotos.sweep(Date.now() - 1_000);
    expect(await new Database(device.name).photos.count()).toBe(1);
    await store.draftPhotos.sweep(Date.now() + 1_000);
    const database = new Database(device.name);
    expect([await database.photos.count(), await database.photoKeys.count()]).toEqual([0, 0]);
  });

  it('is swept separately: a guest’s has its own deadline', async () => {
    await store.draftPhotos.put('d', photo);
    await store.draftPhotos.sweep(Date.now() + 1_000);
    expect(await store.draftPhotos.get('d')).toBeDefined();
  });
});
