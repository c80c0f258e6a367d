import type { Page } from '@playwright/test';

import { bytesOf } from './harness.ts';
import type { Scene } from './page/scene.ts';
import { expect, sharedTest as test } from './test.ts';

const SIZE = 256;

interface Cut {
  /** Alpha of the avatar without a background, SIZE * SIZE. */
  readonly alpha: Uint8Array;
  readonly rgba: Uint8Array;
  readonly faces: number;
  readonly roll: number;
}

/** The avatar of a scene without a background, and what was found in the scene. */
const cutOut = async (page: Page, scene: Scene, face = 0): Promise<Cut> => {
  const { picture, ...found } = await page.evaluate(
    async ([scene, size, face]) => {
      const { drawScene, engine, rgba } = window.harness;
      const analysis = await engine.analyse(
        await (await drawScene(scene)).convertToBlob({ type: 'image/jpeg', quality: 0.95 }),
      );
      const { picture } = await engine.render(
        analysis,
        { style: 'realistic', background: 'none', seed: 7, options: { face }, engine: 1 },
        { size, format: 'png' },
      );
      engine.release(analysis);
      return {
        picture: await rgba(picture),
        faces: analysis.faces.length,
        roll: analysis.faces[face]?.roll ?? NaN,
      };
    },
    [scene, SIZE, face] as const,
  );
  const rgba = bytesOf(picture);
  return { ...found, rgba, alpha: rgba.filter((_, i) => i % 4 === 3) };
};

/** Intersection over union of two mattes. */
function agreement(a: Uint8Array, b: Uint8Array): number {
  let [both, either] = [0, 0];
  a.forEach((alpha, i) => {
    both += Math.min(alpha, b[i] ?? 0);
    either += Math.max(alpha, b[i] ?? 0);
  });
  return both / either;
}

/**
 * A portrait turned by `turn` degrees, on a ground like its own, so that no border runs through the
 * picture.
 */
const portrait = (name: string, turn: number, ground: string): Scene => ({
  width: 900,
  height: 900,
  ground,
  people: [{ file: `people/${name}.webp`, x: 0, y: 0, edge: 900, turn, oval: turn % 90 !== 0 }],
});

/** The upright cut-out to compare with, made once per photo and ground. */
const uprights = new Map<string, Promise<Cut>>();
const uprightOf = (page: Page, name: string, ground: string): Promise<Cut> => {
  const known = uprights.get(name + ground) ?? cutOut(page, portrait(name, 0, ground));
  uprights.set(name + ground, known);
  return known;
};

// The two sideways directions are alike, so the second is only for the deep run. The photo upside down
// is for the long run.
for (const [turn, name, tag] of [
  [90, 'leila', []],
  [-90, 'finn', ['@deep']],
  [180, 'kenji', ['@long']],
] as const) {
  test(
    `a photo turned by ${String(turn)} degrees gives the upright one's avatar`,
    { tag: [...tag] },
    async ({ enginePage }) => {
      const upright = await uprightOf(enginePage, name, '#000');
      const turned = await cutOut(enginePage, portrait(name, turn, '#000'));
      expect(turned.faces).toBe(1);
      expect(Math.abs(((turned.roll - upright.roll - turn + 540) % 360) - 180)).toBeLessThan(4);
      expect(agreement(turned.alpha, upright.alpha)).toBeGreaterThan(0.95);
    },
  );
}

// If a far tilt works, so does a slight one, which is only for the deep run. The two far ones are alike,
// so one is for the long run.
for (const [tilt, name, ground, tag] of [
  [-45, 'mara', '#b98d72', ['@long']],
  [-25, 'kenji', '#7c939b', ['@deep']],
  [25, 'mara', '#b98d72', ['@deep']],
  [45, 'kenji', '#7c939b', []],
] as const) {
  test(
    `a head tilted by ${String(tilt)} degrees is levelled and cut out`,
    { tag: [...tag] },
    async ({ enginePage }) => {
      const upright = await uprightOf(enginePage, name, ground);
      const tilted = await cutOut(enginePage, portrait(name, tilt, ground));
      expect(Math.abs(tilted.roll - upright.roll - tilt)).toBeLessThan(4);
      // The oval cuts off the ends of the shoulders and the frame moves in; holes in the head would
      // cost more.
      expect(agreement(tilted.alpha, upright.alpha)).toBeGreaterThan(0.74);
      // Nothing of the background remains beside the head.
      const besides = tilted.alpha.filter(
        (_, i) => i < SIZE * 64 && (i % SIZE < 28 || i % SIZE >= SIZE - 28),
      );
      expect(Math.max(...besides)).toBeLessThan(24);
    },
  );
}

