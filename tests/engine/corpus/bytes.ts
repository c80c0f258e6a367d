import { concatBytes } from '../../../renderer/core/bytes.ts';

/** A piece of a file. Numbers are bytes, strings Latin-1; lists are joined. */
export type Piece = number | string | Uint8Array | readonly Piece[];

export function join(...pieces: readonly Piece[]): Uint8Array {
  return concatBytes(
    pieces.map((piece): Uint8Array => {
      if (typeof piece === 'number') return Uint8Array.of(piece);
      if (typeof piece === 'string')
        return Uint8Array.from(piece, (letter) => letter.charCodeAt(0));
      return piece instanceof Uint8Array ? piece : join(...piece);
    }),
  );
}

/** Big-endian. */
export const u16 = (value: number): Uint8Array => Uint8Array.of(value >>> 8, value);
export const u32 = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
/** Little-endian. */
export const le16 = (value: number): Uint8Array => u16(value).reverse();
export const le24 = (value: number): Uint8Array => Uint8Array.of(value, value >>> 8, value >>> 16);
export const le32 = (value: number): Uint8Array => u32(value).reverse();

/** RGBA bytes, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Makes a picture by a function of each pixel's position. */
export function paint(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly [number, number, number, number],
): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set(colour(x, y), (y * width + x) * 4);
  return { width, height, data };
}

export const at = (
  { width, data }: Pixels,
  x: number,
  y: number,
): readonly [number, number, number, number] => {
  const p = (y * width + x) * 4;
  return [data[p] ?? 0, data[p + 1] ?? 0, data[p + 2] ?? 0, data[p + 3] ?? 0];
};

export const luma = ([r, g, b]: readonly number[]): number =>
  Math.round(0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0));

/** A palette of 252 colours: 6 steps of red, 7 of green, 6 of blue. */
export const PALETTE: readonly (readonly [number, number, number])[] = Array.from(
  { length: 252 },
  (_, i) => [
    Math.round((Math.floor(i / 42) * 255) / 5),
    Math.round(((Math.floor(i / 6) % 7) * 255) / 6),
    Math.round(((i % 6) * 255) / 5),
  ],
);
export const paletteIndex = ([r, g, b]: readonly number[]): number =>
  Math.round(((r ?? 0) * 5) / 255) * 42 +
  Math.round(((g ?? 0) * 6) / 255) * 6 +
  Math.round(((b ?? 0) * 5) / 255);
