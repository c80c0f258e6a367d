import type { Channel, EventName } from './ipc-contract.ts';

/** The two channel names that Electron's own IPC uses. */
export const INVOKE = 'likeness:invoke';
export const EMIT = 'likeness:event';

/** The preload script exposes this to the page as `window.likenessDesktop`. */
export interface DesktopBridge {
  /**
   * Resolves with an Outcome of the contract. Rejects only for failures that the app doesn't
   * expect.
   */
  invoke(channel: Channel, input: unknown): Promise<unknown>;
  /** @returns a function that unsubscribes */
  subscribe(event: EventName, listener: (payload: unknown) => void): () => void;
}
