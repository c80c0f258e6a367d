import { BRAND } from '../../renderer/content/brand.ts';
import { NEW_BANNER } from '../../renderer/core/banners/design.ts';
import { NEW_INTRO } from '../../renderer/core/intro/design.ts';
import { says } from '../support/product-name.ts';
import { bytesOf } from './harness.ts';
import { expect, sharedTest as test } from './test.ts';

/** Files from the page, as base64, by kind. */
type Files = Record<string, string>;

const expectUnnamed = async (files: Files): Promise<void> => {
  for (const [what, data] of Object.entries(files)) {
    const bytes = bytesOf(data);
    expect(bytes.length, what).toBeGreaterThan(100);
    expect(await says(bytes, BRAND), what).toBe(false);
  }
};

test('no picture says which app made it', async ({ enginePage }) => {
  const files = await enginePage.evaluate(async (banner) => {
    const { analysisOf, base64, engine, painting, recipeOf } = window.harness;
    const analysis = await analysisOf('people/leila.webp');
    const recipe = recipeOf('realistic', 'gradient', 7);
    const files: Files = {};
    const { picture, thumb } = await engine.render(analysis, recipe, {
      size: 512,
      format: 'png',
      thumb: 128,
    });
    files['png'] = await base64(picture);
    if (thumb) files['thumb'] = await base64(thumb);
    for (const format of ['jpeg', 'webp', 'png'] as const)
      files[`converted ${format}`] = await base64(
        await engine.convert(picture, { size: 512, format }),
      );
    files['cut out'] = await base64((await engine.cutOut(analysis, {}, { size: 512 })).picture);
    files['photo'] = await base64(await engine.framedPhoto(analysis, recipe, { size: 512 }));
    const { drawBanner, materialOf } = await painting();
    const canvas = await drawBanner(banner, await materialOf(engine, [picture]));
    for (const type of ['image/png', 'image/jpeg', 'image/webp']) {
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type));
      if (blob) files[`banner ${type}`] = await base64(blob);
    }
    return files;
  }, NEW_BANNER);
  expect(Object.keys(files)).toHaveLength(10);
  await expectUnnamed(files);
});

test('no film says which app made it @long', async ({ enginePage }) => {
  const films = await enginePage.evaluate(
    async (design) => {
      const { analysisOf, base64, engine, file, painting, recipeOf } = window.harness;
      const analysis = await analysisOf('people/leila.webp');
      const recipe = recipeOf('minimalist', 'none', 7);
      const living = { motion: 'lively', strength: 1, size: 256 } as const;
      const { frames } = await engine.animate(analysis, recipe, { living, from: 0, count: 12 });
      async function* all(): AsyncGenerator<ImageData> {
        for (const frame of frames)
          yield await Promise.resolve(new ImageData(new Uint8ClampedArray(frame), 256, 256));
      }
      const tone = Float32Array.from({ length: 48_000 }, (_, i) => 0.4 * Math.sin(i / 17));
      const video = await engine.video();
      const files: Files = {};
      for (const format of ['mp4', 'webm', 'webp', 'apng', 'gif'] as const)
        for (const alpha of [false, true]) {
          const clip = { width: 256, height: 256, rate: 24, count: 12, alpha, frames: all() };
          const audio = { rate: 48_000, channels: [tone] };
          const made = await video.encode(format, {
            ...clip,
            ...((format === 'mp4' || format === 'webm') && { audio }),
          });
          files[`${format}${alpha ? ' with alpha' : ''}`] = await base64(made.file);
        }
      const { encodeIntro, materialOf } = await painting();
      const material = await materialOf(engine, [await file('people/leila.webp')]);
      files['intro'] = await base64((await encodeIntro(engine, material, design, 'mp4')).file);
      return files;
    },
    { ...NEW_INTRO, seconds: 5, name: 'North Window' },
  );
  expect(Object.keys(films)).toHaveLength(11);
  await expectUnnamed(films);
});
