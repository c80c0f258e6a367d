import { readFileSync } from 'node:fs';

import { expect, sharedTest as test } from './test.ts';

const reference = JSON.parse(
  readFileSync(new URL('./reference/u2netp.json', import.meta.url), 'utf8'),
) as { readonly means: readonly (readonly number[])[] };
const CELL = 16;
/** Tolerances: the file has 16-bit weights; the reference comes from the original's 32-bit ones. */
const MOST = 0.06;
const MEAN = 0.008;

test('the converted salience network gives what the original gives', async ({ enginePage }) => {
  const found = await enginePage.evaluate(async (cell) => {
    const edge = 320;
    const input = new Float32Array(edge * edge * 3);
    const [mean, deviation] = [
      [0.485, 0.456, 0.406],
      [0.229, 0.224, 0.225],
    ] as const;
    for (let y = 0; y < edge; y += 1)
      for (let x = 0; x < edge; x += 1) {
        // A head with hair and shoulders in front of a gradient.
        let colour = [
          0.55 + 0.3 * (y / edge),
          0.72 - 0.2 * (x / edge),
          0.7 + 0.1 * Math.sin(x / 9),
        ];
        if (Math.hypot((x - 160) / 120, (y - 320) / 110) < 1)
          colour = [0.16, 0.24 + 0.04 * Math.sin(y / 3), 0.5];
        if (Math.hypot((x - 160) / 66, (y - 112) / 74) < 1)
          colour = [0.22 + 0.06 * Math.sin(x), 0.14, 0.1];
        if (Math.hypot((x - 160) / 52, (y - 130) / 66) < 1) colour = [0.86, 0.66, 0.54];
        colour.forEach((value, k) => {
          input[(y * edge + x) * 3 + k] = (value - (mean[k] ?? 0)) / (deviation[k] ?? 1);
        });
      }
    const output = await window.harness.runSalience(input);
    const means: number[] = [];
    for (let v = 0; v < edge; v += cell)
      for (let u = 0; u < edge; u += cell) {
        let sum = 0;
        for (let y = v; y < v + cell; y += 1)
          for (let x = u; x < u + cell; x += 1) sum += output[y * edge + x] ?? Number.NaN;
        means.push(sum / cell ** 2);
      }
    return means;
  }, CELL);
  const expected = reference.means.flat();
  expect(found).toHaveLength(expected.length);
  const off = found.map((value, i) => Math.abs(value - (expected[i] ?? 0)));
  expect(Math.max(...off)).toBeLessThan(MOST);
  expect(off.reduce((a, b) => a + b, 0) / off.length).toBeLessThan(MEAN);
});
