import { expect, it } from 'vitest';

import { onlyPixels } from './fit-picture.ts';

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const u32 = (value: number): number[] => [
  value & 0xff,
  (value >> 8) & 0xff,
  (value >> 16) & 0xff,
  value >>> 24,
];
const chunk = (name: string, data: number[]): number[] => [
  ...ascii(name),
  ...u32(data.length),
  ...data,
  ...(data.length % 2 ? [0] : []),
];
const riff = (...chunks: number[][]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...ascii('RIFF'),
    ...u32(4 + chunks.flat().length),
    ...ascii('WEBP'),
    ...chunks.flat(),
  ]);
const segment = (marker: number, data: number[]): number[] => [
  0xff,
  marker,
  0,
  data.length + 2,
  ...data,
];

it('takes profile, EXIF and XMP out of a WebP, and their flags', () => {
  const pixels = chunk('VP8 ', [1, 2, 3]);
  const alpha = chunk('ALPH', [9]);
  const header = (flags: number) => chunk('VP8X', [flags, 0, 0, 0, 255, 3, 0, 255, 3, 0]);
  const full = riff(
    header(0x3c),
    chunk('ICCP', [5, 5, 5]),
    alpha,
    pixels,
    chunk('EXIF', [7]),
    chunk('XMP ', [8, 8]),
  );
  expect(onlyPixels(full)).toEqual(riff(header(0x10), alpha, pixels));
  const plain = riff(pixels);
  expect(onlyPixels(plain)).toEqual(plain);
});

it('takes application data and comments out of a JPEG, up to the scan', () => {
  const scan = [0xff, 0xda, 0, 3, 1, 0xff, 0xe1, 0xff, 0xd9];
  const file = Uint8Array.from([
    0xff,
    0xd8,
    ...segment(0xe0, ascii('JFIF')),
    ...segment(0xe1, ascii('Exif')),
    ...segment(0xe2, [1]),
    ...segment(0xfe, [2]),
    ...segment(0xdb, [3, 4]),
    ...scan,
  ]);
  expect(onlyPixels(file)).toEqual(
    Uint8Array.from([
      0xff,
      0xd8,
      ...segment(0xe0, ascii('JFIF')),
      ...segment(0xdb, [3, 4]),
      ...scan,
    ]),
  );
});

it('leaves anything else as it is', () => {
  const file = Uint8Array.from(ascii('not a picture'));
  expect(onlyPixels(file)).toBe(file);
});
