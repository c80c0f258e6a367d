import { writeFileSync } from 'node:fs';

import { MOTION_RATE, MOTION_SECONDS } from '../../renderer/core/motion.ts';
import { ffprobe, probe } from './ffprobe.ts';
import { bytesOf } from './harness.ts';
import { expect, sharedTest as test } from './test.ts';

const SIZE = 360;
const COUNT = MOTION_SECONDS.lively * MOTION_RATE;

test('a living avatar begins with its still, has no seam, blinks once, and stays the person', async ({
  enginePage,
}) => {
  const measured = await enginePage.evaluate(
    async ({ size, count, asked }) => {
      const { engine, file, pixels, seenMoving, recipeOf } = window.harness;
      const analysis = await engine.analyse(await file('people/leila.webp'));
      const recipe = recipeOf('realistic', 'gradient', 7);
      const living = { motion: 'lively', strength: 1, size } as const;
      const frames: Uint8ClampedArray<ArrayBuffer>[] = [];
      for (let from = 0; from < count; from += 24)
        frames.push(
          ...(await engine.animate(analysis, recipe, { living, from, count: 24 })).frames,
        );
      const { picture } = await engine.render(analysis, recipe, { size, format: 'png' });
      const still = (await pixels(picture)).data;
      /** Mean difference of two pictures, of 255. */
      const apart = (a: Uint8ClampedArray, b: Uint8ClampedArray | undefined): number =>
        a.reduce((sum, value, i) => sum + Math.abs(value - (b?.[i] ?? 0)), 0) / (a.length * 0.75);
      const at = (k: number): Uint8ClampedArray<ArrayBuffer> => {
        const frame = frames[k % frames.length];
        if (!frame) throw new Error('no frame');
        return frame;
      };
      const steps = frames.slice(1).map((frame, k) => apart(frame, frames[k]));
      // A single frame, requested after the stills were released, is the same again.
      const [again] = (await engine.animate(analysis, recipe, { living, from: 40, count: 1 }))
        .frames;
      const samples = frames.map((frame, k) => [k, frame] as const);
      return {
        count: frames.length,
        opaque: at(30).every((value, i) => i % 4 < 3 || value === 255),
        first: apart(at(0), still),
        seam: apart(at(count - 1), at(0)),
        steps: { least: Math.min(...steps), most: Math.max(...steps) },
        again: apart(at(40), again),
        seen: await seenMoving(size, asked, at(0), samples),
      };
    },
    {
      size: SIZE,
      count: COUNT,
      asked: { motion: 'lively', strength: 1 } as const,
    },
  );
  expect(measured.count).toBe(COUNT);
  expect(measured.opaque).toBe(true);
  expect(measured.first).toBeLessThan(1);
  expect(measured.seam).toBeLessThanOrEqual(measured.steps.most);
  expect(measured.steps.least).toBeGreaterThan(0);
  expect(measured.again).toBe(0);
  expect(measured.seen).toHaveLength(COUNT);
  for (const { frame, presence, drift, determinant } of measured.seen) {
    expect(presence, `frame ${String(frame)}`).toBeGreaterThan(0.9);
    expect(drift, `frame ${String(frame)}`).toBeLessThan(0.04);
    expect(determinant, `frame ${String(frame)}`).toBeGreaterThan(0.45);
  }
  // Frame 25 is in the middle of the blink; the mesh sees shut eyes as narrower, not as shut.
  const opening = (frame: number): number =>
    measured.seen.find((one) => one.frame === frame)?.opening ?? Number.NaN;
  expect(opening(25)).toBeLessThan(0.85 * opening(0));
  expect(opening(66)).toBeGreaterThan(0.93 * opening(0));
});

