import { call, listen } from './bridge.ts';

/** Progress on the taskbar or dock, 0 to 1; undefined ends it and lets the device sleep again. */
export const showProgress = async (done: number | undefined): Promise<void> => {
  await call('attention.progress', { done: done ?? null });
};

/** Tells a user who is looking elsewhere; shows nothing while the window is in front. */
export const notify = async (title: string, body: string): Promise<void> => {
  await call('attention.notify', { title, body });
};

/** Routes that arrive from outside: a `likeness://` link, a second start of the app. */
export const onNavigate = (go: (path: string) => void): (() => void) => listen('navigate', ({ path }) => go(path));
