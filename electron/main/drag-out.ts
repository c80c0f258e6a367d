import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, type BrowserWindow, nativeImage } from 'electron';
import { LikenessError } from '../../renderer/core/errors.ts';
import type { Handlers } from './dispatcher.ts';
import { saveFile } from './save-file.ts';

/** What hangs on the pointer, in screen pixels. */
const ICON_WIDTH = 96;

/**
 * Drags a picture out of the window into another program. That program gets a file, which main
 * writes into `folder` and deletes when the app ends, or at its next start after a crash.
 */
export function dragOutHandlers(app: App, window: () => BrowserWindow | undefined, folder: string): Pick<Handlers, 'downloads.drag'> {
  const clear = (): void => rmSync(folder, { recursive: true, force: true });
  clear();
  app.on('will-quit', clear);
  return {
    async 'downloads.drag'({ name, bytes }) {
      const picture = nativeImage.createFromBuffer(Buffer.from(bytes));
      const current = window();
      if (picture.isEmpty() || !current) throw new LikenessError('download-failed');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // A place of its own for each, so that names stay as they are.
      const file = await saveFile(await mkdtemp(join(folder, 'drag-')), name, bytes);
      current.webContents.startDrag({ file, icon: picture.resize({ width: ICON_WIDTH }) });
      return null;
    },
  };
}
