import { createState } from '../core/subscribable.ts';
import type { Accounts, AccountSnapshot } from '../ports/accounts.ts';
import type { KeyStore } from './key-store.ts';
import type { OpenAccountsOptions } from './vault/index.ts';
import { CLOSED, localHint, type SessionEvents } from './vault/sessions.ts';

export interface AccountOptions extends Partial<
  Pick<OpenAccountsOptions, 'name' | 'now' | 'derive' | 'memory'>
> {
  readonly keyStore: KeyStore;
  /** Storage for the hint that an account was open. */
  readonly storage?: () => Storage;
}

/**
 * The accounts. Their code is loaded only when there is one to open: a visitor without an account
 * doesn't pay for it, and is a guest from the start.
 */
export function createAccounts({
  keyStore,
  storage = () => localStorage,
  name = 'likeness',
  now = Date.now,
  ...rest
}: AccountOptions): Accounts {
  const hint = localHint(storage);
  const state = createState<AccountSnapshot>(
    hint.read() === undefined ? CLOSED : { ...CLOSED, status: 'restoring' },
  );
  type Sessions = Omit<Accounts, keyof typeof state>;
  let opening: Promise<Sessions> | undefined;
  const sessions = (): Promise<Sessions> =>
    (opening ??= import('./vault/index.ts')
      .then(({ openAccounts }) =>
        openAccounts({ ...rest, name, now, keyStore, hint, publish: state.set }),
      )
      .catch((failure: unknown) => {
        opening = undefined;
        throw failure;
      }));
  // Tells a page without an open account that another page opened one.
  const tabs = new BroadcastChannel(`${name}.accounts`);
  tabs.onmessage = ({ data }: MessageEvent<SessionEvents>) => {
    if (opening || data.kind !== 'open') return;
    hint.write(data.id); // This page may not see yet what the other page wrote.
    void sessions().then((opened) => opened.start());
  };
  // In Node an open channel would keep the tests running.
  (tabs as { unref?: () => void }).unref?.();

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    async start() {
      if (state.snapshot().status !== 'restoring') return;
      try {
        await (await sessions()).start();
      } catch (failure) {
        // The account exists but can't be opened now. No other library is shown in its place.
        state.set({ ...CLOSED, status: 'locked' });
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
