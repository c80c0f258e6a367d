import { describe, expect, it } from 'vitest';

import { memoryOf } from '../../../tests/support/memory.ts';
import { LikenessError } from '../../core/errors.ts';
import type { EnginePart } from '../../ports/engine.ts';
import type { StorageReport } from '../../ports/storage-check.ts';
import { createSelfTest, type Fitness, type SelfTest } from './self-test.ts';

const ALL_WELL: StorageReport = { keeps: true, fleeting: false };

/** A browser that can change between two tests. */
function browser() {
  const self = {
    lacks: [] as readonly EnginePart[],
    storage: ALL_WELL,
    broken: false,
    tests: 0,
    memory: memoryOf(),
    /** The app, opened in this browser. */
    open: (subject = 'build 1, browser 1'): SelfTest =>
      createSelfTest({
        engine: () =>
          Promise.resolve({
            version: 1,
            selfTest() {
              self.tests += 1;
              return self.broken
                ? Promise.reject(new LikenessError('engine-failed'))
                : Promise.resolve(self.lacks);
            },
          }),
        storageCheck: () => Promise.resolve(self.storage),
        memory: self.memory,
        subject,
      }),
  };
  return self;
}

/** What a test finds that begins now. */
function resultOf(selfTest: SelfTest): Promise<Fitness> {
  selfTest.run();
  return selfTest.result();
}
describe('the self-test of a browser', () => {
  it('runs once per version of app and browser', async () => {
    const here = browser();
    const first = here.open();
    expect(first.snapshot()).toEqual({ kind: 'unknown' });
    expect(await resultOf(first)).toEqual({ kind: 'fit', fleeting: false });
    expect(here.tests).toBe(1);

    const second = here.open();
    expect(second.snapshot()).toEqual({ kind: 'fit', fleeting: false });
    second.run();
    expect(here.tests).toBe(1);

    const updated = here.open('build 1, browser 2');
    expect(updated.snapshot()).toEqual({ kind: 'unknown' });
    expect(await resultOf(updated)).toEqual({ kind: 'fit', fleeting: false });
    expect(here.tests).toBe(2);
  });

  it('names everything that is missing, and finds it once it is switched on', async () => {
    const here = browser();
    here.lacks = ['graphics', 'encode'];
    here.storage = { keeps: false, fleeting: false };
    const opened = here.open();
    expect(await resultOf(opened)).toEqual({
      kind: 'unfit',
      lacks: ['graphics', 'encode', 'storage'],
    });
    expect(here.open().snapshot()).toEqual({ kind: 'unknown' });
    here.lacks = [];
    here.storage = ALL_WELL;
    expect(await resultOf(opened)).toEqual({ kind: 'fit', fleeting: false });
  });

  it('reports an unknown result if the engine didn’t start, and tries again', async () => {
    const here = browser();
    here.broken = true;
    const opened = here.open();
    expect(await resultOf(opened)).toEqual({ kind: 'undecided' });
    here.broken = false;
    expect(await resultOf(opened)).toEqual({ kind: 'fit', fleeting: false });
  });

  it('gives everyone who asks the result of one test', async () => {
    const here = browser();
    const opened = here.open();
    opened.run();
    const both = await Promise.all([opened.result(), opened.result()]);
    expect(both).toEqual(Array(2).fill({ kind: 'fit', fleeting: false }));
    expect(await here.open().result()).toEqual({ kind: 'fit', fleeting: false });
    expect(here.tests).toBe(1);
  });

  it('remembers that a window is private', async () => {
    const here = browser();
    here.storage = { keeps: true, fleeting: true };
    await resultOf(here.open());
    expect(here.open().snapshot()).toEqual({ kind: 'fit', fleeting: true });
  });

  it('runs if what is stored is invalid', () => {
    const here = browser();
    here.memory.write('self-test', 'yes');
    expect(here.open().snapshot()).toEqual({ kind: 'unknown' });
  });
});
