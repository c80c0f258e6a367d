import type { Page } from '@playwright/test';

import { labDistance, type Lab } from '../../renderer/core/colour.ts';
import { STYLE_IDS, type StyleId } from '../../renderer/core/styles.ts';
import { minutes } from '../support/timeouts.ts';
import { bytesOf, hasSharedPhoto, sharedPhotos } from './harness.ts';
import { labsOf, styleFeatures, trainClassifier } from './style-features.ts';
import { expect, sharedTest as test } from './test.ts';

/** Edge of the pictures in pixels; as small as in a list. */
const SIZE = 96;
/** Most avatars of one style and background in a batch, with consecutive seeds. */
const SEEDS = 48;
/**
 * Smallest mean OKLab distance, pixel by pixel at 96 px, between any two of them. On white, as the
 * background mustn't add to it. Measured: 0.0111 for the nearest two of Realistic, 0.0153 of Minimalist.
 */
const FLOOR = 0.011;
/**
 * Per person and style: how many pictures train the classifier, and how many further ones test it.
 */
const TRAINED = 12;
const UNSEEN = 6;
/** Share of unseen pictures whose style has to be recognised. */
const NAMED = 0.95;
/** Number of folds of the cross-validation over portraits. */
const FOLDS = 7;
const PEOPLE = ['mara', 'kenji', 'amara', 'rafael', 'leila', 'finn'];

let page: Page;
test.beforeEach(({ enginePage }) => {
  page = enginePage;
});

/**
 * Renders a photo on white in each of the styles, once for each of `count` seeds from `first`. The
 * photo is analysed only once, which takes far longer than a picture of this size.
 */
const shootAll = async (
  path: string,
  styles: readonly StyleId[],
  first: number,
  count: number,
): Promise<ReadonlyMap<StyleId, Lab[][]>> => {
  const pictures = await page.evaluate(
    async ([path, styles, first, count, size]) => {
      const { engine, file, rgba, recipeOf } = window.harness;
      const analysis = await engine.analyse((await engine.importPhoto(await file(path))).photo);
      const made: (readonly [StyleId, string[]])[] = [];
      for (const style of styles) {
        const own: string[] = [];
        for (let seed = first; seed < first + count; seed += 1) {
          const recipe = recipeOf(style, 'clean-white', seed);
          own.push(
            await rgba((await engine.render(analysis, recipe, { size, format: 'png' })).picture),
          );
        }
        made.push([style, own]);
      }
      engine.release(analysis);
      return made;
    },
    [path, styles, first, count, SIZE] as const,
  );
  return new Map(
    pictures.map(([style, own]) => [style, own.map((picture) => labsOf(bytesOf(picture)))]),
  );
};

const distance = (p: readonly Lab[], q: readonly Lab[]): number =>
  p.reduce((sum, lab, i) => sum + labDistance(lab, q[i] as Lab), 0) / p.length;

interface Sample {
  readonly label: StyleId;
  readonly person: string;
  readonly features: number[];
}

/** One person's variations per style, rendered on demand, as a failed test starts a new process. */
const shot = new Map<StyleId, Lab[][]>();
const variationsOf = async (style: StyleId): Promise<Lab[][]> => {
  const pictures =
    shot.get(style) ?? (await shootAll('/people/amara.webp', [style], 1, SEEDS)).get(style) ?? [];
  shot.set(style, pictures);
  return pictures;
};

const samplesOf = (label: StyleId, person: string, pictures: Lab[][]): Sample[] =>
  pictures.map((labs) => ({ label, person, features: styleFeatures(labs, SIZE) }));

/** Styles with the least varied pictures, for the long run; the others are for the deep one. */
const NEAREST: readonly StyleId[] = ['realistic', 'minimalist'];

for (const style of STYLE_IDS) {
  test(
    `${style}: ${String(SEEDS)} variations of one photo are as many pictures`,
    { tag: NEAREST.includes(style) ? '@long' : '@deep' },
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
  test.setTimeout(minutes(10));
  const all: Sample[][] = [];
  for (const style of STYLE_IDS) all.push(samplesOf(style, 'amara', await variationsOf(style)));
  for (const person of ['kenji', 'leila'])
    for (const [style, pictures] of await shootAll(
      `/people/${person}.webp`,
      STYLE_IDS,
      101,
      TRAINED + UNSEEN,
    ))
      all.push(samplesOf(style, person, pictures));
  const seen = all.flatMap((some) => some.slice(0, TRAINED));
  const unseen = all.flatMap((some) => some.slice(-UNSEEN));
  expect(unseen).toHaveLength(STYLE_IDS.length * 3 * UNSEEN);
  expectNamed(misnamed(seen, unseen), unseen.length);
});

test(
  'a style is known on portraits of people it wasn’t learnt from',
  { tag: '@deep' },
  async () => {
    test.setTimeout(minutes(20));
    test.skip(!hasSharedPhoto('real'), 'the folder of real portraits is not here');
    const names = sharedPhotos('real');
    expect(names.length).toBeGreaterThanOrEqual(10);
    const photos = [
      ...names.map((name) => `/photos/real/${name}`),
      ...PEOPLE.map((person) => `/people/${person}.webp`),
    ];
    const samples: Sample[] = [];
    for (const path of photos)
      for (const [style, pictures] of await shootAll(path, STYLE_IDS, 1, 3))
        samples.push(...samplesOf(style, path, pictures));
    // Each portrait is classified once, after training on the others and the drawn people.
    const wrong: Wrong[] = [];
    for (let fold = 0; fold < FOLDS; fold += 1) {
      const held = new Set(photos.slice(0, names.length).filter((_, i) => i % FOLDS === fold));
      wrong.push(
        ...misnamed(
          samples.filter(({ person }) => !held.has(person)),
          samples.filter(({ person }) => held.has(person)),
        ),
      );
    }
    expectNamed(wrong, names.length * STYLE_IDS.length * 3);
  },
);

/** A picture that was taken for another style. */
type Wrong = readonly [what: string, named: StyleId];
const misnamed = (seen: readonly Sample[], unseen: readonly Sample[]): Wrong[] => {
  const classify = trainClassifier(seen);
  return unseen
    .map(
      ({ label, person, features }) => [`${person}: ${label}`, classify(features), label] as const,
    )
    .filter(([, named, label]) => named !== label)
    .map(([what, named]) => [what, named] as const);
};

const expectNamed = (wrong: readonly Wrong[], of: number): void =>
  expect(
    1 - wrong.length / of,
    wrong.map(([what, named]) => `${what} taken for ${named}`).join('\n'),
  ).toBeGreaterThanOrEqual(NAMED);
