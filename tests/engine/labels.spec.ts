import { LABELS, type Label } from '../../renderer/engine/photo/labels.ts';
import { bytesOf } from './harness.ts';
import { expect, sharedTest as test } from './test.ts';

/** The share of the picture that a label has at least where it is, and at most where it isn't. */
const LEAST = 0.01;
const MOST = 0.03;

const WORN: readonly (readonly [person: string, has: readonly Label[], lacks: readonly Label[]])[] =
  [
    ['amara', ['scalp hair', 'other skin'], ['facial hair', 'headwear']],
    ['arjun', [], ['headwear']],
    ['finn', ['scalp hair'], ['facial hair', 'headwear']],
    ['ingrid', ['scalp hair'], ['facial hair', 'headwear']],
    ['kenji', ['scalp hair'], ['facial hair', 'headwear']],
    ['leila', ['headwear'], ['scalp hair', 'facial hair']],
    ['mara', ['scalp hair'], ['facial hair', 'headwear']],
    ['rafael', ['scalp hair', 'facial hair'], ['headwear']],
  ];

test('the parser sees what the drawn people wear', async ({ enginePage }) => {
  for (const [person, has, lacks] of WORN) {
    const labels = bytesOf(
      await enginePage.evaluate(async (path) => {
        const { base64, file, labelsOf } = window.harness;
        const size = { width: 256, height: 256 };
        return base64(new Blob([await labelsOf(await file(path), size)]));
      }, `people/${person}.webp`),
    );
    const share = (label: Label): number =>
      labels.filter((one) => one === LABELS.indexOf(label)).length / labels.length;
    for (const label of ['face skin', 'clothes', ...has] as const)
      expect(share(label), `${label} of ${person}`).toBeGreaterThan(LEAST);
    for (const label of lacks) expect(share(label), `${label} of ${person}`).toBeLessThan(MOST);
  }
});
