import { LikenessError } from '../../core/errors.ts';
import type { Files } from '../../ports/files.ts';
import { call } from './bridge.ts';
import { shown } from './downloads.ts';

/** Main reports a failed picture download; here the file is a backup. */
const asBackup = (thrown: unknown): never => {
  throw thrown instanceof LikenessError && thrown.code !== 'download-failed'
    ? thrown
    : new LikenessError('backup-failed', {}, { cause: thrown });
};

/** Writes files in pieces through the main process, into Downloads or the chosen folder. */
export const desktopFiles = (): Files => ({
  async begin(name) {
    const { id } = await call('files.begin', { name }).catch(asBackup);
    return {
      write: (bytes) => call('files.append', { id, bytes }).catch(asBackup),
      async close() {
        return shown(await call('files.finish', { id }).catch(asBackup));
      },
      abort: () => call('files.abort', { id }),
    };
  },
  // Files are written where they stay, so the app holds no copies.
  sweep: () => Promise.resolve(),
});
