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

/** The size of pictures that are compared with each other. */
const SIZE = 128;
/**
 * The goldens' size, of the cells whose mean colours are compared, and of the tiles that are judged one
 * by one, so that a missing ear fails. `GOLDENS=write` writes new ones (look at them before committing).
 */
const GOLDEN = { size: 512, cell: 4, tile: 32, person: 'rafael' } as const;
/** Largest mean difference of the worst tile's cells, of 255; WebP and renderers cost some. */
const TOLERANCE = 4;
/** Smallest mean distance in OKLab between two seeds of one style. */
const APART = 0.012;
/** The two with the lowest likeness in most styles; the others are for the deep run. */
const HARDEST = ['finn', 'rafael'] as const;
const OTHERS = ['mara', 'kenji', 'amara', 'leila'] as const;
type Person = (typeof HARDEST)[number] | (typeof OTHERS)[number];

const goldenFile = (style: StyleId): string =>
  fileURLToPath(new URL(`./goldens/${style}.webp`, import.meta.url));

// One page for all tests, as its worker keeps the analyses and the compiled shaders.
let page: Page;
test.beforeEach(({ enginePage }) => {
  page = enginePage;
});

/** Renders a picture; returns its pixels, and itself as a WebP (base64). */
const shoot = async (
  person: string,
  recipe: Partial<Recipe>,
  size: number = SIZE,
): Promise<{ webp: string; rgba: Uint8Array }> => {
  const { webp, rgba } = await page.evaluate(
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
      const canvas = new OffscreenCanvas(size, size);
      canvas.getContext('2d')?.drawImage(await createImageBitmap(picture), 0, 0);
      const webp = await canvas.convertToBlob({ type: 'image/webp', quality: 0.95 });
      return { webp: await base64(webp), rgba: await rgba(picture) };
    },
    [person, recipe, size] as const,
  );
  return { webp, rgba: bytesOf(rgba) };
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

/** How far two pictures of a golden's size are apart where they differ most: see `TOLERANCE`. */
const worstTile = (a: Uint8Array, b: Uint8Array): number => {
  const { size, cell, tile } = GOLDEN;
  const [cells, tiles] = [size / cell, size / tile];
  const apart = new Float64Array(3 * cells ** 2);
  for (let i = 0; i < 4 * size ** 2; i += 1) {
    const [x, y, k] = [Math.floor(i / 4) % size, Math.floor(i / 4 / size), i % 4];
    const at = 3 * (Math.floor(y / cell) * cells + Math.floor(x / cell)) + k;
    if (k < 3) apart[at] = (apart[at] as number) + (a[i] as number) - (b[i] as number);
  }
  const sums = new Float64Array(tiles ** 2);
  apart.forEach((sum, i) => {
    const [x, y] = [Math.floor(i / 3) % cells, Math.floor(i / 3 / cells)];
    const at = Math.floor((y * cell) / tile) * tiles + Math.floor((x * cell) / tile);
    sums[at] = (sums[at] as number) + Math.abs(sum);
  });
  return Math.max(...sums) / (3 * tile ** 2);
};

const decodeGolden = async (style: StyleId): Promise<Uint8Array> =>
  bytesOf(
    await page.evaluate(
      async (webp) => {
        const bytes = Uint8Array.from(atob(webp), (c) => c.charCodeAt(0));
        return window.harness.rgba(new Blob([bytes], { type: 'image/webp' }));
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

test('linear light leaves every tone as it was, dark ones too @smoke', async () => {
  const greys = await page.evaluate(() => window.harness.greysThroughLight());
  expect(greys).toEqual(Array.from({ length: 256 }, (_, level) => level));
});

test('a golden sees a missing ear @smoke', async () => {
  const golden = await readGolden('minimalist');
  const earless = golden.slice();
  for (let y = 228; y < 318; y += 1) {
    const ground = golden.slice(4 * (GOLDEN.size * y + 400), 4 * (GOLDEN.size * y + 401));
    for (let x = 364; x < 396; x += 1) earless.set(ground, 4 * (GOLDEN.size * y + x));
  }
  expect(worstTile(golden, earless)).toBeGreaterThan(TOLERANCE * 3);
});

for (const [row, style] of STYLE_IDS.entries()) {
  const golden = { tag: isPremiumStyle(style) ? [] : ['@smoke'] };
  test(`${style} looks as its golden, and as no other's`, golden, async () => {
    const recipe = {
      style,
      background: 'solid-color',
      options: { solidColor: '#c9b8a4' },
    } as const;
    const { webp, rgba } = await shoot(GOLDEN.person, recipe, GOLDEN.size);
    if (process.env['GOLDENS'] === 'write') {
      writeFileSync(goldenFile(style), Buffer.from(webp, 'base64'));
      test.skip(true, 'written, not compared');
    }
    for (const other of STYLE_IDS) {
      const apart = worstTile(rgba, await readGolden(other));
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
