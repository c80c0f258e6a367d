/**
 * What the page may ask of the main process, and what it is told. Apart from the contract because
 * the preload script needs the names alone, and is better off without a schema library.
 */
export const CHANNELS = [
  'photos.pick',
  'photos.read',
  'launchEvents.take',
  'downloads.save',
  'downloads.newFolder',
  'downloads.closeFolder',
  'downloads.drag',
  'downloads.reveal',
  'downloads.folder',
  'downloads.chooseFolder',
  'downloads.forgetFolder',
  'files.begin',
  'files.append',
  'files.finish',
  'files.abort',
  'links.open',
  'rpc.test',
  'rpc.use',
  'attention.progress',
  'attention.notify',
  'updates.state',
  'updates.automatic',
  'updates.look',
  'updates.download',
  'updates.install',
  'wallet.ask',
  'wallet.cancel',
  'wallet.openAgain',
  'wallet.connected',
  'wallet.forget',
  'log.read',
  'log.erase',
] as const;
export type Channel = (typeof CHANNELS)[number];

export const EVENTS = ['arrived', 'wallet', 'updates'] as const;
export type EventName = (typeof EVENTS)[number];

/** The two names that Electron's own IPC knows. */
export const INVOKE = 'likeness:invoke';
export const EMIT = 'likeness:event';

/** What the preload script puts into the page as `window.likenessDesktop`. */
export interface DesktopBridge {
  /** Resolves with an Outcome of the contract; never rejects for a reason that the app expects. */
  invoke(channel: Channel, input: unknown): Promise<unknown>;
  /** @returns a function that ends the subscription */
  subscribe(event: EventName, listener: (payload: unknown) => void): () => void;
}
