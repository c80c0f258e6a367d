/**
 * The channels that the page may call in the main process, and the events that it may receive. Kept
 * apart from the contract: the preload script needs only these names, and no schema library.
 */
export const CHANNELS = [
  'photos.pick',
  'photos.read',
  'launchEvents.take',
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
  'pictures.folder',
  'pictures.choose',
  'pictures.forget',
  'pictures.names',
  'pictures.begin',
  'pictures.append',
  'pictures.finish',
  'pictures.abort',
  'pictures.read',
  'pictures.remove',
  'links.open',
  'rpc.test',
  'rpc.use',
  'engines.list',
  'engines.find',
  'engines.save',
  'engines.remove',
  'engines.probe',
  'engines.allowPhotos',
  'engines.make',
  'engines.resume',
  'engines.cancel',
  'engines.kept',
  'attention.progress',
  'attention.notify',
  'updates.state',
  'updates.automatic',
  'updates.check',
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

export const EVENTS = ['arrived', 'engine', 'wallet', 'updates'] as const;
export type EventName = (typeof EVENTS)[number];

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
