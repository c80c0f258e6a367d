import { crc32, deflateSync } from 'node:zlib';

import {
  at,
  join,
  luma,
  PALETTE,
  paletteIndex,
  u16,
  u32,
  type Piece,
  type Pixels,
} from './bytes.ts';

export const SIGNATURE = '\x89PNG\r\n\x1a\n';

export function chunk(kind: string, ...body: readonly Piece[]): Uint8Array {
  const named = join(kind, ...body);
  return join(u32(named.length - 4), named, u32(crc32(named)));
}

/** PNG's colour types, with the 8-bit samples of a pixel. */
const KINDS = {
  grey: { type: 0, samples: (p: readonly number[]) => [luma(p)] },
  rgb: { type: 2, samples: (p: readonly number[]) => p.slice(0, 3) },
  palette: { type: 3, samples: (p: readonly number[]) => [paletteIndex(p)] },
  'grey-alpha': { type: 4, samples: (p: readonly number[]) => [luma(p), p[3] ?? 255] },
  rgba: { type: 6, samples: (p: readonly number[]) => p.slice(0, 4) },
} as const;

export interface PngOptions {
  readonly kind?: keyof typeof KINDS;
  /** Bits per sample: 8, or 16 for all but palettes, or 1 for grey. */
  readonly depth?: 1 | 8 | 16;
  readonly interlaced?: boolean;
  /** Chunks between header and data. */
  readonly before?: Piece;
  /** Chunks between data and end. */
  readonly after?: Piece;
}

/** The seven passes of Adam7: first pixel and step, each in x and y. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function scanlines(
  pixels: Pixels,
  kind: keyof typeof KINDS,
  depth: 1 | 8 | 16,
  passes: readonly (readonly [number, number, number, number])[],
): Uint8Array {
  const rows: Uint8Array[] = [];
  for (const [x0, y0, dx, dy] of passes) {
    if (x0 >= pixels.width) continue;
    for (let y = y0; y < pixels.height; y += dy) {
      const samples: number[] = [];
      for (let x = x0; x < pixels.width; x += dx)
        samples.push(...KINDS[kind].samples(at(pixels, x, y)));
      const row = new Uint8Array(1 + Math.ceil((samples.length * depth) / 8));
      samples.forEach((sample, i) => {
        if (depth === 8) row[1 + i] = sample;
        else if (depth === 16) row.set([sample, sample], 1 + i * 2);
        else if (sample > 127) row[1 + (i >> 3)] = (row[1 + (i >> 3)] ?? 0) | (0x80 >> (i & 7));
      });
      rows.push(row);
    }
  }
  return join(rows);
}

/** Contents of IDAT and of APNG's fdAT. */
export const frameData = (
  pixels: Pixels,
  { kind = 'rgba', depth = 8, interlaced = false }: PngOptions = {},
): Uint8Array =>
  deflateSync(scanlines(pixels, kind, depth, interlaced ? ADAM7 : [[0, 0, 1, 1]]), { level: 1 });

export const header = (
  width: number,
  height: number,
  { kind = 'rgba', depth = 8, interlaced = false }: PngOptions = {},
): Uint8Array =>
  chunk('IHDR', u32(width), u32(height), depth, KINDS[kind].type, 0, 0, interlaced ? 1 : 0);

export function png(pixels: Pixels, options: PngOptions = {}): Uint8Array {
  return join(
    SIGNATURE,
    header(pixels.width, pixels.height, options),
    options.before ?? [],
    options.kind === 'palette' ? chunk('PLTE', PALETTE.flat()) : [],
    chunk('IDAT', frameData(pixels, options)),
    options.after ?? [],
    chunk('IEND'),
  );
}

/** An APNG of two frames. */
export function animatedPng(first: Pixels, second: Pixels): Uint8Array {
  const control = (sequence: number): Uint8Array =>
    chunk(
      'fcTL',
      u32(sequence),
      u32(first.width),
      u32(first.height),
      u32(0),
      u32(0),
      u16(1),
      u16(10),
      0,
      0,
    );
  return png(first, {
    before: [chunk('acTL', u32(2), u32(0)), control(0)],
    after: [control(1), chunk('fdAT', u32(2), frameData(second))],
  });
}

/** A black 1-bit grey picture: a few kilobytes can claim any amount of memory. */
export function blackPng(width: number, height: number): Uint8Array {
  const data = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 9 });
  return join(
    SIGNATURE,
    header(width, height, { kind: 'grey', depth: 1 }),
    chunk('IDAT', data),
    chunk('IEND'),
  );
}
