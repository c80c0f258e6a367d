import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';

import { ledgerRow, type LedgerEntry } from '../../renderer/core/credits.ts';
import type { Scope } from '../../renderer/core/scope.ts';
import type { Accounts } from '../../renderer/ports/accounts.ts';
import type { Store } from '../../renderer/ports/store.ts';
import { createAccounts, createKeyStore, createStore } from '../../renderer/storage/index.ts';
import type { KeyStore } from '../../renderer/storage/key-store.ts';
import { argon2 } from '../../renderer/storage/vault/argon2.ts';
import type { Derive } from '../../renderer/storage/vault/derive.ts';
import { memoryStorage } from './memory-storage.ts';

export const ada = {
  email: 'ada.lovelace@example.com',
  password: 'violet anchor',
  remember: false,
};
/** The scope of the rows of the account with this id. */
export const accountScope = (id: string): Scope => ({
  profileId: `email:${id}`,
  genesis: 'chain-1',
});
export const entry = (id: string, owner: string, at = 1): LedgerEntry =>
  ledgerRow(accountScope(owner), 'grant', id, 'LK-ORDER', at, 7);

const derive: Derive = { derive: argon2, measure: () => Promise.resolve(400) };

/** Node's own can't send a CryptoKey, as browsers' can. */
class LocalChannel {
  static readonly all = new Set<LocalChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(readonly name: string) {
    LocalChannel.all.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of LocalChannel.all) {
      if (other !== this && other.name === this.name)
        queueMicrotask(() => other.onmessage?.({ data }));
    }
  }
}

/** A device: its database, its localStorage and its clock. */
export class AccountDevice {
  readonly name = crypto.randomUUID();
  readonly #storage = memoryStorage();
  /** The content of localStorage. */
  readonly kept = this.#storage.entries;
  time = 1_000_000;

  /** Opens the app in a new page, as a reload or another tab does. */
  page(): { accounts: Accounts; store: Store; keyStore: KeyStore } {
    const keyStore = createKeyStore();
    const accounts = createAccounts({
      name: this.name,
      keyStore,
      storage: () => this.#storage as unknown as Storage,
      now: () => this.time,
      derive,
      memory: 64,
    });
    return { accounts, store: createStore({ name: this.name, keyStore }), keyStore };
  }
}

/**
 * Before each test of the calling file, creates a new device for `begin`, with no page of an older
 * one left to receive its messages.
 */
export function onNewDevice(begin: (device: AccountDevice) => void): void {
  beforeAll(() => void vi.stubGlobal('BroadcastChannel', LocalChannel));
  afterAll(() => void vi.unstubAllGlobals());
  beforeEach(() => {
    LocalChannel.all.clear();
    begin(new AccountDevice());
  });
}
