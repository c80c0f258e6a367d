import { at, join, luma, u16, type Piece, type Pixels } from './bytes.ts';

/** Colour spaces: the Adobe segment's transform, if any, and the samples of a pixel. */
const KINDS = {
  grey: { adobe: undefined, samples: (p: readonly number[]) => [luma(p)] },
  ycc: { adobe: undefined, samples: ycc },
  rgb: { adobe: 0, samples: (p: readonly number[]) => p.slice(0, 3) },
  // Adobe inverts inks, so without black ink they equal the RGB values.
  cmyk: { adobe: 0, samples: (p: readonly number[]) => [...p.slice(0, 3), 255] },
  // Converted as if the inks were RGB, then inverted.
  ycck: {
    adobe: 2,
    samples: (p: readonly number[]) => [...ycc(p.map((value) => 255 - value)), 255],
  },
} as const;

function ycc([r = 0, g = 0, b = 0]: readonly number[]): number[] {
  return [
    0.299 * r + 0.587 * g + 0.114 * b,
    128 - 0.168736 * r - 0.331264 * g + 0.5 * b,
    128 + 0.5 * r - 0.418688 * g - 0.081312 * b,
  ];
}

const QUANT = 6;
/**
 * Symbols of the AC code: run of zeros and size of the next value. All have 8-bit codes, so no
 * code table has to be computed.
 */
const AC_SYMBOLS = [
  0x00,
  0xf0,
  ...Array.from({ length: 160 }, (_, i) => (Math.floor(i / 10) << 4) | ((i % 10) + 1)),
];

const ZIGZAG: readonly number[] = Array.from({ length: 64 }, (_, i) => i).sort((a, b) => {
  const [ya, xa, yb, xb] = [a >> 3, a & 7, b >> 3, b & 7];
  if (xa + ya !== xb + yb) return xa + ya - xb - yb;
  return (xa + ya) % 2 === 0 ? xa - xb : ya - yb;
});

const COSINES = Array.from(
  { length: 64 },
  (_, i) =>
    (Math.cos((((i & 7) * 2 + 1) * (i >> 3) * Math.PI) / 16) / 2) *
    (i >> 3 === 0 ? Math.SQRT1_2 : 1),
);

/** Quantised coefficients of each 8 x 8 block of a component, in zigzag order. */
function blocksOf(
  sample: (x: number, y: number) => number,
  columns: number,
  rows: number,
): Int16Array[] {
  const blocks: Int16Array[] = [];
  for (let by = 0; by < rows; by += 1) {
    for (let bx = 0; bx < columns; bx += 1) {
      const half = new Float64Array(64);
      const values = Float64Array.from(
        { length: 64 },
        (_, i) => sample(bx * 8 + (i & 7), by * 8 + (i >> 3)) - 128,
      );
      for (let i = 0; i < 64; i += 1) {
        let sum = 0;
        for (let x = 0; x < 8; x += 1)
          sum += (values[(i & 56) + x] ?? 0) * (COSINES[(i & 7) * 8 + x] ?? 0);
        half[i] = sum;
      }
      const block = new Int16Array(64);
      ZIGZAG.forEach((place, i) => {
        let sum = 0;
        for (let y = 0; y < 8; y += 1)
          sum += (half[y * 8 + (place & 7)] ?? 0) * (COSINES[(place >> 3) * 8 + y] ?? 0);
        block[i] = Math.round(sum / QUANT);
      });
      blocks.push(block);
    }
  }
  return blocks;
}

