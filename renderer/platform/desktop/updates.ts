import type { Updates } from '../../ports/updates.ts';
import { call, listen } from './bridge.ts';

const sent = async (asked: Promise<null>): Promise<void> => {
  await asked;
};

/** Main checks for newer versions; this is the page's side. */
export const desktopUpdates = (): Updates => ({
  state: async () => (await call('updates.state', null)) ?? undefined,
  subscribe: (listener) => listen('updates', listener),
  setAutomatic: (on) => sent(call('updates.automatic', { on })),
  check: () => sent(call('updates.check', null)),
  download: () => sent(call('updates.download', null)),
  install: () => sent(call('updates.install', null)),
});
