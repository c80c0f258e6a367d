/**
 * `npm run icons`: draws the desktop app's icons from resources/icons/*.svg with a real browser.
 * Sizes up to 32 pixels use the simple drawing.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

import { BROWSER_FLAGS, ensureBrowser } from '../tests/tools/browser.ts';
import { drawingsHash, icns, ICNS_SIZES, ico, type IconImage } from './icon-files.ts';

const FOLDER = 'resources/icons';
const LINUX = [16, 24, 32, 48, 64, 128, 256, 512];
const WINDOWS = [16, 20, 24, 32, 40, 48, 64, 128, 256];
const SMALL = 32;
/** Apple leaves a margin around the tile: 824 of 1,024 pixels. */
const APPLE_ROOM = 824 / 1_024;

const large = readFileSync(join(FOLDER, 'icon.svg'), 'utf8');
const small = readFileSync(join(FOLDER, 'icon-small.svg'), 'utf8');

const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: [...BROWSER_FLAGS],
});
const page = await browser.newPage();

/** Draws an icon at a size; `room` is the tile's share of the edge. */
async function draw(size: number, room = 1): Promise<IconImage> {
  const { png, pixels } = await page.evaluate(
    async ({ svg, size, room }) => {
      const side = Math.round(size * room);
      const at = (size - side) / 2;
      const image = new Image();
      // The SVG's own size determines its resolution.
      image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg ', `<svg width="${side}" height="${side}" `))}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = size;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(image, at, at, side, side);
      const url = canvas.toDataURL('image/png');
      return {
        png: url.slice(url.indexOf(',') + 1),
        pixels: Array.from(context.getImageData(0, 0, size, size).data),
      };
    },
    { svg: size <= SMALL ? small : large, size, room },
  );
  return { size, png: Buffer.from(png, 'base64'), pixels: Buffer.from(pixels) };
}

async function drawAll(sizes: readonly number[], room?: number): Promise<IconImage[]> {
  const images: IconImage[] = [];
  for (const size of new Set(sizes)) images.push(await draw(size, room));
  return images;
}

rmSync(join(FOLDER, 'linux'), { recursive: true, force: true });
mkdirSync(join(FOLDER, 'linux'));
// Named as electron-builder expects them.
for (const { size, png } of await drawAll(LINUX))
  writeFileSync(join(FOLDER, 'linux', `${size}x${size}.png`), png);
writeFileSync(join(FOLDER, 'icon.ico'), ico(await drawAll(WINDOWS)));
writeFileSync(
  join(FOLDER, 'icon.icns'),
  icns(await drawAll(Object.values(ICNS_SIZES), APPLE_ROOM)),
);
writeFileSync(join(FOLDER, 'made-from.txt'), `${drawingsHash(large, small)}\n`);
await browser.close();
