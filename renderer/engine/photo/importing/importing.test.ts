import { describe, expect, it } from 'vitest';

import { paint } from '../../../../tests/engine/corpus/bytes.ts';
import { animatedWebp, gif } from '../../../../tests/engine/corpus/containers.ts';
import { animatedPng, png } from '../../../../tests/engine/corpus/png.ts';
import { dimensions, isAnimated } from './dimensions.ts';
import { sniff } from './sniff.ts';

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const u32 = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];
const box = (kind: string, ...body: number[][]): number[] => [
  ...u32(8 + body.flat().length),
  ...ascii(kind),
  ...body.flat(),
];

const PNG = [
  0x89,
  ...ascii('PNG\r\n\x1a\n'),
  ...u32(13),
  ...ascii('IHDR'),
  ...u32(1920),
  ...u32(1080),
];
const GIF = [...ascii('GIF89a'), 0x80, 0x02, 0xe0, 0x01];
// A two-colour palette, a comment, then a frame of 300 x 200 at (500, 400), beyond the screen.
const GIF_BEYOND = [
  ...ascii('GIF89a'),
  0x80,
  0x02,
  0xe0,
  0x01,
  0x80,
  0,
  0,
  0,
  0,
  0,
  255,
  255,
  255,
  0x21,
  0xfe,
  2,
  7,
  7,
  1,
  7,
  0,
  0x2c,
  0xf4,
  0x01,
  0x90,
  0x01,
  0x2c,
  0x01,
  0xc8,
  0x00,
  0,
];
// APP0, a restart marker, fill bytes, then a progressive frame header of 300 x 200.
const JPEG = [
  0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xd0, 0xff, 0xff, 0xc2, 0, 11, 8, 0, 200, 1, 44, 1,
];
const webp = (chunk: number[]): number[] => [
  ...ascii('RIFF'),
  ...u32(0),
  ...ascii('WEBP'),
  ...chunk,
];
const VP8 = webp([...ascii('VP8 '), 0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x90, 0x01, 0x2c, 0x01]);
const VP8L = webp([...ascii('VP8L'), 0, 0, 0, 0, 0x2f, 0x8f, 0xc1, 0x4a, 0x00]);
const VP8X = webp([...ascii('VP8X'), 0, 0, 0, 0, 0, 0, 0, 0, 0x8f, 0x01, 0, 0x2b, 0x01, 0]);
const ftyp = (...brands: string[]): number[] =>
  box('ftyp', ascii(brands[0] ?? ''), u32(0), ...brands.slice(1).map(ascii));
const ispe = (width: number, height: number): number[] =>
  box('ispe', u32(0), u32(width), u32(height));
const AVIF = [
  ...ftyp('avif', 'mif1'),
  ...box('meta', u32(0), box('iprp', box('ipco', ispe(160, 90), ispe(800, 600)))),
];

const bytes = (list: number[]): Uint8Array => Uint8Array.from(list);

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
    ['svg', ascii('\n<svg xmlns="">')],
    ['svg', ascii('<svg/>')],
    ['svg', ascii('<?xml version="1.0"?><!-- a --><!DOCTYPE svg PUBLIC "x"><svg >')],
    ['other', ascii('<html><svg></svg></html>')],
    ['other', ascii('RIFF0000WAVE')],
    ['other', []],
    ['other', [0xff, 0xd8]],
  ])('tells %s by content', (kind, list) => {
    expect(sniff(bytes(list))).toBe(kind);
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
  ] as const)('reads a %s header', (kind, list, width, height) => {
    expect(dimensions(kind, bytes([...list]))).toEqual({ width, height });
  });

  it.each([
    ['png', PNG],
    ['gif', GIF],
    ['jpeg', JPEG],
    ['webp', VP8],
    ['webp', VP8X],
    ['avif', AVIF],
  ] as const)('gives nothing for a %s header cut anywhere', (kind, list) => {
    for (let end = 0; end < list.length - 1; end += 1) {
      const found = dimensions(kind, bytes(list.slice(0, end)));
      // An AVIF's first property may be complete already; the other kinds must not guess.
      if (kind !== 'avif') expect(found).toBeUndefined();
    }
  });

  it('gives nothing for zero sizes, foreign kinds and boxes that run past the end', () => {
    expect(dimensions('gif', bytes([...ascii('GIF89a'), 0, 0, 1, 0]))).toBeUndefined();
    expect(dimensions('other', bytes(PNG))).toBeUndefined();
    expect(
      dimensions('avif', bytes([...ftyp('avif'), ...u32(4_000_000), ...ascii('meta')])),
    ).toBeUndefined();
    expect(
      dimensions('avif', bytes([...ftyp('avif'), ...u32(2), ...ascii('meta')])),
    ).toBeUndefined();
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
  ] as const)('%s %#', (kind, list, expected) => {
    expect(isAnimated(kind, bytes([...list]))).toBe(expected);
  });

  it('says no of a GIF that ends anywhere before its second frame', () => {
    const file = gif([frame, frame]);
    const one = gif([frame]).length - 1;
    for (let end = 6; end < one; end += 1)
      expect(isAnimated('gif', file.subarray(0, end))).toBe(false);
  });
});
