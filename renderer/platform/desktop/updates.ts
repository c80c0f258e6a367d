import type { Updates } from '../../ports/updates.ts';
import { call, listen } from './bridge.ts';

const tell = async (asked: Promise<null>): Promise<void> => {
  await asked;
};

/** Main looks for newer versions; this is its other end. */
export const desktopUpdates = (): Updates => ({
  state: async () => (await call('updates.state', null)) ?? undefined,
  subscribe: (listener) => listen('updates', listener),
  setAutomatic: (on) => tell(call('updates.automatic', { on })),
  look: () => tell(call('updates.look', null)),
  download: () => tell(call('updates.download', null)),
  install: () => tell(call('updates.install', null)),
});
