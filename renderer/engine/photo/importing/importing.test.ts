import { describe, expect, it } from 'vitest';

import { join, le16, paint, u32, type Piece } from '../../../../tests/engine/corpus/bytes.ts';
import { animatedWebp, box, gif } from '../../../../tests/engine/corpus/containers.ts';
import { animatedPng, png } from '../../../../tests/engine/corpus/png.ts';
import { dimensions, isAnimated } from './dimensions.ts';
import { readPicture } from './import-photo.ts';
import { sniff } from './sniff.ts';

const PNG = join(0x89, 'PNG\r\n\x1a\n', u32(13), 'IHDR', u32(1920), u32(1080));
const GIF = join('GIF89a', le16(640), le16(480));
// A two-colour palette, a comment, then a frame of 300 x 200 at (500, 400), beyond the screen.
const GIF_BEYOND = join(
  GIF,
  [0x80, 0, 0, 0, 0, 0, 255, 255, 255],
  [0x21, 0xfe, 2, 7, 7, 1, 7, 0],
  [0x2c, le16(500), le16(400), le16(300), le16(200), 0],
);
// APP0, stray bytes, a restart marker, fill bytes, then a progressive frame header of 300 x 200.
const JPEG = Uint8Array.of(
  ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 9, 0xff, 0, 0xff, 0xd0],
  ...[0xff, 0xff, 0xc2, 0, 11, 8, 0, 200, 1, 44, 1],
);
const webp = (...chunk: readonly Piece[]) => join('RIFF', u32(0), 'WEBP', chunk);
const VP8 = webp('VP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a], le16(400), le16(300));
const VP8L = webp('VP8L', [0, 0, 0, 0, 0x2f, 0x8f, 0xc1, 0x4a, 0x00]);
const VP8X = webp('VP8X', [0, 0, 0, 0, 0, 0, 0, 0, 0x8f, 0x01, 0, 0x2b, 0x01, 0]);
const ftyp = (brand: string, ...others: readonly string[]) => box('ftyp', brand, u32(0), others);
const ispe = (width: number, height: number) => box('ispe', u32(0), u32(width), u32(height));
const AVIF = join(
  ftyp('avif', 'mif1'),
  box('meta', u32(0), box('iprp', box('ipco', ispe(160, 90), ispe(800, 600)))),
);

describe('sniff', () => {
  it.each([
    ['png', PNG],
    ['gif', GIF],
    ['jpeg', JPEG],
    ['webp', VP8],
    ['avif', AVIF],
    ['avif', ftyp('mif1', 'avif')],
    ['heic', ftyp('heic', 'mif1')],
    ['heic', ftyp('mif1', 'heic')],
    ['heic', ftyp('mif1', 'miaf')],
    ['other', ftyp('isom', 'mp42')],
    ['svg', join('\n<svg xmlns="">')],
    ['svg', join('<svg/>')],
    ['svg', join('<?xml version="1.0"?><!-- a --><!DOCTYPE svg PUBLIC "x"><svg >')],
    ['other', join('<html><svg></svg></html>')],
    ['other', join('RIFF0000WAVE')],
    ['other', join()],
    ['other', join(0xff, 0xd8)],
  ])('tells %s by content', (kind, file) => {
    expect(sniff(file)).toBe(kind);
  });
});

describe('dimensions', () => {
  it.each([
    ['png', PNG, 1920, 1080],
    ['gif', GIF, 640, 480],
    ['gif', GIF_BEYOND, 800, 600],
    ['jpeg', JPEG, 300, 200],
    ['webp', VP8, 400, 300],
    ['webp', VP8L, 400, 300],
    ['webp', VP8X, 400, 300],
    ['avif', AVIF, 800, 600],
    ['heic', AVIF, 800, 600],
  ] as const)('reads a %s header', (kind, file, width, height) => {
    expect(dimensions(kind, file)).toEqual({ width, height });
  });

  it.each([
    ['png', PNG],
    ['gif', GIF],
    ['jpeg', JPEG],
    ['webp', VP8],
    ['webp', VP8X],
    ['avif', AVIF],
  ] as const)('gives nothing for a %s header cut anywhere', (kind, file) => {
    for (let end = 0; end < file.length - 1; end += 1) {
      const found = dimensions(kind, file.slice(0, end));
      // An AVIF's first property may be complete already; the other kinds must not guess.
      if (kind !== 'avif') expect(found).toBeUndefined();
    }
  });

  it('gives nothing for zero sizes, foreign kinds and boxes that run past the end', () => {
    expect(dimensions('gif', join('GIF89a', [0, 0, 1, 0]))).toBeUndefined();
    expect(dimensions('other', PNG)).toBeUndefined();
    for (const size of [4_000_000, 2])
      expect(dimensions('avif', join(ftyp('avif'), u32(size), 'meta'))).toBeUndefined();
  });

  it('reads a view that does not start at its buffer’s beginning', () => {
    expect(dimensions('png', Uint8Array.from([0, 0, 0, ...PNG]).subarray(3))).toEqual({
      width: 1920,
      height: 1080,
    });
  });
});

describe('isAnimated', () => {
  const frame = paint(40, 30, (x, y) => [x, y, 9, 255]);
  it.each([
    ['gif', gif([frame, frame]), true],
    ['gif', gif([frame]), false],
    ['gif', GIF, false],
    ['png', animatedPng(frame, frame), true],
    ['png', png(frame), false],
    ['webp', animatedWebp([], 40, 30), true],
    ['webp', VP8X, false],
    ['avif', ftyp('avis', 'avif'), true],
    ['avif', AVIF, false],
    ['heic', ftyp('msf1', 'heic'), true],
    ['heic', ftyp('heic', 'mif1'), false],
    ['jpeg', JPEG, false],
  ] as const)('%s %#', (kind, file, expected) => {
    expect(isAnimated(kind, file)).toBe(expected);
  });

  it('says no of a GIF that ends anywhere before its second frame', () => {
    const file = gif([frame, frame]);
    const one = gif([frame]).length - 1;
    for (let end = 6; end < one; end += 1)
      expect(isAnimated('gif', file.subarray(0, end))).toBe(false);
  });
});

it('says of a folder that it isn’t a picture', async () => {
  const folder = new Blob(['x']);
  folder.arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'));
  await expect(readPicture(folder, () => undefined)).rejects.toMatchObject({
    code: 'photo-not-a-picture',
  });
});
