import { expect, it, vi } from 'vitest';

import type { ErrorCode } from '../../core/errors.ts';
import { desktopFiles } from './files.ts';

/** Makes the main process fail on one channel. */
function failingAt(channel: string, code: ErrorCode): void {
  vi.stubGlobal('window', {
    likenessDesktop: {
      subscribe: () => () => undefined,
      invoke: (asked: string) =>
        Promise.resolve(
          asked === channel
            ? { ok: false, code, context: {} }
            : { ok: true, value: asked === 'files.begin' ? { id: crypto.randomUUID() } : null },
        ),
    },
  });
}

const save = async (): Promise<void> => {
  const file = await desktopFiles().begin('Likeness backup.likeness');
  await file.write(new Uint8Array(3));
  await file.close();
};

it.each(['files.begin', 'files.append', 'files.finish'])(
  'says that the backup, not a picture, couldn’t be written: %s',
  async (channel) => {
    failingAt(channel, 'download-failed');
    await expect(save()).rejects.toMatchObject({ code: 'backup-failed' });
  },
);
