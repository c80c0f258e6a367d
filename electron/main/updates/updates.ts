import type { UpdateState } from '../../../renderer/core/updates.ts';

/** What is used of electron-updater: it tells by events how far it is. */
export interface Updater {
  on(
    event: 'update-available' | 'update-downloaded',
    listener: (info: { readonly version: string }) => void,
  ): unknown;
  on(event: 'update-not-available', listener: () => void): unknown;
  on(
    event: 'download-progress',
    listener: (progress: { readonly percent: number }) => void,
  ): unknown;
  on(event: 'error', listener: (failure: Error) => void): unknown;
  checkForUpdates(): Promise<unknown>;
  downloadUpdate(): Promise<unknown>;
  quitAndInstall(silent: boolean, startAgain: boolean): void;
}

export interface UpdatesDeps {
  readonly updater: Updater;
  readonly automatic: () => boolean;
  readonly remember: (automatic: boolean) => void;
  readonly tell: (state: UpdateState) => void;
  readonly report: (failure: unknown) => void;
  /** Calls back after that many milliseconds, and gives what calls that off. */
  readonly after: (milliseconds: number, then: () => void) => () => void;
}

export interface UpdateService {
  state(): UpdateState;
  setAutomatic(on: boolean): void;
  look(): Promise<void>;
  download(): Promise<void>;
  install(): void;
}

/** The start has more urgent things to do. */
export const FIRST_LOOK_MS = 15_000;
export const NEXT_LOOK_MS = 24 * 60 * 60 * 1_000;

/**
 * Looks for newer versions by itself, unless that is switched off, and says so. Downloading and
 * installing are two acts of the person; each does nothing out of its turn.
 */
export function createUpdates({
  updater,
  automatic,
  remember,
  tell,
  report,
  after,
}: UpdatesDeps): UpdateService {
  let now: Omit<UpdateState, 'automatic'> = { stage: 'idle' };
  let callOff: (() => void) | undefined;

  const state = (): UpdateState => ({ automatic: automatic(), ...now });
  const become = (next: typeof now): void => {
    now = next;
    tell(state());
  };

  updater.on('update-available', ({ version }) => become({ stage: 'available', version }));
  updater.on('update-not-available', () => become({ stage: 'current' }));
  updater.on('download-progress', ({ percent }) => {
    if (now.stage === 'loading') become({ ...now, done: Math.min(1, Math.max(0, percent / 100)) });
  });
  updater.on('update-downloaded', ({ version }) => become({ stage: 'ready', version }));
  // The failure is the call's too, which answers for it; an event without a listener would throw.
  updater.on('error', report);

  const look = async (): Promise<void> => {
    if (now.stage === 'looking' || now.stage === 'loading' || now.stage === 'ready') return;
    become({ stage: 'looking' });
    try {
      await updater.checkForUpdates();
    } catch {
      become({ stage: 'failed' }); // The 'error' event reports it.
    }
  };

  const plan = (wait: number): void => {
    callOff = after(wait, () => {
      plan(NEXT_LOOK_MS);
      // A failure that nobody asked about isn't worth a word.
      void look().then(() => now.stage === 'failed' && become({ stage: 'idle' }));
    });
  };
  if (automatic()) plan(FIRST_LOOK_MS);

  return {
    state,
    look,
    setAutomatic(on) {
      callOff?.();
      callOff = undefined;
      remember(on);
      if (on) plan(FIRST_LOOK_MS);
      tell(state());
    },
    async download() {
      const { stage, version } = now;
      if (stage !== 'available' || version === undefined) return;
      become({ stage: 'loading', version, done: 0 });
      try {
        await updater.downloadUpdate();
      } catch {
        become({ stage: 'failed', version }); // The 'error' event reports it.
      }
    },
    install() {
      if (now.stage === 'ready') updater.quitAndInstall(false, true);
    },
  };
}
