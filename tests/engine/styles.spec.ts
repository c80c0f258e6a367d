import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

import type { Recipe } from '../../renderer/core/avatars.ts';
import { labDistance, type Lab } from '../../renderer/core/colour.ts';
import { GROUND_EDGE, writeGround } from '../../renderer/core/ground-picture.ts';
import {
  BACKGROUND_IDS,
  isPremiumStyle,
  STYLE_IDS,
  type StyleId,
} from '../../renderer/core/styles.ts';
import { bytesOf } from './harness.ts';
import { labsOf } from './style-features.ts';
import { expect, sharedTest as test } from './test.ts';

/** The goldens' size; `GOLDENS=write` writes new ones (look at them before committing). */
const SIZE = 128;
/** Largest mean distance in OKLab from a golden; renderers don't agree to the pixel. */
const TOLERANCE = 0.004;
/** Smallest mean distance in OKLab between two seeds of one style. */
const APART = 0.012;
/** The two with the lowest likeness in most styles; the others are for the deep run. */
const HARDEST = ['finn', 'rafael'] as const;
const OTHERS = ['mara', 'kenji', 'amara', 'leila'] as const;
type Person = (typeof HARDEST)[number] | (typeof OTHERS)[number];

const goldenFile = (style: StyleId): string =>
  fileURLToPath(new URL(`./goldens/${style}.png`, import.meta.url));

// One page for all tests, as its worker keeps the analyses and the compiled shaders.
let page: Page;
test.beforeEach(({ enginePage }) => {
  page = enginePage;
});

interface Shot {
  readonly png: string;
  readonly rgba: Uint8Array;
}

/** Renders a picture of `SIZE`; returns the PNG (base64) and its pixels. */
const shoot = async (person: string, recipe: Partial<Recipe>): Promise<Shot> => {
  const { png, rgba } = await page.evaluate(
    async ([name, part, size]) => {
      const { analysisOf, base64, engine, rgba } = window.harness;
      const analysis = await analysisOf(`/people/${name}.webp`);
      const recipe = {
        style: 'realistic',
        background: 'none',
        seed: 7,
        options: {},
        engine: engine.version,
        ...part,
      } as const;
      const { picture } = await engine.render(analysis, recipe, { size, format: 'png' });
      return { png: await base64(picture), rgba: await rgba(picture) };
    },
    [person, recipe, SIZE] as const,
  );
  return { png, rgba: bytesOf(rgba) };
};

/** The likeness of each person in a style at 512 px, and whether it had to be softened. */
const likenesses = (
  style: StyleId,
  people: readonly Person[],
): Promise<{ person: string; likeness: number; softened: boolean }[]> =>
  page.evaluate(
    async ([people, style]) => {
      const { analysisOf, engine, recipeOf } = window.harness;
      const found: { person: string; likeness: number; softened: boolean }[] = [];
      for (const person of people) {
        const analysis = await analysisOf(`/people/${person}.webp`);
        const recipe = recipeOf(style, 'professional', 11);
        const { likeness = 0, softened } = await engine.render(analysis, recipe, {
          size: 512,
          format: 'png',
          check: true,
        });
        found.push({ person, likeness, softened });
      }
      return found;
    },
    [people, style] as const,
  );

/** Colours of each picture, computed once, as each is compared with many others. */
const labs = new WeakMap<Uint8Array, Lab[]>();
const colorsOf = (picture: Uint8Array): Lab[] => {
  const known = labs.get(picture) ?? labsOf(picture);
  labs.set(picture, known);
  return known;
};
const distance = (a: Uint8Array, b: Uint8Array): number => {
  const [p, q] = [colorsOf(a), colorsOf(b)];
  return p.reduce((sum, lab, i) => sum + labDistance(lab, q[i] as Lab), 0) / p.length;
};

const decodeGolden = async (style: StyleId): Promise<Uint8Array> =>
  bytesOf(
    await page.evaluate(
      async (png) => {
        const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
        return window.harness.rgba(new Blob([bytes], { type: 'image/png' }));
      },
      readFileSync(goldenFile(style)).toString('base64'),
    ),
  );
const goldens = new Map<StyleId, Promise<Uint8Array>>();
const readGolden = (style: StyleId): Promise<Uint8Array> => {
  const known = goldens.get(style) ?? decodeGolden(style);
  goldens.set(style, known);
  return known;
};

