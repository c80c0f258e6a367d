import type { Page } from '@playwright/test';

import { STYLE_IDS, type StyleId } from '../../renderer/core/styles.ts';
import { labDistance, type Lab } from '../../renderer/engine/styles/shared/oklab.ts';
import { minutes } from '../support/patience.ts';
import { bytesOf } from './harness.ts';
import { labsOf, styleFeatures, trainClassifier } from './style-features.ts';
import { expect, sharedTest as test } from './test.ts';

/** Edge of the pictures, as small as a list shows them. */
const SIZE = 96;
/** What a batch can hold of one style and background: seeds that follow one another. */
const SEEDS = 48;
/**
 * Smallest mean distance in OKLab, pixel by pixel at 96 px, of any two of them on white, which lends
 * them nothing: measured 0.0118 for the nearest two of Realistic, 0.0147 for the next.
 */
const FLOOR = 0.011;
/** So many of each person and style train the classifier; so many further seeds are unseen. */
const TRAINED = 12;
const UNSEEN = 6;
/** Of pictures of unseen seeds. */
const NAMED = 0.95;

let page: Page;
test.beforeEach(({ enginePage }) => {
  page = enginePage;
});

/** One picture for each seed from `first`, of a photo in a style, always on white. */
const shoot = async (
  person: string,
  style: StyleId,
  first: number,
  count: number,
): Promise<Lab[][]> => {
  const pictures = await page.evaluate(
    async ([name, style, first, count, size]) => {
      const { engine, file, rgba } = window.harness;
      const analysis = await engine.analyse(await file(`/people/${name}.webp`));
      const made: string[] = [];
      for (let seed = first; seed < first + count; seed += 1) {
        const recipe = {
          style,
          background: 'clean-white',
          seed,
          options: {},
          engine: engine.version,
        } as const;
        made.push(
          await rgba((await engine.render(analysis, recipe, { size, format: 'png' })).picture),
        );
      }
      engine.release(analysis);
      return made;
    },
    [person, style, first, count, SIZE] as const,
  );
  return pictures.map((picture) => labsOf(bytesOf(picture)));
};

const distance = (p: readonly Lab[], q: readonly Lab[]): number =>
  p.reduce((sum, lab, i) => sum + labDistance(lab, q[i] as Lab), 0) / p.length;

interface Sample {
  readonly label: StyleId;
  readonly person: string;
  readonly features: number[];
}

/** One person's variations in each style, once shot: a failed test starts the next ones in a new process. */
const shot = new Map<StyleId, Lab[][]>();
const variationsOf = async (style: StyleId): Promise<Lab[][]> => {
  const pictures = shot.get(style) ?? (await shoot('amara', style, 1, SEEDS));
  shot.set(style, pictures);
  return pictures;
};

const samplesOf = (label: StyleId, person: string, pictures: Lab[][]): Sample[] =>
  pictures.map((labs) => ({ label, person, features: styleFeatures(labs, SIZE) }));

/** Their variations are the nearest to each other; the rest is for the deep run. */
const NEAREST: readonly StyleId[] = ['realistic', 'minimalist'];

for (const style of STYLE_IDS) {
  test(
    `${style}: ${String(SEEDS)} variations of one photo are as many pictures`,
    { tag: NEAREST.includes(style) ? [] : '@deep' },
    async () => {
      const pictures = await variationsOf(style);
      let least = Infinity;
      pictures.forEach((picture, i) => {
        for (const other of pictures.slice(0, i)) least = Math.min(least, distance(picture, other));
      });
      expect(least).toBeGreaterThan(FLOOR);
    },
  );
}

test('a style is known by its texture, edges and palette', { tag: '@deep' }, async () => {
  test.setTimeout(minutes(5));
  const seen: Sample[] = [];
  const unseen: Sample[] = [];
  for (const style of STYLE_IDS) {
    const all = [samplesOf(style, 'amara', await variationsOf(style))];
    for (const person of ['kenji', 'leila'])
      all.push(samplesOf(style, person, await shoot(person, style, 101, TRAINED + UNSEEN)));
    for (const some of all) {
      seen.push(...some.slice(0, TRAINED));
      unseen.push(...some.slice(-UNSEEN));
    }
  }
  expect(unseen).toHaveLength(STYLE_IDS.length * 3 * UNSEEN);
  const classify = trainClassifier(seen);
  const wrong = unseen
    .map(
      ({ label, person, features }) => [`${person}: ${label}`, classify(features), label] as const,
    )
    .filter(([, named, label]) => named !== label);
  expect(
    1 - wrong.length / unseen.length,
    wrong.map(([what, named]) => `${what} taken for ${named}`).join('\n'),
  ).toBeGreaterThanOrEqual(NAMED);
});
