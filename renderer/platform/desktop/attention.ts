import type { Attention } from '../../ports/attention.ts';
import { call, listen } from './bridge.ts';

/** Routes that arrive from outside: a `likeness://` link, a second start of the app. */
export const onNavigate = (go: (path: string) => void): (() => void) => listen('navigate', ({ path }) => go(path));

/** What main can't show costs nothing: the window shows all of it too. */
const unimportant = (asked: Promise<unknown>): void => void asked.catch(() => undefined);

/** Main knows the taskbar, the power saver and the system's notifications; the system's settings may silence them. */
export const desktopAttention = (): Attention => ({
  progress: (done) => unimportant(call('attention.progress', { done: done ?? null })),
  permission: () => 'granted',
  askPermission: () => Promise.resolve('granted'),
  notify: ({ title, body, path }) => unimportant(call('attention.notify', { title, body, path })),
});