test('in the middle of a blink the eye is the closed picture, and nothing of the open eye is left @long', async ({
  enginePage,
}) => {
  const seen = await enginePage.evaluate(async (size) => {
    const { engine, farFromShut, file, recipeOf } = window.harness;
    const photo = await file('people/leila.webp');
    const analysis = await engine.analyse(photo);
    const recipe = recipeOf('modern', 'gradient', 7);
    // Of its moves, the first has ended and the next not begun when the eyes are shut: apart from
    // the lids this frame is the still.
    const premium = {
      seconds: 4,
      moves: ['look', 'nod', 'smile'],
      camera: 'still',
      styles: [],
    } as const;
    const living = { motion: 'paint', strength: 0.25, size, premium } as const;
    const farOn = async (background: 'gradient' | 'none') => {
      const frameAt = async (from: number) => {
        const { frames } = await engine.animate(
          analysis,
          { ...recipe, background },
          { living, from, count: 1 },
        );
        const [frame] = frames;
        if (!frame) throw new Error('no frame');
        return frame;
      };
      const [still, shut, opening] = [await frameAt(0), await frameAt(32), await frameAt(35)];
      return farFromShut(photo, { ...recipe, background }, size, still, [still, shut, opening]);
    };
    return { gradient: await farOn('gradient'), none: await farOn('none') };
  }, 512);
  for (const [background, [still = 0, shut = 1, opening = 0]] of Object.entries(seen)) {
    expect(shut, background).toBe(0);
    expect(opening, background).toBeGreaterThan(0.5);
    expect(still, background).toBeGreaterThan(0.85);
  }
});

test('in a loop of Creative every place keeps its ink: a neck doesn’t go over to the hair’s @long', async ({
  enginePage,
}) => {
  const changed = await enginePage.evaluate(async (size) => {
    const { analysisOf, engine, recipeOf } = window.harness;
    const analysis = await analysisOf('people/amara.webp');
    const recipe = recipeOf('creative', 'none', 5);
    const living = { motion: 'paint', strength: 1, size } as const;
    /** In each cell of a frame, how much greener it is than red, of 255; dots are averaged. */
    const hues = async (from: number): Promise<Float32Array> => {
      const { frames } = await engine.animate(analysis, recipe, { living, from, count: 1 });
      const frame = frames[0] ?? new Uint8ClampedArray();
      const cells = new Float32Array(18 * 18);
      for (let i = 0; i < frame.length; i += 4) {
        const [x, y] = [(i / 4) % size, Math.floor(i / 4 / size)];
        const cell = Math.floor((18 * y) / size) * 18 + Math.floor((18 * x) / size);
        if ((frame[i + 3] ?? 0) > 200)
          cells[cell] =
            (cells[cell] ?? 0) + ((frame[i + 1] ?? 0) - (frame[i] ?? 0)) / (size / 18) ** 2;
      }
      return cells;
    };
    const still = await hues(0);
    const most: number[] = [];
    for (const from of [16, 32, 48, 64, 80])
      most.push(Math.max(...(await hues(from)).map((hue, i) => Math.abs(hue - (still[i] ?? 0)))));
    return Math.max(...most);
  }, SIZE);
  expect(changed).toBeLessThan(70);
});

test('a see-through one keeps its edge, and making it can be stopped @long', async ({
  enginePage,
}) => {
  const measured = await enginePage.evaluate(async (size) => {
    const { engine, errorCode, file, recipeOf } = window.harness;
    const analysis = await engine.analyse(await file('people/leila.webp'));
    const recipe = recipeOf('minimalist', 'none', 3);
    const living = { motion: 'calm', strength: 0.5, size } as const;
    const { frames } = await engine.animate(analysis, recipe, { living, from: 20, count: 1 });
    const alphas = (frames[0] ?? new Uint8ClampedArray()).filter((_, i) => i % 4 === 3);
    /** Number of black pixels in a frame; there must be no black rim where the head moved away. */
    const black = async (from: number): Promise<number> => {
      const { frames: made } = await engine.animate(
        analysis,
        { ...recipe, background: 'gradient' },
        { living: { ...living, motion: 'lively', strength: 1 }, from, count: 1 },
      );
      const data = made[0] ?? new Uint8ClampedArray();
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        if ((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0) < 24) count += 1;
      return count;
    };
    const blackened = (await black(12)) - (await black(0));
    const control = new AbortController();
    const stopped = engine.animate(analysis, recipe, {
      living: { ...living, motion: 'lively' },
      from: 0,
      count: 72,
      signal: control.signal,
    });
    control.abort();
    return {
      corner: alphas[2 * size + 2],
      middle: alphas[(size / 2) * size + size / 2],
      bare: blackened < 60,
      stopped: await stopped.then(() => '', errorCode),
    };
  }, SIZE);
  expect(measured).toEqual({ corner: 0, middle: 255, bare: true, stopped: 'engine-aborted' });
});

