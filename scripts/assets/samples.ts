/**
 * `npm run samples`: renders the pictures of resources/samples with the engine, from the drawn
 * people and the recipes of renderer/core/sample-recipes.ts, and records what each was made from.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';

import { SAMPLE_PEOPLE } from '../../renderer/core/sample-people.ts';
import { ENGINE_VERSION } from '../../renderer/engine/version.ts';
import type { PhotoAnalysis } from '../../renderer/ports/engine.ts';
import { withHarness } from '../../tests/engine/harness.ts';
import {
  hashOfFile,
  hashOfMaking,
  HERO,
  MANIFEST,
  SAMPLE_PICTURES,
  samplePath,
  type SampleManifest,
  type SamplePicture,
} from './sample-pictures.ts';

/** Mean difference of the framed photos, in levels of 255; a head moved by half a pixel of 256 gives 2. */
const MOST_APART = 0.3;

/** A WebP file, in base64. */
const render = (page: Page, analysis: PhotoAnalysis, picture: SamplePicture): Promise<string> =>
  page.evaluate(
    async ({ analysis, recipe, shows, rendered, size, quality }) => {
      const { engine, base64 } = window.harness;
      const file =
        shows === 'photo'
          ? await engine.framedPhoto(analysis, recipe, { size: rendered })
          : (
              await engine.render(
                analysis,
                shows === 'matte' ? { ...recipe, background: 'none' } : recipe,
                { size: rendered, format: 'png' },
              )
            ).picture;
      const canvas = new OffscreenCanvas(size, size);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no 2D canvas');
      const bitmap = await createImageBitmap(file, {
        resizeWidth: size,
        resizeHeight: size,
        resizeQuality: 'high',
      });
      context.drawImage(bitmap, 0, 0);
      if (shows === 'matte') {
        context.globalCompositeOperation = 'source-in';
        context.fillStyle = '#fff';
        context.fillRect(0, 0, size, size);
        context.globalCompositeOperation = 'destination-over';
        context.fillStyle = '#000';
        context.fillRect(0, 0, size, size);
      }
      return base64(await canvas.convertToBlob({ type: 'image/webp', quality }));
    },
    { ...picture, analysis },
  );

/** @throws Error when the hero's styles frame the photo differently, so that its slices wouldn't meet. */
async function checkSlices(page: Page, analysis: PhotoAnalysis): Promise<void> {
  const recipes = SAMPLE_PICTURES.filter(
    ({ person, shows }) => person === HERO && shows === 'avatar',
  ).map(({ recipe }) => recipe);
  const apart = await page.evaluate(
    async ({ analysis, recipes }) => {
      const { engine, pixels } = window.harness;
      let first: Uint8ClampedArray | undefined;
      let most = 0;
      for (const recipe of recipes) {
        const { data } = await pixels(await engine.framedPhoto(analysis, recipe, { size: 256 }));
        first ??= data;
        let sum = 0;
        for (const [k, value] of data.entries()) sum += Math.abs(value - (first[k] ?? 0));
        most = Math.max(most, sum / data.length);
      }
      return most;
    },
    { analysis, recipes },
  );
  if (apart > MOST_APART)
    throw new Error(
      `${HERO}'s frames differ by ${apart.toFixed(2)} levels: Home's slices would not meet.`,
    );
}

/** Written only when all are rendered, so that a failure changes nothing in the folder. */
function write(rendered: ReadonlyMap<SamplePicture, Buffer>): void {
  rmSync(samplePath('.'), { recursive: true, force: true });
  const pictures: Record<string, SampleManifest['pictures'][string]> = {};
  for (const [picture, bytes] of rendered) {
    const path = samplePath(picture.file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    pictures[picture.file] = { made: hashOfMaking(picture), file: hashOfFile(path) };
  }
  const manifest: SampleManifest = { engine: ENGINE_VERSION, pictures };
  const lines = JSON.stringify(manifest, null, 2);
  // One picture a line.
  writeFileSync(
    MANIFEST,
    `${lines.replaceAll(/\{\s+("made": "\w+"),\s+("file": "\w+")\s+\}/g, '{ $1, $2 }')}\n`,
  );
}

async function main(): Promise<void> {
  const rendered = new Map<SamplePicture, Buffer>();
  await withHarness(async (page) => {
    for (const person of SAMPLE_PEOPLE) {
      const analysis = await page.evaluate(async (address) => {
        const { engine, file } = window.harness;
        const { photo } = await engine.importPhoto(await file(address));
        return engine.analyse(photo);
      }, `people/${person}.webp`);
      for (const picture of SAMPLE_PICTURES.filter((sample) => sample.person === person)) {
        rendered.set(picture, Buffer.from(await render(page, analysis, picture), 'base64'));
      }
      if (person === HERO) await checkSlices(page, analysis);
      await page.evaluate((sat) => window.harness.engine.release(sat), analysis);
      console.log(person);
    }
  });
  write(rendered);
}

await main();
