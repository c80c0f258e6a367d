import { noted } from '../../core/log/log.ts';
import type { Attention } from '../../ports/attention.ts';
import { call } from './bridge.ts';

/** What main can't show costs nothing: the window shows all of it too. */
const unimportant = (asked: Promise<unknown>): void => void asked.catch(noted('desktop.attention'));

/** Main knows the taskbar, the power saver and the system's notifications; the system's settings may silence them. */
export const desktopAttention = (): Attention => ({
  progress: (done) => unimportant(call('attention.progress', { done: done ?? null })),
  permission: () => 'granted',
  askPermission: () => Promise.resolve('granted'),
  notify: ({ title, body, path }) => unimportant(call('attention.notify', { title, body, path })),
});
