import { deflateSync } from 'node:zlib';

import { join, u16, u32, type Piece } from './bytes.ts';
import { segment } from './jpeg.ts';
import { chunk } from './png.ts';

/** One entry of a TIFF directory. */
export const entry = (tag: number, type: number, count: number, value: Piece): Uint8Array =>
  join(u16(tag), u16(type), u32(count), value);
const ORIENTATION = 0x0112;
export const orientationEntry = (orientation: number): Uint8Array =>
  entry(ORIENTATION, 3, 1, [u16(orientation), u16(0)]);

/**
 * Big-endian TIFF with one directory; `next` is the stated offset of another, `first` that of the
 * first.
 */
export const tiff = (
  entries: readonly Uint8Array[],
  { next = 0, tail = [], first = 8 }: { next?: number; tail?: Piece; first?: number } = {},
): Uint8Array => join('MM', u16(42), u32(first), u16(entries.length), entries, u32(next), tail);

export const exif = (body: Piece): Uint8Array => segment(0xe1, 'Exif\0\0', body);

/** 48°51'30" N, 2°17'40" E, in the directory that entry 0x8825 points to. */
export function gpsTiff(): Uint8Array {
  const rational = (...values: readonly number[]): Piece =>
    values.map((value) => [u32(value), u32(1)]);
  const entries = (offset: number): readonly Uint8Array[] => [
    entry(1, 2, 2, ['N\0', u16(0)]),
    entry(2, 5, 3, u32(offset)),
    entry(3, 2, 2, ['E\0', u16(0)]),
    entry(4, 5, 3, u32(offset + 24)),
  ];
  const directory = 8 + 2 + 2 * 12 + 4;
  const values = directory + 2 + 4 * 12 + 4;
  return tiff([orientationEntry(1), entry(0x8825, 4, 1, u32(directory))], {
    tail: [u16(4), entries(values), u32(0), rational(48, 51, 30), rational(2, 17, 40)],
  });
}

/** CIE XYZ (D50) of Display P3's primaries, as in Apple's matrix profile (ICC.1:2010). */
const P3_D50 = {
  r: [0.51512, 0.2412, -0.00105],
  g: [0.29198, 0.69225, 0.04189],
  b: [0.1571, 0.06657, 0.78407],
} as const;

/** A Display P3 profile: a matrix and a curve with gamma 2.2. */
export function displayP3(): Uint8Array {
  const fixed = (value: number): Uint8Array => u32(Math.round(value * 65536) >>> 0);
  const xyz = (values: readonly number[]): Uint8Array => join('XYZ ', u32(0), values.map(fixed));
  const text = join('desc', u32(0), u32(3), 'P3\0', new Uint8Array(80));
  const tags: readonly (readonly [string, Uint8Array])[] = [
    ['desc', text],
    ['cprt', join('text', u32(0), 'CC0\0')],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ['rXYZ', xyz(P3_D50.r)],
    ['gXYZ', xyz(P3_D50.g)],
    ['bXYZ', xyz(P3_D50.b)],
    ...(['rTRC', 'gTRC', 'bTRC'] as const).map(
      (name) => [name, join('curv', u32(0), u32(1), u16(Math.round(2.2 * 256)), u16(0))] as const,
    ),
  ];
  let at = 128 + 4 + tags.length * 12;
  const table = tags.map(([name, body]) => {
    const row = join(name, u32(at), u32(body.length));
    at += Math.ceil(body.length / 4) * 4;
    return row;
  });
  const bodies = tags.map(([, body]) => join(body, new Uint8Array((4 - (body.length % 4)) % 4)));
  const rest = join(u32(tags.length), table, bodies);
  return join(
    u32(128 + rest.length),
    u32(0),
    u32(0x02100000),
    'mntrRGB XYZ ',
    new Uint8Array(12),
    'acsp',
    new Uint8Array(28),
    fixed(0.9642),
    fixed(1),
    fixed(0.8249),
    new Uint8Array(48),
    rest,
  );
}

export const iccChunk = (profile: Uint8Array): Uint8Array =>
  chunk('iCCP', 'P3\0', 0, deflateSync(profile));
export const iccSegment = (profile: Uint8Array): Uint8Array =>
  segment(0xe2, 'ICC_PROFILE\0', 1, 1, profile);
