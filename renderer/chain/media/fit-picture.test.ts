import { describe, expect, it } from 'vitest';

import { fit, type Encoder } from './fit-picture.ts';

/** A fake encoder whose files grow with area and quality, as real ones do. It records its calls. */
const encoder =
  (bytesPerPixel: number, writes: readonly string[] = ['image/webp', 'image/jpeg']): Encoder =>
  (edge, type, quality) => {
    if (!writes.includes(type)) return Promise.resolve(undefined);
    return Promise.resolve(
      new Blob([new Uint8Array(Math.round(edge * edge * bytesPerPixel * quality ** 3))], { type }),
    );
  };

describe('a picture made to fit', () => {
  it('keeps the best quality if that fits', async () => {
    const { size, type } = await fit(encoder(0.05), 100_000);
    expect(type).toBe('image/webp');
    expect(size).toBe(Math.round(1024 * 1024 * 0.05 * 0.95 ** 3));
  });

  it('comes within 8 % of the limit at the largest edge that can', async () => {
    for (const density of [0.12, 0.2, 0.3]) {
      const { size } = await fit(encoder(density), 100_000);
      expect(size).toBeLessThanOrEqual(100_000);
      expect(size).toBeGreaterThan(92_000);
    }
  });

  it('shrinks before it gets coarse, and is JPEG if WebP can’t be written', async () => {
    const { size, type } = await fit(encoder(0.9, ['image/jpeg']), 100_000);
    expect(type).toBe('image/jpeg');
    expect(size).toBeLessThanOrEqual(100_000);
    expect(size).toBeGreaterThan(512 * 512 * 0.9 * 0.62 ** 3 - 1);
  });

  it('is PNG if the browser writes nothing smaller', async () => {
    const { type } = await fit(encoder(0.05, ['image/png']), 100_000);
    expect(type).toBe('image/png');
  });

  it('is refused if nothing fits', async () => {
    await expect(fit(encoder(10), 1_000)).rejects.toMatchObject({ code: 'media-too-large' });
  });
});