/** Writes bits, highest first, and adds JPEG's zero byte after every 0xff. */
class Bits {
  readonly #bytes: number[] = [];
  #held = 0;
  #count = 0;
  put(value: number, length: number): void {
    for (let i = length - 1; i >= 0; i -= 1) {
      this.#held = (this.#held << 1) | ((value >> i) & 1);
      this.#count += 1;
      if (this.#count < 8) continue;
      this.#bytes.push(this.#held);
      if (this.#held === 0xff) this.#bytes.push(0);
      this.#held = 0;
      this.#count = 0;
    }
  }
  end(): Uint8Array {
    while (this.#count > 0) this.put(1, 1);
    return Uint8Array.from(this.#bytes);
  }
}

const sizeOf = (value: number): number => 32 - Math.clz32(Math.abs(value));
const putValue = (bits: Bits, value: number, size: number): void =>
  bits.put(value < 0 ? value + (1 << size) - 1 : value, size);

function putDc(bits: Bits, difference: number): void {
  const size = sizeOf(difference);
  bits.put(size, 4);
  putValue(bits, difference, size);
}

function putAc(bits: Bits, block: Int16Array): void {
  let run = 0;
  const last = block.findLastIndex((value, i) => i > 0 && value !== 0);
  for (let i = 1; i <= last; i += 1) {
    const value = block[i] ?? 0;
    if (value === 0) {
      run += 1;
      continue;
    }
    for (; run > 15; run -= 16) bits.put(AC_SYMBOLS.indexOf(0xf0), 8);
    bits.put(AC_SYMBOLS.indexOf((run << 4) | sizeOf(value)), 8);
    putValue(bits, value, sizeOf(value));
    run = 0;
  }
  if (last < 63) bits.put(AC_SYMBOLS.indexOf(0), 8);
}

export const segment = (marker: number, ...body: readonly Piece[]): Uint8Array => {
  const whole = join(...body);
  return join(0xff, marker, u16(whole.length + 2), whole);
};

export interface JpegOptions {
  readonly kind?: keyof typeof KINDS;
  /** Uses spectral selection: all DC values first, then each component's AC values. */
  readonly progressive?: boolean;
  /** Segments after the file's first marker: EXIF, comments. */
  readonly before?: Piece;
}

/** A JPEG without subsampling; ITU-T T.81, baseline or progressive. */
export function jpeg(
  pixels: Pixels,
  { kind = 'ycc', progressive = false, before = [] }: JpegOptions = {},
): Uint8Array {
  const { samples, adobe } = KINDS[kind];
  const { width, height } = pixels;
  const [columns, rows] = [Math.ceil(width / 8), Math.ceil(height / 8)];
  const values = Array.from({ length: width * height }, (_, i) =>
    samples(at(pixels, i % width, Math.floor(i / width))),
  );
  const count = values[0]?.length ?? 0;
  const components = Array.from({ length: count }, (_, k) =>
    blocksOf(
      (x, y) => values[Math.min(height - 1, y) * width + Math.min(width - 1, x)]?.[k] ?? 0,
      columns,
      rows,
    ),
  );

  const scan = (which: readonly number[], from: number, to: number): Uint8Array => {
    const bits = new Bits();
    const before = new Int32Array(count);
    for (let i = 0; i < columns * rows; i += 1) {
      for (const k of which) {
        const block = components[k]?.[i] ?? new Int16Array(64);
        if (from === 0) {
          putDc(bits, (block[0] ?? 0) - (before[k] ?? 0));
          before[k] = block[0] ?? 0;
        }
        if (to > 0) putAc(bits, block);
      }
    }
    return join(
      segment(
        0xda,
        which.length,
        which.map((k) => [k + 1, 0]),
        from,
        to,
        0,
      ),
      bits.end(),
    );
  };
  const all = components.map((_, k) => k);
  return join(
    0xff,
    0xd8,
    before,
    adobe === undefined ? [] : segment(0xee, 'Adobe', u16(100), u16(0), u16(0), adobe),
    segment(
      0xdb,
      0,
      Array.from({ length: 64 }, () => QUANT),
    ),
    segment(
      progressive ? 0xc2 : 0xc0,
      8,
      u16(height),
      u16(width),
      count,
      all.map((k) => [k + 1, 0x11, 0]),
    ),
    segment(
      0xc4,
      0x00,
      Array.from({ length: 16 }, (_, i) => (i === 3 ? 12 : 0)),
      Array.from({ length: 12 }, (_, i) => i),
    ),
    segment(
      0xc4,
      0x10,
      Array.from({ length: 16 }, (_, i) => (i === 7 ? AC_SYMBOLS.length : 0)),
      AC_SYMBOLS,
    ),
    progressive ? [scan(all, 0, 0), ...all.map((k) => scan([k], 1, 63))] : scan(all, 0, 63),
    0xff,
    0xd9,
  );
}
