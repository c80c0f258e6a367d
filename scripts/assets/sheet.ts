/**
 * `npm run sheet -- PHOTO…`: what the engine makes of each photo, as one contact sheet of every
 * style on every background. Writes PHOTO-sheet.png beside where it is run.
 */
import { writeFileSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';

import { BACKGROUND_IDS, STYLE_IDS } from '../../renderer/core/styles.ts';
import { withHarness } from '../../tests/engine/harness.ts';

const EDGE = 384;

async function main(): Promise<void> {
  const photos = process.argv.slice(2);
  if (photos.length === 0) {
    console.error('Name at least one photo: npm run sheet -- portrait.jpg');
    process.exitCode = 1;
    return;
  }
  const served = Object.fromEntries(
    photos.map((photo, k) => [`/sheet/${String(k)}`, resolve(photo)]),
  );
  await withHarness(async (page) => {
    for (const [k, photo] of photos.entries()) {
      const result = await page.evaluate(
        async ({ address, styles, backgrounds, edge }) => {
          const { engine, errorCode, file, base64 } = window.harness;
          try {
            const { photo } = await engine.importPhoto(await file(address));
            const analysis = await engine.analyse(photo);
            const canvas = new OffscreenCanvas(backgrounds.length * edge, styles.length * edge);
            const context = canvas.getContext('2d');
            if (!context) throw new Error('no 2D canvas');
            const likenesses: number[] = [];
            for (const [row, style] of styles.entries()) {
              for (const [column, background] of backgrounds.entries()) {
                const recipe = {
                  style,
                  background,
                  seed: 1 + row * backgrounds.length + column,
                  options: {},
                  engine: engine.version,
                };
                const { picture, likeness } = await engine.render(analysis, recipe, {
                  size: 512,
                  format: 'png',
                  check: true,
                });
                likenesses.push(likeness ?? 0);
                context.drawImage(
                  await createImageBitmap(picture),
                  column * edge,
                  row * edge,
                  edge,
                  edge,
                );
              }
            }
            engine.release(analysis);
            return {
              sheet: await base64(await canvas.convertToBlob()),
              least: Math.min(...likenesses),
              notes: analysis.notes,
            };
          } catch (error) {
            return { refused: errorCode(error) };
          }
        },
        {
          address: `sheet/${String(k)}`,
          styles: STYLE_IDS,
          backgrounds: BACKGROUND_IDS,
          edge: EDGE,
        },
      );
      if ('refused' in result) {
        console.log(`${photo}: ${result.refused}`);
        continue;
      }
      const name = `${basename(photo, extname(photo))}-sheet.png`;
      writeFileSync(name, Buffer.from(result.sheet, 'base64'));
      console.log(`${name}  least likeness ${result.least.toFixed(3)}  ${result.notes.join(', ')}`);
    }
  }, served);
}

await main();
