import { minutes } from '../support/timeouts.ts';
import { hasSharedPhoto, sharedPhotos } from './harness.ts';
import { expect, sharedTest as test } from './test.ts';

const FOLDER = 'real';
/** Share of portraits whose cut-outs may have faults that `faultsOf` finds. */
const FAULTY = 0.1;

/** One in this many portraits is tested in every run, all of them in the deep run. */
const EVERY = 3;

for (const [which, every, tag] of [
  ['every third', EVERY, ['@long']],
  ['each', 1, ['@deep']],
] as const)
  test(
    `nine of ten real portraits are cut out without a fault: ${which}`,
    { tag: [...tag] },
    async ({ enginePage }) => {
      test.skip(!hasSharedPhoto(FOLDER), 'no folder of real portraits on this machine');
      test.setTimeout(minutes(6));
      const names = sharedPhotos(FOLDER).filter((_, i) => i % every === 0);
      const faulty: string[] = [];
      for (const name of names) {
        const faults = await enginePage.evaluate(async (path) => {
          const { cutOutOf, file } = window.harness;
          return (await cutOutOf(await file(path), true)).faults;
        }, `photos/${FOLDER}/${name}`);
        if (faults === undefined || faults.length > 0)
          faulty.push(`${name}: ${faults?.join(', ') ?? 'not judged'}`);
      }
      expect(names.length).toBeGreaterThan(0);
      expect(faulty.length, faulty.join('\n')).toBeLessThanOrEqual(
        Math.ceil(names.length * FAULTY),
      );
    },
  );
