import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import { expect, it, vi } from 'vitest';

import { testFolder } from '../../tests/support/folders.ts';

vi.mock('electron', () => ({ nativeImage: {} }));
const { dragOutHandlers } = await import('./drag-out.ts');

it('files that can’t be deleted stop neither the start nor the end', () => {
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const app = new EventEmitter();
  const file = join(testFolder(), 'file');
  writeFileSync(file, '');
  dragOutHandlers(app as App, () => undefined, join(file, 'dragged'));
  app.emit('will-quit');
  expect(printed).toHaveBeenCalledTimes(2);
});
