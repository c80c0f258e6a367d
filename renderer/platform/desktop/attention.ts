import { noted } from '../../core/log/log.ts';
import type { Attention } from '../../ports/attention.ts';
import { call } from './bridge.ts';

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
