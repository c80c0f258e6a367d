import type { Files } from '../../ports/files.ts';
import { call } from './bridge.ts';

/** Files written piece by piece through the main process, into Downloads or the chosen folder. */
export const desktopFiles = (): Files => ({
  async begin(name) {
    const { id } = await call('files.begin', { name });
    return {
      write: async (bytes) => {
        await call('files.append', { id, bytes });
      },
      async close() {
        const { id: saved, place } = await call('files.finish', { id });
        return {
          place,
          reveal: async () => {
            await call('downloads.reveal', { id: saved });
          },
        };
      },
      abort: async () => {
        await call('files.abort', { id });
      },
    };
  },
  // A file grows where it stays: nothing of it is kept in the app.
  sweep: () => Promise.resolve(),
});
