import { readFileSync } from 'node:fs';
import puppeteer from 'puppeteer-core';

import { isRoot, QUIET_FLAGS } from '../../studio/engine/chromium.ts';
import { ensureBrowser } from '../tools/browser.ts';

/** What a stand-in paints of the photo that it is sent. */
export type Painting =
  /** The same face in other light, clothes and surroundings. */
  | 'relit'
  /** Somebody else. */
  | 'other'
  /** The person twice. */
  | 'two'
  /** Nobody. */
  | 'none'
  /** The photo, a little smaller and compressed again. */
  | 'copy';

export interface Painter {
  paint(what: Painting, photo: Uint8Array, type?: 'image/png' | 'image/jpeg'): Promise<Buffer>;
  close(): Promise<void>;
}

/** Paints with the canvas of a browser, since the studio's tests have no other. @param other a photo's path */
export async function openPainter(other: string): Promise<Painter> {
  const browser = await puppeteer.launch({
    executablePath: ensureBrowser(),
    pipe: true,
    args: [...QUIET_FLAGS, ...(isRoot() ? ['--no-sandbox'] : [])],
  });
  const page = await browser.newPage();
  const somebody = readFileSync(other).toString('base64');
  return {
    async paint(what, photo, type = 'image/png') {
      // No named functions: the tests' compiler wraps them in one that the page doesn't have.
      const painted = await page.evaluate(
        async (kind, own, another, format) => {
          const canvas = document.createElement('canvas');
          canvas.width = 640;
          canvas.height = 640;
          const context = canvas.getContext('2d');
          if (!context) throw new Error('no canvas');
          const file = atob(kind === 'other' ? another : own);
          const picture = await createImageBitmap(
            new Blob([Uint8Array.from(file, (letter) => letter.charCodeAt(0))]),
          );
          context.fillStyle = '#7a8f6a';
          context.fillRect(0, 0, 640, 640);
          if (kind === 'two') {
            context.drawImage(picture, 0, 160, 320, 320);
            context.drawImage(picture, 320, 160, 320, 320);
          } else if (kind !== 'none') {
            const edge = Math.min(picture.width, picture.height);
            context.drawImage(picture, (picture.width - edge) / 2, 0, edge, edge, 0, 0, 640, 640);
          }
          if (kind === 'relit') {
            const light = context.createLinearGradient(0, 0, 640, 0);
            light.addColorStop(0, '#ffe9cf');
            light.addColorStop(1, '#8a8fb0');
            context.globalCompositeOperation = 'multiply';
            context.fillStyle = light;
            context.fillRect(0, 0, 640, 640);
            context.globalCompositeOperation = 'source-over';
            context.fillStyle = '#1d2f5a';
            context.fillRect(0, 540, 640, 100);
            context.fillRect(0, 0, 640, 40);
            context.fillRect(0, 0, 70, 640);
          }
          return canvas.toDataURL(format, 0.9).split(',')[1] ?? '';
        },
        what,
        Buffer.from(photo).toString('base64'),
        somebody,
        type,
      );
      return Buffer.from(painted, 'base64');
    },
    close: () => browser.close(),
  };
}
