import type { Page } from '@playwright/test';

import { labDistance, type Lab } from '../../renderer/core/colour.ts';
import {
  isPremiumStyle,
  STYLE_IDS,
  type BackgroundId,
  type StyleId,
} from '../../renderer/core/styles.ts';
import { minutes } from '../support/timeouts.ts';
import { bytesOf, hasSharedPhoto, sharedPhotos } from './harness.ts';
import { labsOf } from './style-features.ts';
import { expect, sharedTest as test } from './test.ts';

const FOLDER = 'real';
/** Share of portraits whose cut-outs may have faults that `faultsOf` finds. */
const FAULTY = 0.1;

/**
 * Some portraits are tested in every long run, where the styles take turns; all of them, in all
 * styles, in the deep run.
 */
const RUNS = [
  {
    which: 'every third',
    every: 3,
    stylesOf: (k: number) => STYLE_IDS.filter((_, i) => i % 3 === k % 3),
    tag: '@long',
  },
  { which: 'each', every: 1, stylesOf: () => STYLE_IDS, tag: '@deep' },
] as const;

let page: Page;
test.beforeEach(({ enginePage }) => {
  page = enginePage;
});

/** Every `every`-th portrait. Skips the test where there are none. */
const someOf = (every: number): string[] => {
  test.skip(!hasSharedPhoto(FOLDER), 'no folder of real portraits on this machine');
  const names = sharedPhotos(FOLDER).filter((_, i) => i % every === 0);
  expect(names.length).toBeGreaterThan(0);
  return names;
};

const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((p, q) => p - q)[Math.floor(part * values.length)] ?? Number.NaN;

interface Choice {
  readonly style: StyleId;
  readonly background: BackgroundId;
  readonly seed: number;
}

/**
 * Makes pictures of a portrait, `size` pixels wide. Analyses the photo only once, which takes far
 * longer than a small picture.
 */
const shoot = async (
  name: string,
  size: number,
  choices: readonly Choice[],
): Promise<Uint8Array[]> => {
  const pictures = await page.evaluate(
    async ([path, size, choices]) => {
      const { engine, file, rgba } = window.harness;
      const analysis = await engine.analyse((await engine.importPhoto(await file(path))).photo);
      const made: string[] = [];
      for (const choice of choices) {
        const recipe = { ...choice, options: {}, engine: engine.version };
        const { picture } = await engine.render(analysis, recipe, { size, format: 'png' });
        made.push(await rgba(picture));
      }
      engine.release(analysis);
      return made;
    },
    [`photos/${FOLDER}/${name}`, size, choices] as const,
  );
  return pictures.map(bytesOf);
};