for (const [row, style] of STYLE_IDS.entries()) {
  const golden = { tag: isPremiumStyle(style) ? [] : ['@smoke'] };
  test(`${style} looks as its golden, and as no other's`, golden, async () => {
    const recipe = {
      style,
      background: 'solid-color',
      options: { solidColor: '#c9b8a4' },
    } as const;
    const { png, rgba } = await shoot('mara', recipe);
    if (process.env['GOLDENS'] === 'write') {
      writeFileSync(goldenFile(style), Buffer.from(png, 'base64'));
      test.skip(true, 'written, not compared');
    }
    for (const other of STYLE_IDS) {
      const apart = distance(rgba, await readGolden(other));
      if (other === style) expect(apart).toBeLessThanOrEqual(TOLERANCE);
      else expect(apart, `${style} against ${other}`).toBeGreaterThan(TOLERANCE * 2);
    }
  });

  test(`${style} is the same for the same recipe, and another picture for another seed`, async () => {
    const recipe = { style, background: 'professional' } as const;
    const first = await shoot('rafael', { ...recipe, seed: 1 });
    expect((await shoot('rafael', { ...recipe, seed: 1 })).rgba).toEqual(first.rgba);
    const seeds = [first.rgba];
    for (const seed of [2, 3]) {
      const { rgba } = await shoot('rafael', { ...recipe, seed });
      for (const earlier of seeds) expect(distance(rgba, earlier)).toBeGreaterThan(APART);
      seeds.push(rgba);
    }
  });

  for (const [people, tag] of [
    [HARDEST, isPremiumStyle(style) ? ['@long'] : []],
    [OTHERS, ['@deep']],
  ] as const)
    test(
      `${style} keeps the likeness of ${people.join(', ')} at full strength`,
      { tag: [...tag] },
      async () => {
        const found = await likenesses(style, people);
        expect(found.map(({ person, softened }) => ({ person, softened }))).toEqual(
          people.map((person) => ({ person, softened: false })),
        );
        for (const { person, likeness } of found)
          expect(likeness, person).toBeGreaterThanOrEqual(0.96);
      },
    );

  // Each background is tested in several styles; all combinations are for the deep run.
  const some = new Set(['none', 'clean-white', BACKGROUND_IDS[row % BACKGROUND_IDS.length]]);
  for (const [grounds, tag] of [
    [BACKGROUND_IDS.filter((id) => some.has(id)), []],
    [BACKGROUND_IDS.filter((id) => !some.has(id)), ['@deep']],
  ] as const)
    test(
      `${style} on ${grounds.join(', ')}: transparent with None, else opaque`,
      { tag: [...tag] },
      async () => {
        for (const background of grounds) {
          const { rgba } = await shoot('kenji', { style, background });
          const alpha = (x: number, y: number): number => rgba[(y * SIZE + x) * 4 + 3] as number;
          expect(alpha(SIZE / 2, SIZE / 2)).toBe(255);
          expect([alpha(2, 2), alpha(SIZE - 3, 2)]).toEqual(
            background === 'none' ? [0, 0] : [255, 255],
          );
          if (background === 'clean-white' && style !== 'modern' && style !== 'artistic')
            expect([...rgba.slice(0, 4)]).toEqual([255, 255, 255, 255]);
        }
      },
    );
}

test('strength leads smoothly back to the realistic base', async () => {
  for (const style of ['artistic', 'creative', 'modern'] as const) {
    const at = async (strength: number): Promise<Uint8Array> =>
      (
        await shoot('amara', {
          style,
          background: 'solid-color',
          options: { strength, solidColor: '#8899aa' },
        })
      ).rgba;
    const [none, half, full] = [await at(0), await at(0.5), await at(1)];
    expect(distance(half, none)).toBeGreaterThan(0.002);
    expect(distance(half, none)).toBeLessThan(distance(full, none));
    expect(distance(half, full)).toBeLessThan(distance(full, none));
  }
});

test('a person stays themself when more photos are in use than are kept on the GPU @long', async () => {
  const recipe = { style: 'minimalist', background: 'none' } as const;
  const first = await shoot('mara', recipe);
  for (const other of ['kenji', 'amara', 'rafael']) await shoot(other, recipe);
  expect((await shoot('mara', recipe)).rgba).toEqual(first.rgba);
});

/** Edge of a corner of the picture, in pixels. */
const CORNER = 20;

test('a picture of one’s own stands behind the person, the same in another worker', async () => {
  // Red on the left, blue on the right.
  const ground = writeGround(
    Array.from({ length: GROUND_EDGE * GROUND_EDGE }, (_, i) =>
      i % GROUND_EDGE < GROUND_EDGE / 2 ? [200, 60, 50, 255] : [50, 70, 190, 255],
    ).flat(),
  );
  const shots = await page.evaluate(
    async ([backdropPicture, size]) => {
      const { createEngine, engine, file, rgba, recipeOf } = window.harness;
      const photo = await file('/people/kenji.webp');
      const shoot = async (
        which: typeof engine,
        style: 'professional' | 'comic' | 'creative',
      ): Promise<string> => {
        const recipe = recipeOf(style, 'professional', 5, { backdropPicture });
        const analysis = await which.analyse(photo);
        return rgba((await which.render(analysis, recipe, { size, format: 'png' })).picture);
      };
      return [
        await shoot(engine, 'professional'),
        await shoot(createEngine(), 'professional'),
        // Styles that otherwise print their own background.
        await shoot(engine, 'comic'),
        await shoot(engine, 'creative'),
      ];
    },
    [ground, SIZE] as const,
  );
  const [first, again, ...printed] = shots.map(bytesOf) as [
    Uint8Array,
    Uint8Array,
    ...Uint8Array[],
  ];
  expect(again).toEqual(first);
  // Red minus blue, averaged over an upper corner, as a printed background has dots.
  const redness = (picture: Uint8Array, left: number): number => {
    let sum = 0;
    for (let y = 0; y < CORNER; y += 1)
      for (let x = left; x < left + CORNER; x += 1) {
        const o = (y * SIZE + x) * 4;
        sum += (picture[o] as number) - (picture[o + 2] as number);
      }
    return sum / CORNER ** 2;
  };
  for (const made of [first, ...printed]) {
    expect(redness(made, 0)).toBeGreaterThan(25);
    expect(redness(made, SIZE - CORNER)).toBeLessThan(-25);
  }
});
