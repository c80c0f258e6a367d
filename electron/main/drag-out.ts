import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { nativeImage, type App, type BrowserWindow } from 'electron';

import { LikenessError } from '../../renderer/core/errors.ts';
import type { Handlers } from './dispatcher.ts';
import { report } from './report.ts';
import { saveFile } from './save-file.ts';

/** The drag image, in screen pixels. */
const ICON_WIDTH = 96;

/**
 * Drags pictures out of the window into another program. That program gets files, which main writes
 * into `folder` and deletes when the app quits, or at the next start after a crash.
 */
export function dragOutHandlers(
  app: App,
  window: () => BrowserWindow | undefined,
  folder: string,
): Pick<Handlers, 'downloads.drag'> {
  const clear = (): void => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (thrown) {
      report('main.save', thrown); // On Windows, a program that has a file open keeps it there.
    }
  };
  clear();
  app.on('will-quit', clear);
  return {
    async 'downloads.drag'({ files }) {
      const pictures = files.map(({ bytes }) => nativeImage.createFromBuffer(Buffer.from(bytes)));
      const [first] = pictures;
      const current = window();
      if (!first || !current || pictures.some((picture) => picture.isEmpty()))
        throw new LikenessError('download-failed');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // Each drag has its own folder, so that files keep their names.
      const place = await mkdtemp(join(folder, 'drag-'));
      const paths: string[] = [];
      for (const { name, bytes } of files) paths.push(await saveFile(place, name, bytes));
      current.webContents.startDrag({
        file: paths[0] ?? '',
        files: paths,
        icon: first.resize({ width: ICON_WIDTH }),
      });
    },
  };
}