const NEIGHBOURS = ['kenji', 'mara', 'amara'];
/** People shoulder to shoulder; `only` one of them, or all. */
const group = (only?: number): Scene => ({
  width: 1260,
  height: 600,
  ground: '#8a8f94',
  people: NEIGHBOURS.flatMap((name, k) =>
    only === undefined || only === k
      ? [{ file: `people/${name}.webp`, x: k * 380, y: 100, edge: 500, cut: true }]
      : [],
  ),
});

test('of several people only the chosen one is kept @long', async ({ enginePage }) => {
  const chosen = new Set<number>();
  const alone: Cut[] = [];
  for (const only of [0, 1, 2]) alone.push(await cutOut(enginePage, group(only)));
  for (const face of [0, 1, 2]) {
    const among = await cutOut(enginePage, group(), face);
    expect(among.faces).toBe(3);
    const matches = alone.map(({ alpha }) => agreement(among.alpha, alpha));
    const best = matches.indexOf(Math.max(...matches));
    chosen.add(best);
    expect(matches[best]).toBeGreaterThan(0.9);
  }
  expect(chosen.size).toBe(3);
});

test('a face that is chosen again gives the same picture as before', async ({ enginePage }) => {
  const hashes = await enginePage.evaluate(async (scene) => {
    const { drawScene, engine, pixels } = window.harness;
    const analysis = await engine.analyse(await (await drawScene(scene)).convertToBlob());
    const render = async (face: number): Promise<string> => {
      const { picture } = await engine.render(
        analysis,
        { style: 'modern', background: 'gradient', seed: 7, options: { face }, engine: 1 },
        { size: 128, format: 'png' },
      );
      return (await pixels(picture)).data.join();
    };
    const found = [await render(0), await render(1), await render(0)];
    engine.release(analysis);
    return found;
  }, group());
  expect(hashes[2]).toBe(hashes[0]);
  expect(hashes[1]).not.toBe(hashes[0]);
});

test('the brush mends the cut-out of its face, and every avatar of it in the same way', async ({
  enginePage,
}) => {
  const found = await enginePage.evaluate(
    async (scene) => {
      const { createEngine, drawScene, engine, pixels, rgba } = window.harness;
      const photo = await (await drawScene(scene)).convertToBlob();
      const strokes = [
        { mode: 'remove', size: 0.1, points: [0.45, 0.97, 0.55, 0.97] },
        { mode: 'keep', size: 0.06, points: [0.1, 0.1] },
      ] as const;
      const analysis = await engine.analyse(photo);
      const alphaAt = async (
        options: Parameters<typeof engine.cutOut>[1],
        ...places: (readonly [number, number])[]
      ): Promise<number[]> => {
        const { picture } = await engine.cutOut(analysis, options, { size: 450 });
        const { width, height, data } = await pixels(picture);
        return places.map(
          ([x, y]) => data[(Math.floor(y * height) * width + Math.floor(x * width)) * 4 + 3] ?? NaN,
        );
      };
      const places = [
        [0.5, 0.97],
        [0.1, 0.1],
        [0.5, 0.45],
      ] as const;
      const before = await alphaAt({}, ...places);
      const mended = await alphaAt({ strokes }, ...places);
      const other = await alphaAt(
        { strokes: strokes.map((one) => ({ ...one, face: 3 })) },
        ...places,
      );
      const undone = await alphaAt({}, ...places);
      const render = async (
        which: typeof engine,
        options: Parameters<typeof engine.cutOut>[1],
      ): Promise<string> => {
        const { picture } = await which.render(
          await which.analyse(photo),
          { style: 'realistic', background: 'none', seed: 7, options, engine: 1 },
          { size: 128, format: 'png' },
        );
        return rgba(picture);
      };
      const avatars = [
        await render(engine, { strokes }),
        await render(engine, {}),
        await render(engine, { strokes: structuredClone(strokes) }),
        // As on another day: a fresh worker.
        await render(createEngine(), { strokes }),
      ];
      engine.release(analysis);
      return { before, mended, other, undone, avatars };
    },
    portrait('kenji', 0, '#7c939b'),
  );
  expect(found.before).toEqual([255, 0, 255]);
  expect(found.mended).toEqual([0, 255, 255]);
  expect(found.other).toEqual(found.before);
  expect(found.undone).toEqual(found.before);
  const [mended, plain, again, elsewhere] = found.avatars;
  expect(again).toBe(mended);
  expect(elsewhere).toBe(mended);
  expect(plain).not.toBe(mended);
});

