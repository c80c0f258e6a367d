import type { Page } from '@playwright/test';

export interface Compared {
  readonly width: number;
  readonly height: number;
  /** Share of pixels that differ visibly from the other picture, both at 64 px; 0 to 1. */
  readonly differs: number;
}

/** Decodes a picture in the browser and compares it with another. */
export async function compare(page: Page, picture: Buffer, other: Buffer): Promise<Compared> {
  return page.evaluate(
    async ([a, b]) => {
      const open = async (
        base64: string,
      ): Promise<{ bitmap: ImageBitmap; data: Uint8ClampedArray }> => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes]));
        const context = new OffscreenCanvas(64, 64).getContext('2d');
        if (!context) throw new Error('no 2d context');
        context.drawImage(bitmap, 0, 0, 64, 64);
        return { bitmap, data: context.getImageData(0, 0, 64, 64).data };
      };
      const [first, second] = await Promise.all([open(a), open(b)]);
      let different = 0;
      for (let at = 0; at < first.data.length; at += 4) {
        const distance = [0, 1, 2].reduce(
          (sum, c) => sum + Math.abs((first.data[at + c] ?? 0) - (second.data[at + c] ?? 0)),
          0,
        );
        if (distance > 30) different++;
      }
      return {
        width: first.bitmap.width,
        height: first.bitmap.height,
        differs: different / (64 * 64),
      };
    },
    [picture.toString('base64'), other.toString('base64')] as const,
  );
}
