import { errorCode } from '../../core/errors.ts';
import { note, noted } from '../../core/log/log.ts';
import { GENESIS_QUESTION } from '../../core/rpc.ts';
import { createState } from '../../core/subscribable.ts';
import type { UpdateState } from '../../core/updates.ts';
import type { Attention } from '../../ports/attention.ts';
import type { BrowserWaiting, BrowserWallet } from '../../ports/browser-wallet.ts';
import type { CrashNotice } from '../../ports/crash-notice.ts';
import type { Engines } from '../../ports/engines.ts';
import type { Links } from '../../ports/links.ts';
import type { Log } from '../../ports/log.ts';
import type { Photos, PickedPhoto } from '../../ports/photos.ts';
import type { Requests } from '../../ports/requests.ts';
import type { Updates } from '../../ports/updates.ts';
import { createEngines } from '../engines.ts';
import type { RpcChoiceDeps } from '../rpc-choice.ts';
import { call, listen } from './bridge.ts';
import { shown } from './downloads.ts';
import type { Output } from './ipc-contract.ts';

/**
 * Turns file numbers into photos. Each is read only when needed, so that many aren't in memory at
 * once.
 */
const handedOver = (files: Output<'photos.pick'>): PickedPhoto[] =>
  files.map(({ id, name }) => ({
    name,
    file: async () => new Blob([(await call('photos.read', { id })).bytes]),
  }));

/** The system's open dialog. Main reads only the files that the user chose. */
export const desktopPhotos = (): Photos => ({
  pick: async () => handedOver(await call('photos.pick', null)),
});

/** Main calls the user's engines; this is the page's side. */
export const desktopEngines = (requests: Pick<Requests, 'note'>): Engines =>
  createEngines(async (name, input, onEvent) => {
    const stop = onEvent && listen('engine', onEvent);
    try {
      return await call(`engines.${name}`, input);
    } finally {
      stop?.();
    }
  }, requests);

/** Main runs the loopback page; this is the app page's side. */
export function desktopBrowserWallet(): BrowserWallet {
  const waiting = createState<BrowserWaiting | undefined>(undefined);
  listen('wallet', (now) => waiting.set(now ?? undefined));
  return {
    ...waiting,
    ask: async (asked) => (await call('wallet.ask', asked)).result,
    connected: async () => (await call('wallet.connected', null)).address ?? undefined,
    forget: () => call('wallet.forget', null),
    openAgain: () => call('wallet.openAgain', null),
    cancel: () => call('wallet.cancel', null),
  };
}

/** Main checks for newer versions; this is the page's side. */
export function desktopUpdates(): Updates {
  const state = createState<UpdateState | undefined>(undefined);
  let isKnown = false;
  listen('updates', (next) => {
    isKnown = true;
    state.set(next);
  });
  // An update that arrived meanwhile is newer than this answer.
  call('updates.state', null).then(
    (first) => isKnown || state.set(first ?? undefined),
    noted('updates.state'),
  );
  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    setAutomatic: (on) => call('updates.automatic', { on }),
    check: () => call('updates.check', null),
    download: () => call('updates.download', null),
    install: () => call('updates.install', null),
  };
}

/**
 * Main contacts hosts that the page's policy forbids. Main also stores the choice, because it sets
 * the policy when it serves the page.
 */
export const desktopRpc = (
  requests: Pick<Requests, 'note'>,
): Required<Pick<RpcChoiceDeps, 'askElsewhere' | 'keep'>> => ({
  async askElsewhere(address) {
    const about = {
      purpose: 'chain',
      host: new URL(address).host,
      label: 'getGenesisHash, asked by the main process',
    } as const;
    try {
      const { genesis, ...bytes } = await call('rpc.test', { address });
      requests.note({ ...about, ...bytes, status: 'done' });
      return genesis;
    } catch (thrown) {
      if (errorCode(thrown) !== 'rpc-declined')
        requests.note({
          ...about,
          bytesUp: GENESIS_QUESTION.length,
          bytesDown: 0,
          status: 'failed',
        });
      throw thrown;
    }
  },
  keep: (address) => call('rpc.use', { address: address ?? null }),
});

/** Merges the page's log with main's. */
export const desktopLog = (page: Log): Log => ({
  async read() {
    const main = await call('log.read', null).catch((thrown: unknown) => {
      note('desktop.log', thrown);
      return [];
    });
    return [...main, ...(await page.read())].sort((a, b) => a.last - b.last);
  },
  async erase() {
    await page.erase();
    await call('log.erase', null);
  },
});

/** Opens links in the user's browser. Main holds the list of allowed sites. */
export const desktopLinks = (): Links => ({
  open: (url) => call('links.open', { url }),
});

/** Handles what arrives at the page from outside. */
interface Receiver {
  /** A `likeness://` link, a menu item, or a second start of the app. */
  readonly go: (path: string) => void;
  /** Pictures that were opened with the app. */
  readonly addPhotos: (photos: readonly PickedPhoto[]) => void;
  /** A crash that the app recovered from. */
  readonly notifyCrash: (crash: CrashNotice) => void;
}

/** Delivers the events that are already waiting, then each new one. */
export function receiveLaunchEvents({ go, addPhotos, notifyCrash }: Receiver): void {
  const take = async (): Promise<void> => {
    const { path, photos, crash, interrupted } = await call('launchEvents.take', null);
    if (crash !== null)
      notifyCrash({
        what: crash,
        ...(interrupted === null
          ? {}
          : { interrupted: { files: interrupted.files, saved: shown(interrupted) } }),
      });
    if (path !== null) go(path);
    if (photos.length > 0) addPhotos(handedOver(photos));
  };
  // This call fails only if the main process does, and then the window is gone too.
  const receive = (): void => void take().catch(noted('desktop.launchEvents'));
  listen('arrived', receive);
  receive();
}

/** If main can't show something, nothing is lost: the window shows all of it too. */
const unimportant = (asked: Promise<unknown>): void => void asked.catch(noted('desktop.attention'));

/**
 * Main controls the taskbar, the power saver and system notifications. The system's settings may
 * silence those.
 */
export const desktopAttention = (): Attention => ({
  progress: (done) => unimportant(call('attention.progress', { done: done ?? null })),
  permission: () => 'granted',
  askPermission: () => Promise.resolve('granted'),
  notify: ({ title, body, path }) => unimportant(call('attention.notify', { title, body, path })),
});
export { desktopDownloads } from './downloads.ts';
export { desktopFiles } from './files.ts';
export { desktopPictureFolder } from './picture-folder.ts';
