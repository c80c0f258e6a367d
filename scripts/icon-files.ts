import { createHash } from 'node:crypto';

/** A square picture: its PNG, and its pixels as RGBA rows from the top. */
export interface IconImage {
  readonly size: number;
  readonly png: Buffer;
  readonly pixels: Buffer;
}

/** All Windows programs read PNG entries of 256 pixels; not all read smaller ones. */
const PNG_FROM = 256;
const ICO_ENTRY = 16;
const DIB_HEADER = 40;

/**
 * A Windows icon (ICO): a directory, then for each size a PNG or a bitmap (32-bit BGRA, bottom row
 * first, empty mask).
 */
export function ico(images: readonly IconImage[]): Buffer {
  const bodies = images.map((image) => (image.size < PNG_FROM ? bitmap(image) : image.png));
  const head = Buffer.alloc(6 + ICO_ENTRY * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size }, index) => {
    const at = 6 + ICO_ENTRY * index;
    const length = bodies[index]?.length ?? 0;
    head.writeUInt8(size % 256, at); // 0 means 256.
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += length;
  });
  return Buffer.concat([head, ...bodies]);
}

function bitmap({ size, pixels }: IconImage): Buffer {
  const mask = Math.ceil(size / 32) * 4 * size;
  const body = Buffer.alloc(DIB_HEADER + pixels.length + mask);
  body.writeUInt32LE(DIB_HEADER, 0);
  body.writeInt32LE(size, 4);
  body.writeInt32LE(size * 2, 8); // The picture's rows plus the mask's.
  body.writeUInt16LE(1, 12);
  body.writeUInt16LE(32, 14);
  body.writeUInt32LE(pixels.length + mask, 20);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const from = (y * size + x) * 4;
      const to = DIB_HEADER + ((size - 1 - y) * size + x) * 4;
      const [r = 0, g = 0, b = 0, a = 0] = pixels.subarray(from, from + 4);
      body.set([b, g, r, a], to);
    }
  }
  return body;
}

/**
 * Entries of an Apple icon by type, with their size in pixels. An '@2x' entry is shown at half that
 * size.
 */
export const ICNS_SIZES = {
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
} as const;

/** An Apple icon (ICNS): PNGs, each preceded by its type and length. */
export function icns(images: readonly IconImage[]): Buffer {
  const entries = Object.entries(ICNS_SIZES).map(([type, size]) => {
    const image = images.find((one) => one.size === size);
    if (!image) throw new Error(`an Apple icon needs ${size} pixels`);
    return Buffer.concat([block(type, image.png.length), image.png]);
  });
  const body = Buffer.concat(entries);
  return Buffer.concat([block('icns', body.length), body]);
}

function block(type: string, length: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'ascii');
  head.writeUInt32BE(8 + length, 4);
  return head;
}

/** Identifies the drawings that a set of icons was made from. */
export const drawingsHash = (...drawings: readonly string[]): string =>
  createHash('sha256').update(drawings.join('\0')).digest('hex');
