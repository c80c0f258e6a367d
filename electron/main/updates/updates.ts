import type { UpdateState } from '../../../renderer/core/updates.ts';

/** The part of electron-updater that we use. It reports progress by events. */
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
  readonly notify: (state: UpdateState) => void;
  readonly report: (failure: unknown) => void;
  /** Calls back after this many milliseconds. Returns a function that cancels it. */
  readonly after: (milliseconds: number, then: () => void) => () => void;
}

export type UpdateService = ReturnType<typeof createUpdates>;

/** The app has more urgent work at start. */
export const FIRST_CHECK_MS = 15_000;
export const NEXT_CHECK_MS = 24 * 60 * 60 * 1_000;

/**
 * Checks for newer versions, unless the user switched that off, and reports them. Only the user
 * starts the download and the installation; out of order, these calls do nothing.
 */
export function createUpdates({
  updater,
  automatic,
  remember,
  notify,
  report,
  after,
}: UpdatesDeps) {
  let now: Omit<UpdateState, 'automatic'> = { stage: 'idle' };
  let callOff: (() => void) | undefined;

  const state = (): UpdateState => ({ automatic: automatic(), ...now });
  const become = (next: typeof now): void => {
    now = next;
    notify(state());
  };

  const isFetched = (): boolean => now.stage === 'loading' || now.stage === 'ready';

  updater.on('update-available', ({ version }) => {
    if (!isFetched()) become({ stage: 'available', version });
  });
  updater.on('update-not-available', () => {
    if (!isFetched()) become({ stage: 'current' });
  });
  updater.on('download-progress', ({ percent }) => {
    if (now.stage === 'loading') become({ ...now, done: Math.min(1, Math.max(0, percent / 100)) });
  });
  updater.on('update-downloaded', ({ version }) => become({ stage: 'ready', version }));
  updater.on('error', (failure) => {
    report(failure);
    // Only an installation fails without a rejection; nothing else runs while a version is ready.
    if (now.stage === 'ready') become({ ...now, stage: 'not-installed' });
  });

  const check = async (): Promise<void> => {
    if (now.stage === 'checking' || isFetched()) return;
    become({ stage: 'checking' });
    try {
      await updater.checkForUpdates();
    } catch {
      become({ stage: 'failed' }); // The 'error' event reports the reason.
    }
  };

  const plan = (wait: number): void => {
    callOff = after(wait, () => {
      plan(NEXT_CHECK_MS);
      // Only what it finds is shown: a user who asks meanwhile gets the answer to that.
      if (!isFetched()) void updater.checkForUpdates().catch(() => undefined);
    });
  };
  if (automatic()) plan(FIRST_CHECK_MS);

  return {
    state,
    check,
    setAutomatic(on: boolean) {
      callOff?.();
      callOff = undefined;
      remember(on);
      if (on) plan(FIRST_CHECK_MS);
      notify(state());
    },
    async download() {
      const { stage, version } = now;
      if (stage !== 'available' || version === undefined) return;
      become({ stage: 'loading', version, done: 0 });
      try {
        await updater.downloadUpdate();
      } catch {
        become({ stage: 'failed', version }); // The 'error' event reports the reason.
      }
    },
    install() {
      if (now.stage === 'ready') updater.quitAndInstall(false, true);
    },
  };
}
