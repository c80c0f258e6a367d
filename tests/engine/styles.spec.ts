import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

import type { Recipe } from '../../renderer/core/avatars.ts';
import { BACKGROUND_IDS, STYLE_IDS, type StyleId } from '../../renderer/core/styles.ts';
import { labDistance, type Lab } from '../../renderer/engine/styles/shared/oklab.ts';
import { minutes } from '../support/patience.ts';
import { bytesOf } from './harness.ts';
import { labsOf } from './style-features.ts';
import { expect, sharedTest as test } from './test.ts';

/** Goldens are compared at this size; `GOLDENS=write` draws them anew (look at them before committing). */
const SIZE = 128;
/** Largest mean distance in OKLab from a golden; renderers don't agree to the pixel. */
const TOLERANCE = 0.004;
/** Smallest mean distance in OKLab between two seeds of one style. */
const APART = 0.012;
const PEOPLE = ['mara', 'kenji', 'amara', 'rafael', 'leila', 'finn'] as const;

const goldenFile = (style: StyleId): string =>
  fileURLToPath(new URL(`./goldens/${style}.png`, import.meta.url));

// One page for all: its worker keeps the analyses of the people and the compiled shaders.
let page: Page;
test.beforeEach(({ enginePage }) => {
  page = enginePage;
});

interface Shot {
  readonly png: string;
  readonly rgba: Uint8Array;
}

/** A picture of `SIZE`, and its pixels. */
const shoot = async (person: string, recipe: Partial<Recipe>): Promise<Shot> => {
  const { png, rgba } = await page.evaluate(
    async ([name, part, size]) => {
      const { base64, engine, file, rgba } = window.harness;
      const analysis = await engine.analyse(await file(`/people/${name}.webp`));
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
): Promise<{ person: string; likeness: number; softened: boolean }[]> =>
  page.evaluate(
    async ([people, style]) => {
      const { engine, file } = window.harness;
      const found: { person: string; likeness: number; softened: boolean }[] = [];
      for (const person of people) {
        const analysis = await engine.analyse(await file(`/people/${person}.webp`));
        const recipe = {
          style,
          background: 'professional',
          seed: 11,
          options: {},
          engine: engine.version,
        } as const;
        const { likeness = 0, softened } = await engine.render(analysis, recipe, {
          size: 512,
          format: 'png',
          check: true,
        });
        found.push({ person, likeness, softened });
      }
      return found;
    },
    [PEOPLE, style] as const,
  );

const distance = (a: Uint8Array, b: Uint8Array): number => {
  const [p, q] = [labsOf(a), labsOf(b)];
  return p.reduce((sum, lab, i) => sum + labDistance(lab, q[i] as Lab), 0) / p.length;
};

const readGolden = async (style: StyleId): Promise<Uint8Array> =>
  bytesOf(
    await page.evaluate(
      async (png) => {
        const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
        return window.harness.rgba(new Blob([bytes], { type: 'image/png' }));
      },
      readFileSync(goldenFile(style)).toString('base64'),
    ),
  );

for (const style of STYLE_IDS) {
  test(`${style} looks as its golden, and as no other's`, { tag: '@smoke' }, async () => {
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
    for (const seed of [2, 3, 4, 5]) {
      const { rgba } = await shoot('rafael', { ...recipe, seed });
      for (const earlier of seeds) expect(distance(rgba, earlier)).toBeGreaterThan(APART);
      seeds.push(rgba);
    }
  });

  test(`${style} keeps the likeness of every sample person at full strength`, async () => {
    test.setTimeout(minutes(4));
    const found = await likenesses(style);
    expect(found.map(({ person, softened }) => ({ person, softened }))).toEqual(
      PEOPLE.map((person) => ({ person, softened: false })),
    );
    for (const { person, likeness } of found) expect(likeness, person).toBeGreaterThanOrEqual(0.96);
  });

  test(`${style} has a transparent ground with None and an opaque one else`, async () => {
    for (const background of BACKGROUND_IDS) {
      const { rgba } = await shoot('kenji', { style, background });
      const alpha = (x: number, y: number): number => rgba[(y * SIZE + x) * 4 + 3] as number;
      expect(alpha(SIZE / 2, SIZE / 2)).toBe(255);
      expect([alpha(2, 2), alpha(SIZE - 3, 2)]).toEqual(
        background === 'none' ? [0, 0] : [255, 255],
      );
      if (background === 'clean-white' && style !== 'modern' && style !== 'artistic')
        expect([...rgba.slice(0, 4)]).toEqual([255, 255, 255, 255]);
    }
  });
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
