import { writeFileSync } from 'node:fs';

import { MOTION_RATE, MOTION_SECONDS } from '../../renderer/core/motion.ts';
import { STYLE_IDS, type StyleId } from '../../renderer/core/styles.ts';
import { ffprobe, probe } from './ffprobe.ts';
import { bytesOf } from './harness.ts';
import { expect, sharedTest as test } from './test.ts';

/** What ArDrive Turbo stores free of charge, less the header of a data item. */
const ROOM = 107_520 - 512;
const COUNT = MOTION_SECONDS.lively * MOTION_RATE;
/**
 * The styles whose loops lose most to the encoder, for the long run; the others are for the deep one.
 * Measured: 7.4 and 7.2 of the 8 levels allowed, then 5.5.
 */
const HARDEST: readonly StyleId[] = ['creative', 'ink'];
const WHOLE = { width: 480, height: 480, nb_read_frames: String(COUNT), r_frame_rate: '24/1' };

for (const style of STYLE_IDS)
  test(
    `the liveliest loop of ${style} fits the gateway’s free size at 480 pixels`,
    { tag: HARDEST.includes(style) ? '@long' : '@deep' },
    async ({ enginePage }, info) => {
      test.skip(!ffprobe, 'ffprobe is not installed');
      const made = await enginePage.evaluate(
        async ({ style, room, count }) => {
          const { analysisOf, base64, engine, loops, recipeOf } = window.harness;
          const analysis = await analysisOf('people/amara.webp');
          const recipe = recipeOf(style, 'abstract', 5);
          const frames: ImageData[] = [];
          const { file, details } = await (
            await loops()
          ).fittedLoop(engine, room, async function* (size) {
            const living = { motion: 'lively', strength: 1, size } as const;
            for (let from = 0; from < count; from += 24)
              for (const frame of (
                await engine.animate(analysis, recipe, { living, from, count: 24 })
              ).frames) {
                const image = new ImageData(frame, size, size);
                frames.push(image);
                yield image;
              }
          });
          // Frames of the file against those that went in.
          const player = document.createElement('video');
          player.muted = true;
          player.src = URL.createObjectURL(file);
          const shown = async (k: number): Promise<number> => {
            await new Promise<void>((resolve, reject) => {
              // The player may still have the frame to show that it was asked for before.
              const wait = (): number =>
                player.requestVideoFrameCallback((_now, { mediaTime }) => {
                  if (Math.round(mediaTime * 24) === k) resolve();
                  else wait();
                });
              player.onerror = () => reject(new Error('unreadable'));
              wait();
              player.currentTime = (k + 0.5) / 24;
            });
            const context = new OffscreenCanvas(480, 480).getContext('2d');
            if (!context) throw new Error('no 2D canvas');
            context.drawImage(player, 0, 0);
            const { data } = context.getImageData(0, 0, 480, 480);
            const want = frames[frames.length - count + k]?.data ?? [];
            return (
              data.reduce((sum, value, i) => sum + Math.abs(value - (want[i] ?? 0)), 0) /
              (480 * 480 * 3)
            );
          };
          await new Promise((resolve) => (player.onloadeddata = resolve));
          const apart = [await shown(12), await shown(40), await shown(66)];
          return { data: await base64(file), bytes: file.size, details, apart };
        },
        { style, room: ROOM, count: COUNT },
      );
      const path = info.outputPath(`${style}.mp4`);
      writeFileSync(path, bytesOf(made.data));
      expect(probe(path).streams).toMatchObject([WHOLE]);
      expect(made.bytes).toBeLessThanOrEqual(ROOM);
      // In full detail, and close to what was painted.
      expect(made.details.every((detail) => detail === 1)).toBe(true);
      for (const apart of made.apart) expect(apart).toBeLessThan(8);
    },
  );

test('even noise that no encoder can keep fits, with less detail @long', async ({
  enginePage,
}, info) => {
  test.skip(!ffprobe, 'ffprobe is not installed');
  const made = await enginePage.evaluate(
    async ({ room, count }) => {
      const { base64, engine, loops } = window.harness;
      const { file, details } = await (
        await loops()
      ).fittedLoop(engine, room, async function* (size) {
        let state = 1;
        for (let k = 0; k < count; k += 1) {
          const image = new ImageData(size, size);
          const words = new Uint32Array(image.data.buffer);
          for (let i = 0; i < words.length; i += 1) {
            state ^= state << 13;
            state ^= state >>> 17;
            state ^= state << 5;
            words[i] = (state >>> 0) | 0xff000000;
          }
          yield await Promise.resolve(image);
        }
      });
      return { data: await base64(file), bytes: file.size, details };
    },
    { room: ROOM, count: COUNT },
  );
  const path = info.outputPath('noise.mp4');
  writeFileSync(path, bytesOf(made.data));
  expect(probe(path).streams).toMatchObject([WHOLE]);
  expect(made.bytes).toBeLessThanOrEqual(ROOM);
  expect(made.details.at(-1)).toBeLessThan(1);
});