/** Drawn over a portrait, in percent of its edge, in a colour that appears nowhere else in it. */
const WORN = {
  'a hat': {
    name: 'kenji',
    paint: '#b01e6c',
    draw: 'M 16 31 Q 47 20 79 31 Q 47 39 16 31 Z M 26 29 Q 24 3 47 3 Q 71 3 69 29 Q 47 23 26 29 Z',
  },
  glasses: {
    name: 'kenji',
    paint: '#1e5ab0',
    draw: 'M 33 36 H 45 V 46 H 33 Z M 34.5 37.5 V 44.5 H 43.5 V 37.5 Z M 50 36 H 62 V 46 H 50 Z M 51.5 37.5 V 44.5 H 60.5 V 37.5 Z M 45 39 H 50 V 40.6 H 45 Z M 26 37.5 H 33 V 39.5 H 26 Z M 62 37.5 H 68 V 39.5 H 62 Z',
  },
} as const;

for (const [what, { name, paint, draw }] of Object.entries(WORN)) {
  const tag = what === 'glasses' ? '@long' : [];
  test(`${what}: cut out with the person who wears it`, { tag }, async ({ enginePage }) => {
    const { worn, kept, held, ground, left } = await enginePage.evaluate(
      async ([path, paint, draw, size]) => {
        const { drawScene, engine, pixels, recipeOf } = window.harness;
        const canvas = await drawScene({
          width: 1000,
          height: 1000,
          people: [{ file: path, x: 0, y: 0, edge: 1000 }],
        });
        const context = canvas.getContext('2d');
        if (!context) throw new Error('no 2D canvas');
        context.scale(10, 10);
        context.fillStyle = paint;
        context.fill(new Path2D(draw), 'evenodd');
        const analysis = await engine.analyse(
          await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 }),
        );
        const recipe = recipeOf('realistic', 'none', 3);
        const photo = (await pixels(await engine.framedPhoto(analysis, recipe, { size }))).data;
        const { data } = await pixels(
          (await engine.render(analysis, recipe, { size, format: 'png' })).picture,
        );
        engine.release(analysis);
        const [red, green, blue] = [1, 3, 5].map((at) =>
          Number.parseInt(paint.slice(at, at + 2), 16),
        ) as [number, number, number];
        const found = { worn: 0, kept: 0, held: 0, ground: 0, left: 0 };
        for (let i = 0; i < data.length; i += 4) {
          const off =
            Math.abs((photo[i] ?? 0) - red) +
            Math.abs((photo[i + 1] ?? 0) - green) +
            Math.abs((photo[i + 2] ?? 0) - blue);
          const alpha = data[i + 3] ?? 0;
          if (off < 30) {
            found.worn += 1;
            found.held += alpha / 255;
            if (alpha > 230) found.kept += 1;
          }
          // The upper corners show the portrait's background.
          const [x, y] = [(i / 4) % size, Math.floor(i / 4 / size)];
          if (y < size * 0.2 && (x < size * 0.08 || x > size * 0.92)) {
            found.ground += 1;
            if (alpha > 12) found.left += 1;
          }
        }
        return found;
      },
      [`people/${name}.webp`, paint, draw, 512] as const,
    );
    expect(worn).toBeGreaterThan(1500);
    expect(kept / worn).toBeGreaterThan(0.95);
    expect(held / worn).toBeGreaterThan(0.97);
    expect(left / ground).toBeLessThan(0.01);
  });
}
