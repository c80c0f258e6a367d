import type { AccountSnapshot } from '../../ports/accounts.ts';
import type { VaultKeys } from './crypto.ts';

/** Messages between the app's pages on this device about the open account. */
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

/**
 * Remembers which account was open when a page last ran. It survives the page and holds only a
 * random id.
 */
export interface SessionHint {
  read(): string | undefined;
  write(id: string | undefined): void;
}

export function localHint(storage: () => Storage): SessionHint {
  const key = 'likeness.account';
  return {
    read() {
      try {
        return storage().getItem(key) ?? undefined;
      } catch {
        return undefined; // Storage is switched off.
      }
    },
    write(id) {
      try {
        if (id === undefined) storage().removeItem(key);
        else storage().setItem(key, id);
      } catch {
        // Without storage there are no accounts either.
      }
    },
  };
}

interface Channel {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
}

/** In Node, an open channel would keep the tests running. */
export function openChannel(name: string): Channel {
  try {
    const channel = new BroadcastChannel(name);
    (channel as { unref?: () => void }).unref?.();
    return channel;
  } catch {
    // Site data is switched off, and Firefox refuses: pages don't hear of each other.
    return { onmessage: null, postMessage: () => undefined };
  }
}

/** Sends keys from page to page as CryptoKeys: usable there, and still not extractable. */
export function sessionChannel(name: string, onEvent: (event: SessionEvents) => void) {
  const channel = openChannel(`${name}.accounts`);
  let answered: ((event: SessionEvents) => void) | undefined;
  channel.onmessage = ({ data }: MessageEvent<SessionEvents>) => {
    if (data.kind === 'open' && answered) answered(data);
    else onEvent(data);
  };
  return {
    post(event: SessionEvents): void {
      try {
        channel.postMessage(event);
      } catch {
        // This browser can't send keys; its other pages ask for the password.
      }
    },
    /** Asks the other pages for the account that they have open. */
    ask: (): Promise<SessionEvents | undefined> =>
      new Promise((resolve) => {
        const stop = (event?: SessionEvents): void => {
          clearTimeout(timer);
          answered = undefined;
          resolve(event);
        };
        const timer = setTimeout(stop, ANSWER_MS);
        answered = stop;
        channel.postMessage({ kind: 'who' } satisfies SessionEvents);
      }),
  };
}
