import type { AccountSnapshot } from '../../ports/accounts.ts';
import type { VaultKeys } from './crypto.ts';

/** What the app's pages on this device tell each other about the open account. */
export type SessionEvents =
  | { readonly kind: 'who' }
  | { readonly kind: 'open'; readonly id: string; readonly keys: VaultKeys }
  | { readonly kind: 'changed'; readonly id: string }
  | { readonly kind: 'closed'; readonly how: 'locked' | 'out' };

const ANSWER_MS = 400;

export const CLOSED: AccountSnapshot = {
  status: 'none',
  remembered: false,
  idleMinutes: 0,
  codeKept: true,
};

/** Which account was open when a page last ran; outlives it, and says nothing but a random id. */
export interface SessionHint {
  read(): string | undefined;
  write(id: string | undefined): void;
}

export function localHint(storage: () => Storage, key = 'likeness.account'): SessionHint {
  return {
    read() {
      try {
        return storage().getItem(key) ?? undefined;
      } catch {
        return undefined; // Site data is switched off.
      }
    },
    write(id) {
      try {
        if (id === undefined) storage().removeItem(key);
        else storage().setItem(key, id);
      } catch {
        // Without storage there is no account either.
      }
    },
  };
}

/** Keys go from page to page as they are: they can be used there, and no more exported than here. */
export function sessionChannel(name: string, onEvent: (news: SessionEvents) => void) {
  const channel = new BroadcastChannel(`${name}.accounts`);
  (channel as { unref?: () => void }).unref?.(); // In Node an open channel would keep the tests alive.
  let answered: ((news: SessionEvents) => void) | undefined;
  channel.onmessage = ({ data }: MessageEvent<SessionEvents>) => {
    if (data.kind === 'open' && answered) answered(data);
    else onEvent(data);
  };
  return {
    tell(news: SessionEvents): void {
      try {
        channel.postMessage(news);
      } catch {
        // A browser that passes no keys on: its other pages ask for the password.
      }
    },
    /** Asks the other pages for the account that they have open. */
    ask: (): Promise<SessionEvents | undefined> =>
      new Promise((resolve) => {
        const stop = (news?: SessionEvents): void => {
          clearTimeout(timer);
          answered = undefined;
          resolve(news);
        };
        const timer = setTimeout(stop, ANSWER_MS);
        answered = stop;
        channel.postMessage({ kind: 'who' } satisfies SessionEvents);
      }),
  };
}
