/**
 * `npm run people`: draws the people of resources/people, who stand in for photos, and records
 * where their eyes are. `npm run people mara kenji` draws those two only.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

import { BROWSER_FLAGS, ensureBrowser } from '../../../tests/tools/browser.ts';
import { PEOPLE } from './cast/index.ts';
import { expose } from './film.ts';
import { draw } from './person.ts';
import { refusalOf } from './refusal.ts';

const SIZE = 1024;
/** For choosing by; see renderer/features/customize/sample-people.ts. */
const SMALL = 112;
const MOST_BYTES = 160_000;
const FOLDER = fileURLToPath(new URL('../../../resources/people/', import.meta.url));

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  /** Centres of the right and the left eye, in percent of width and height. */
  readonly eyes: readonly (readonly number[])[];
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const refusal = refusalOf(wanted);
  if (refusal !== undefined) {
    console.error(refusal);
    process.exitCode = 1;
    return;
  }
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: [...BROWSER_FLAGS],
  });
  try {
    const page = await browser.newPage();
    // tsx makes functions call a helper, `__name`, which doesn't exist in the page.
    await page.addInitScript('globalThis.__name = (named) => named');
    await page.goto('about:blank');
    const webp = (rgb: Uint8Array, size: number, quality: number): Promise<string> =>
      page.evaluate(
        async ({ data, from, size, quality }) => {
          const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
          const rgba = new Uint8ClampedArray(from * from * 4);
          for (let k = 0; k < from * from; k++) {
            rgba.set(bytes.subarray(k * 3, k * 3 + 3), k * 4);
            rgba[k * 4 + 3] = 255;
          }
          const bitmap = await createImageBitmap(new ImageData(rgba, from, from), {
            resizeWidth: size,
            resizeHeight: size,
            resizeQuality: 'high',
          });
          const canvas = new OffscreenCanvas(size, size);
          canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
          const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
          let text = '';
          for (const byte of new Uint8Array(await blob.arrayBuffer()))
            text += String.fromCharCode(byte);
          return btoa(text);
        },
        { data: Buffer.from(rgb).toString('base64'), from: SIZE, size, quality },
      );
    mkdirSync(`${FOLDER}small`, { recursive: true });
    for (const person of PEOPLE) {
      if (wanted.length > 0 && !wanted.includes(person.id)) continue;
      const { picture, eyes } = draw(person, SIZE * 2, 4);
      const rgb = expose(picture, person.scene(SIZE), person.seed);
      const file = `${person.id}.webp`;
      let whole = Buffer.alloc(0);
      for (let quality = 0.88; quality > 0.6; quality -= 0.04) {
        whole = Buffer.from(await webp(rgb, SIZE, quality), 'base64');
        if (whole.length < MOST_BYTES) break;
      }
      writeFileSync(`${FOLDER}${file}`, whole);
      writeFileSync(`${FOLDER}small/${file}`, Buffer.from(await webp(rgb, SMALL, 0.8), 'base64'));
      const list = `${FOLDER}people.json`;
      const before = JSON.parse(readFileSync(list, 'utf8')) as Listed[];
      const entry: Listed = {
        id: person.id,
        name: person.name,
        file,
        eyes: eyes.map((eye) => eye.map((at) => Math.round(at * 1000) / 10)),
      };
      const after = PEOPLE.map(({ id }) =>
        id === person.id ? entry : before.find((one) => one.id === id),
      ).filter((one) => one !== undefined);
      writeFileSync(list, `${JSON.stringify(after, null, 2)}\n`);
      console.log(person.id);
    }
  } finally {
    await browser.close();
  }
}

await main();
