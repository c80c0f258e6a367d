import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  cutFor,
  fits,
  PICTURE_USES,
  usesFor,
  WHOLE,
  withDensity,
  type PictureUse,
} from './picture-uses.ts';

function use(id: string): PictureUse {
  const found = PICTURE_USES.find((one) => one.id === id);
  if (!found) throw new Error(`no use ${id}`);
  return found;
}

describe('sizes for use', () => {
  it('uses the middle of the picture, as large as it fits', () => {
    expect(cutFor(use('x'), WHOLE, 1024)).toEqual({
      left: 0,
      top: 0,
      width: 1024,
      height: 1024,
      outWidth: 400,
      outHeight: 400,
    });
    expect(cutFor(use('portrait'), WHOLE, 2048)).toMatchObject({
      height: 2048,
      outWidth: 1080,
      outHeight: 1350,
    });
  });

  it('never leaves the picture, keeps the shape, and never adds pixels', () => {
    const any = fc.double({ min: -3, max: 4, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...PICTURE_USES),
        fc.record({ zoom: any, x: any, y: any }),
        fc.constantFrom(512, 1024, 2048, 4096),
        (one, crop, pixels) => {
          const cut = cutFor(one, crop, pixels);
          expect(cut.left).toBeGreaterThanOrEqual(0);
          expect(cut.top).toBeGreaterThanOrEqual(0);
          expect(cut.left + cut.width).toBeLessThanOrEqual(pixels + 1e-6);
          expect(cut.top + cut.height).toBeLessThanOrEqual(pixels + 1e-6);
          expect(cut.width / cut.height).toBeCloseTo(one.width / one.height, 6);
          expect(cut.outWidth).toBeLessThanOrEqual(Math.ceil(cut.width));
          expect(cut.outWidth).toBeLessThanOrEqual(one.width);
        },
      ),
    );
  });

  it('offers a print only if the picture has enough pixels, and everything for screens always', () => {
    const ids = (pixels: number, zoom = 1) =>
      usesFor({ ...WHOLE, zoom }, pixels).map(({ id }) => id);
    expect(ids(1024)).toContain('print');
    expect(ids(1024)).not.toContain('print-large');
    expect(ids(2048)).toContain('print-large');
    expect(ids(1024, 2)).not.toContain('print');
    expect(ids(2048)).not.toContain('print-largest');
    expect(ids(2048)).not.toContain('poster');
    expect(ids(4096)).toEqual(PICTURE_USES.map(({ id }) => id));
    expect(ids(512)).toContain('linkedin');
    expect(fits(use('linkedin'), WHOLE, 512)).toBe(false);
  });

  it('writes dots per inch into a PNG, with a correct checksum', () => {
    const png = Uint8Array.from({ length: 60 }, (_, index) => index);
    const dense = withDensity(png, 300);
    const chunk = Buffer.from(dense.slice(33, 54));
    expect(chunk.toString('latin1', 4, 8)).toBe('pHYs');
    expect(chunk.readUInt32BE(8)).toBe(11_811);
    expect(chunk[16]).toBe(1);
    expect(chunk.readUInt32BE(17)).toBe(crc32(chunk.subarray(4, 17)));
    expect([...dense.slice(0, 33), ...dense.slice(54)]).toEqual([...png]);
  });
});
