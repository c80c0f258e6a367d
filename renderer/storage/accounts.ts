import type { Accounts, AccountSnapshot } from '../ports/accounts.ts';
import type { KeyStore } from './key-store.ts';
import type { OpenAccountsOptions } from './vault/index.ts';
import { CLOSED, localHint, type SessionEvents } from './vault/sessions.ts';

export interface AccountOptions extends Partial<
  Pick<OpenAccountsOptions, 'name' | 'now' | 'derive' | 'memory'>
> {
  readonly keyStore: KeyStore;
  /** Where the hint of an open account is kept. */
  readonly storage?: () => Storage;
}

/**
 * The accounts. Their code is loaded when there is one to open: a visitor without an account
 * doesn't pay for it, and is a guest from the first moment.
 */
export function createAccounts({
  keyStore,
  storage = () => localStorage,
  name = 'likeness',
  now = Date.now,
  ...rest
}: AccountOptions): Accounts {
  const hint = localHint(storage);
  const listeners = new Set<() => void>();
  let snapshot: AccountSnapshot =
    hint.read() === undefined ? CLOSED : { ...CLOSED, status: 'restoring' };
  const publish = (next: AccountSnapshot): void => {
    snapshot = next;
    for (const listener of [...listeners]) listener();
  };
  type Sessions = Omit<Accounts, 'snapshot' | 'subscribe'>;
  let opening: Promise<Sessions> | undefined;
  const sessions = (): Promise<Sessions> =>
    (opening ??= import('./vault/index.ts')
      .then(({ openAccounts }) => openAccounts({ ...rest, name, now, keyStore, hint, publish }))
      .catch((failure: unknown) => {
        opening = undefined;
        throw failure;
      }));
  // A page that has no account open hears when another one opens it.
  const tabs = new BroadcastChannel(`${name}.accounts`);
  tabs.onmessage = ({ data }: MessageEvent<SessionEvents>) => {
    if (opening || data.kind !== 'open') return;
    hint.write(data.id); // What the other page wrote may not have reached this one yet.
    void sessions().then((opened) => opened.start());
  };
  (tabs as { unref?: () => void }).unref?.(); // In Node an open channel would keep the tests alive.

  return {
    snapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async start() {
      if (snapshot.status !== 'restoring') return;
      try {
        await (await sessions()).start();
      } catch (failure) {
        // It is there and can't be opened now: nobody else's library stands in for it.
        publish({ ...CLOSED, status: 'locked' });
        throw failure;
      }
    },
    create: async (credentials) => (await sessions()).create(credentials),
    open: async (credentials) => (await sessions()).open(credentials),
    recover: async (credentials) => (await sessions()).recover(credentials),
    changePassword: async (current, next) => (await sessions()).changePassword(current, next),
    renewCode: async (password) => (await sessions()).renewCode(password),
    keptCode: async () => (await sessions()).keptCode(),
    remember: async (on) => (await sessions()).remember(on),
    setIdleMinutes: async (minutes) => (await sessions()).setIdleMinutes(minutes),
    lock: async () => (await sessions()).lock(),
    signOut: async () => (await sessions()).signOut(),
    erase: async (password) => (await sessions()).erase(password),
  };
}