for (const { which, every, stylesOf, tag } of RUNS) {
  test(`nine of ten real portraits are cut out without a fault: ${which}`, { tag }, async () => {
    test.setTimeout(minutes(6));
    const names = someOf(every);
    const faulty: string[] = [];
    for (const name of names) {
      const faults = await page.evaluate(async (path) => {
        const { cutOutOf, file } = window.harness;
        return (await cutOutOf(await file(path), true)).faults;
      }, `photos/${FOLDER}/${name}`);
      if (faults === undefined || faults.length > 0)
        faulty.push(`${name}: ${faults?.join(', ') ?? 'not judged'}`);
    }
    expect(faulty.length, faulty.join('\n')).toBeLessThanOrEqual(Math.ceil(names.length * FAULTY));
  });

  test(`every style keeps the likeness of real portraits: ${which}`, { tag }, async () => {
    test.setTimeout(minutes(12));
    const lost: string[] = [];
    const softer: string[] = [];
    const least = new Map<StyleId, number>();
    for (const [k, name] of someOf(every).entries()) {
      const found = await page.evaluate(
        async ([path, styles]) => {
          const { engine, file } = window.harness;
          const analysis = await engine.analyse((await engine.importPhoto(await file(path))).photo);
          const measured: { style: StyleId; likeness: number; softened: boolean }[] = [];
          for (const style of styles) {
            const { likeness = 0, softened } = await engine.render(
              analysis,
              { style, background: 'professional', seed: 11, options: {}, engine: engine.version },
              { size: 512, format: 'png', check: true },
            );
            measured.push({ style, likeness, softened });
          }
          engine.release(analysis);
          return measured;
        },
        [`photos/${FOLDER}/${name}`, stylesOf(k)] as const,
      );
      for (const { style, likeness, softened } of found) {
        least.set(style, Math.min(least.get(style) ?? 1, likeness));
        if (!(likeness >= LIKE)) lost.push(`${style} of ${name}: ${likeness.toFixed(3)}`);
        // A premium style may give in on the face, a standard one keeps it at full strength.
        if (softened && !isPremiumStyle(style)) lost.push(`${style} of ${name} was softened`);
        if (softened) softer.push(`${style} of ${name}`);
      }
    }
    test.info().annotations.push({
      type: 'least likeness',
      description: [...least].map(([style, of]) => `${style} ${of.toFixed(3)}`).join(', '),
    });
    test.info().annotations.push({ type: 'softened', description: softer.join(', ') });
    expect(lost.join('\n')).toBe('');
  });

  test(`real people stand out from the backgrounds drawn for them: ${which}`, { tag }, async () => {
    test.setTimeout(minutes(8));
    const seeds = [1, 2];
    const on = (background: BackgroundId): Choice[] =>
      seeds.map((seed) => ({ style: 'realistic', background, seed }));
    const choices = (['professional', 'gradient', 'abstract', 'solid-color'] as const).flatMap(on);
    const found: { readonly of: string; readonly contrast: number }[] = [];
    for (const name of someOf(every)) {
      const shots = await shoot(name, CONTRAST.size, [...on('none'), ...choices]);
      choices.forEach(({ background, seed }, k) => {
        const [shot, cut] = [shots[seeds.length + k], shots[k % seeds.length]];
        if (!shot || !cut) throw new Error('a picture is missing');
        const contrast = contrastIn(shot, cut, CONTRAST.size);
        found.push({ of: `${name} on ${background}, seed ${String(seed)}`, contrast });
      });
    }
    const contrasts = found.map(({ contrast }) => contrast);
    test.info().annotations.push({
      type: 'contrast',
      description: [0, 0.05, 0.5].map((part) => quantile(contrasts, part).toFixed(3)).join(', '),
    });
    const sunk = found.filter(({ contrast }) => !(contrast >= CONTRAST.least));
    expect(sunk.map(({ of, contrast }) => `${of}: ${contrast.toFixed(3)}`).join('\n')).toBe('');
    expect(quantile(contrasts, 0.1)).toBeGreaterThanOrEqual(CONTRAST.usual);
  });

  test(`skin is drawn in whole shapes, as light as the person: ${which}`, { tag }, async () => {
    test.setTimeout(minutes(6));
    const wrong: string[] = [];
    for (const name of someOf(every)) {
      const { areas, far } = await page.evaluate(async (path) => {
        const { file, skinShapes } = window.harness;
        return skinShapes(await file(path));
      }, `photos/${FOLDER}/${name}`);
      for (const area of areas)
        if (area < SPECK) wrong.push(`${name} has a speck of ${(100 * area).toFixed(2)} %`);
      if (!(far <= FAR)) wrong.push(`${name}’s skin is drawn ${far.toFixed(3)} off`);
    }
    expect(wrong.join('\n')).toBe('');
  });
}

/**
 * Contrast of a person with the background: median OKLab distance along the outline, `apart` pixels
 * outside the matte against just inside it. The least of all, and what nine of ten reach.
 */
const CONTRAST = { size: 256, apart: 6, least: 0.1, usual: 0.15 } as const;

const contrastIn = (picture: Uint8Array, cut: Uint8Array, size: number): number => {
  const labs = labsOf(picture);
  const alpha = (x: number, y: number): number => (cut[4 * (y * size + x) + 3] ?? 0) / 255;
  const { apart } = CONTRAST;
  const distances: number[] = [];
  for (let y = apart; y < size - apart; y += 1)
    for (let x = apart; x < size - apart; x += 1) {
      if (alpha(x, y) < 0.95) continue;
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, -1],
      ] as const) {
        const out = alpha(x + apart * dx, y + apart * dy);
        if (alpha(x + 2 * dx, y + 2 * dy) >= 0.5 || out > 0.02) continue;
        const person = labs[(y - dy) * size + x - dx] as Lab;
        const ground = labs[(y + apart * dy) * size + x + apart * dx] as Lab;
        distances.push(labDistance(person, ground));
        break;
      }
    }
  return quantile(distances, 0.5);
};

/** Least likeness of an avatar. */
const LIKE = 0.96;

/** Smallest shape of shadow or light on skin, as a fraction of the face's skin. */
const SPECK = 0.005;

/** How far a face's skin as drawn may be from where light falls on it in the photo, in OKLab. */
const FAR = 0.08;