test('a premium animation goes through its styles and round the face, and its file is whole @long', async ({
  enginePage,
}, info) => {
  test.skip(!ffprobe, 'ffprobe is not installed');
  const size = 256;
  const premium = {
    seconds: 4,
    moves: ['look', 'smile'],
    camera: 'orbit',
    styles: ['artistic'],
  } as const;
  const measured = await enginePage.evaluate(
    async ({ size, premium, rate }) => {
      const { engine, file, base64, pixels, seenMoving, recipeOf } = window.harness;
      const analysis = await engine.analyse(await file('people/leila.webp'));
      const recipe = recipeOf('realistic', 'gradient', 7);
      const living = { motion: 'calm', strength: 1, size, premium } as const;
      const count = premium.seconds * rate;
      const all: Uint8ClampedArray<ArrayBuffer>[] = [];
      async function* frames(): AsyncGenerator<ImageData> {
        for (let from = 0; from < count; from += 24)
          for (const frame of (await engine.animate(analysis, recipe, { living, from, count: 24 }))
            .frames) {
            all.push(frame);
            yield new ImageData(frame, size, size);
          }
      }
      const made = await (
        await engine.video()
      ).encode('mp4', { width: size, height: size, rate, count, frames: frames() });
      const apart = (a: Uint8ClampedArray, b: Uint8ClampedArray): number =>
        a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / (a.length * 0.75);
      const at = (k: number): Uint8ClampedArray<ArrayBuffer> => {
        const frame = all[k];
        if (!frame) throw new Error('no frame');
        return frame;
      };
      const stillOf = async (style: 'realistic' | 'artistic') => {
        const { picture } = await engine.render(
          analysis,
          { ...recipe, style },
          { size, format: 'png' },
        );
        return (await pixels(picture)).data;
      };
      const painted = await stillOf('artistic');
      const own = await stillOf('realistic');
      const steps = all.slice(1).map((frame, k) => apart(frame, at(k)));
      const asked = { motion: 'calm', strength: 1, premium } as const;
      return {
        data: await base64(made.file),
        first: apart(own, at(0)),
        middle: [apart(own, at(48)), apart(painted, at(48))] as const,
        seam: apart(at(count - 1), at(0)),
        steps: { least: Math.min(...steps), most: Math.max(...steps) },
        seen: await seenMoving(
          size,
          asked,
          at(0),
          // Where the other style is fully shown, compare with landmarks of that style's still.
          [0, 4, 8, 44, 48, 52, 88, 92].map((k) =>
            k > 40 && k < 56 ? ([k, at(k), painted] as const) : ([k, at(k)] as const),
          ),
        ),
      };
    },
    { size, premium, rate: MOTION_RATE },
  );
  const path = info.outputPath('premium.mp4');
  writeFileSync(path, bytesOf(measured.data));
  const { streams, format } = probe(path);
  expect(streams).toMatchObject([
    { width: size, height: size, nb_read_frames: '96', r_frame_rate: '24/1' },
  ]);
  expect(Number(format.duration)).toBeCloseTo(premium.seconds, 1);
  expect(measured.first).toBeLessThan(1);
  // Halfway, the whole frame is in the other style.
  expect(measured.middle[1]).toBeLessThan(measured.middle[0]);
  expect(measured.seam).toBeLessThanOrEqual(measured.steps.most);
  expect(measured.steps.least).toBeGreaterThan(0);
  for (const { frame, presence, drift, determinant } of measured.seen) {
    expect(presence, `frame ${String(frame)}`).toBeGreaterThan(0.9);
    expect(drift, `frame ${String(frame)}`).toBeLessThan(0.04);
    expect(determinant, `frame ${String(frame)}`).toBeGreaterThan(0.45);
  }
});
