import type { PictureKind } from './sniff.ts';

export type Dimensions = Readonly<Record<'width' | 'height', number>>;

type Readers<T> = Partial<Record<PictureKind, (data: DataView) => T>>;

/** What the kind's reader finds; undefined without one, or if the file ends inside what it reads. */
function read<T>(readers: Readers<T>, kind: PictureKind, bytes: Uint8Array): T | undefined {
  try {
    return readers[kind]?.(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** PNG: the IHDR chunk comes first. https://www.w3.org/TR/png-3/#11IHDR */
function png(data: DataView): Dimensions {
  return { width: data.getUint32(16), height: data.getUint32(20) };
}

/** Length in bytes of a GIF's colour table, from the flags that describe it. */
const tableLength = (flags: number): number =>
  (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);

/** Starts of a GIF's frames: https://www.w3.org/Graphics/GIF/spec-gif89a.txt, sections 18 to 24 */
function* gifFrames(data: DataView): Generator<number, undefined> {
  // Blocks, each preceded by its length, up to an empty one.
  const pastBlocks = (at: number): number => {
    while (at < data.byteLength && data.getUint8(at) > 0) at += 1 + data.getUint8(at);
    return at + 1;
  };
  for (let at = 13 + tableLength(data.getUint8(10)); at + 10 <= data.byteLength;) {
    const kind = data.getUint8(at);
    if (kind === 0x2c) yield at;
    else if (kind !== 0x21) return;
    at = pastBlocks(kind === 0x21 ? at + 2 : at + 11 + tableLength(data.getUint8(at + 9)));
  }
}

/** GIF: the logical screen, enlarged by decoders to hold the first frame if that reaches beyond it. */
function gif(data: DataView): Dimensions {
  const screen = { width: data.getUint16(6, true), height: data.getUint16(8, true) };
  const at = data.byteLength < 13 ? undefined : gifFrames(data).next().value;
  if (at === undefined) return screen;
  const [left, top] = [data.getUint16(at + 1, true), data.getUint16(at + 3, true)];
  return {
    width: Math.max(screen.width, left + data.getUint16(at + 5, true)),
    height: Math.max(screen.height, top + data.getUint16(at + 7, true)),
  };
}

/** JPEG: walks the segments to the start-of-frame (ITU-T T.81, B.2.2), past strays as decoders do. */
function jpeg(data: DataView): Dimensions | undefined {
  for (let at = 2; at + 9 <= data.byteLength;) {
    const marker = data.getUint8(at + 1);
    if (data.getUint8(at) !== 0xff || marker === 0xff || marker === 0) {
      at += 1; // a stray or fill byte
    } else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2; // markers without a body
    } else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: data.getUint16(at + 7), height: data.getUint16(at + 5) };
    } else if (marker === 0xd9 || marker === 0xda) {
      return undefined; // picture data before a frame header
    } else {
      at += 2 + data.getUint16(at + 2);
    }
  }
  return undefined;
}

const fourCc = (data: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((k) => data.getUint8(at + k)));

/** WebP: three kinds of header. https://developers.google.com/speed/webp/docs/riff_container */
function webp(data: DataView): Dimensions | undefined {
  const chunk = fourCc(data, 12);
  if (chunk === 'VP8 ')
    return { width: data.getUint16(26, true) & 0x3fff, height: data.getUint16(28, true) & 0x3fff };
  if (chunk === 'VP8L') {
    const bits = data.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk === 'VP8X') {
    const three = (at: number): number => data.getUint16(at, true) | (data.getUint8(at + 2) << 16);
    return { width: three(24) + 1, height: three(27) + 1 };
  }
  return undefined;
}

/**
 * AVIF and HEIC: the largest 'ispe' property (ISO/IEC 23008-12, 6.5.3). That of the picture itself
 * is among them, and the largest is also right for grids, whose tiles have properties of their own.
 */
function avif(data: DataView): Dimensions | undefined {
  let largest: Dimensions | undefined;
  const walk = (from: number, to: number): void => {
    for (let at = from; at + 8 <= to;) {
      const kind = fourCc(data, at + 4);
      let length = data.getUint32(at);
      let head = 8;
      if (length === 1) {
        if (at + 16 > to) return;
        length = Number(data.getBigUint64(at + 8));
        head = 16;
      } else if (length === 0) {
        length = to - at;
      }
      if (length < head || at + length > to) return;
      if (kind === 'meta') walk(at + head + 4, at + length);
      else if (kind === 'iprp' || kind === 'ipco' || kind === 'moov' || kind === 'trak')
        walk(at + head, at + length);
      else if (kind === 'ispe' && length >= head + 12) {
        const found = {
          width: data.getUint32(at + head + 4),
          height: data.getUint32(at + head + 8),
        };
        if (!largest || found.width * found.height > largest.width * largest.height)
          largest = found;
      }
      at += length;
    }
  };
  walk(0, data.byteLength);
  return largest;
}

/**
 * Width and height as the header states them, before orientation; undefined if the header is
 * damaged or the kind unknown. Checked before decoding, as a file of a few kilobytes can claim
 * gigapixels.
 */
export function dimensions(kind: PictureKind, bytes: Uint8Array): Dimensions | undefined {
  const found = read({ png, gif, jpeg, webp, avif, heic: avif }, kind, bytes);
  return found && found.width > 0 && found.height > 0 ? found : undefined;
}

/** PNG: an animation states its frames before the first picture's data. https://www.w3.org/TR/png-3/ */
function isAnimatedPng(data: DataView): boolean {
  for (let at = 8; at + 8 <= data.byteLength; at += 12 + data.getUint32(at)) {
    const kind = fourCc(data, at + 4);
    if (kind === 'acTL' || kind === 'IDAT') return kind === 'acTL';
  }
  return false;
}

/** The brands of files whose first brand says that they hold a sequence. */
const SEQUENCES = new Set(['avis', 'msf1', 'hevc', 'hevx', 'hevm', 'hevs']);

const sequence = (data: DataView): boolean => SEQUENCES.has(fourCc(data, 8));

const ANIMATED: Readers<boolean> = {
  gif: (data) => [...gifFrames(data)].length > 1,
  png: isAnimatedPng,
  webp: (data) => fourCc(data, 12) === 'VP8X' && (data.getUint8(20) & 2) > 0,
  avif: sequence,
  heic: sequence,
};

/** Whether the file holds several pictures, of which a decoder gives the first. */
export const isAnimated = (kind: PictureKind, bytes: Uint8Array): boolean =>
  read(ANIMATED, kind, bytes) ?? false;
