import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';

import { MOST_ENTRIES } from '../../renderer/core/log/entry.ts';
import { forgetLog, keepLog } from '../../renderer/core/log/log.ts';
import { CONTRACT } from '../../renderer/platform/desktop/ipc-contract.ts';
import { testFolder } from '../../tests/support/folders.ts';
import { openLog } from './log.ts';
import { report } from './report.ts';

let folder: string;
/** A start of the main process, with empty memory. */
function start() {
  keepLog([], () => undefined);
  forgetLog();
  return openLog(folder);
}
const kept = async (): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, 'log.json'), 'utf8'));

beforeEach(() => {
  folder = testFolder();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

it('what is reported outlives the program, as the page may read it', async () => {
  start();
  report('main.page', 'crashed');
  report(
    'ipc.files',
    Object.assign(new Error('no space left: /home/ada/a.png'), { code: 'ENOSPC' }),
  );
  const entries = await start()['log.read'](null);
  expect(entries.map(({ place, code }) => `${place} ${code}`)).toEqual([
    'main.run started',
    'main.page crashed',
    'ipc.files ENOSPC',
    'main.run started',
  ]);
  expect(await kept()).toEqual(entries);
  expect(CONTRACT['log.read'].output.parse(structuredClone(entries))).toEqual(entries);
  expect(await readFile(join(folder, 'log.json'), 'utf8')).not.toContain('ada');
});

it('what was reported before there was a file is in it', async () => {
  keepLog([], () => undefined);
  forgetLog();
  report('main.start', new TypeError('no'));
  openLog(folder);
  expect(await kept()).toMatchObject([{ code: 'TypeError' }, { code: 'started' }]);
});

it('a half-written or foreign file is replaced, and only the log is left', async () => {
  for (const text of ['[{"first":1', 'null', '[{"place":"x"}]']) {
    await writeFile(join(folder, 'log.json'), text);
    expect((await start()['log.read'](null)).map(({ code }) => code)).toEqual(['started']);
  }
  expect(await readdir(folder)).toEqual(['log.json']);
});

it('holds a bounded number of entries', async () => {
  for (let run = 0; run <= MOST_ENTRIES; run++) start();
  expect(await kept()).toHaveLength(MOST_ENTRIES);
});

it('continues in memory if it can’t be written', async () => {
  await rm(folder, { recursive: true });
  const log = start();
  report('main.settings', new TypeError('no'));
  expect(await log['log.read'](null)).toHaveLength(2);
});

it('erased, it is gone from the disk', async () => {
  const log = start();
  report('main.page', 'oom');
  await log['log.erase'](null);
  expect(await log['log.read'](null)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});
