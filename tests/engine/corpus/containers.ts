import {
  at,
  join,
  le16,
  le24,
  le32,
  PALETTE,
  paletteIndex,
  u16,
  u32,
  type Piece,
  type Pixels,
} from './bytes.ts';

/** LZW without a dictionary: 9-bit codes, cleared before they would grow. */
function lzw(indices: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let [held, count] = [0, 0];
  const put = (code: number): void => {
    held |= code << count;
    for (count += 9; count >= 8; count -= 8) {
      bytes.push(held & 255);
      held >>>= 8;
    }
  };
  indices.forEach((index, i) => {
    if (i % 250 === 0) put(256);
    put(index);
  });
  put(257);
  if (count > 0) bytes.push(held & 255);
  const blocks: Uint8Array[] = [];
  for (let i = 0; i < bytes.length; i += 255)
    blocks.push(join(Math.min(255, bytes.length - i), Uint8Array.from(bytes.slice(i, i + 255))));
  return join(8, blocks, 0);
}

/** @param screen size of the logical screen; by default that of the first frame */
export function gif(
  frames: readonly Pixels[],
  screen?: { readonly width: number; readonly height: number },
): Uint8Array {
  const { width, height } = screen ?? frames[0] ?? { width: 0, height: 0 };
  return join(
    'GIF89a',
    le16(width),
    le16(height),
    0xf7,
    0,
    0,
    PALETTE.flat(),
    new Uint8Array(12),
    frames.length > 1 ? [0x21, 0xff, 11, 'NETSCAPE2.0', 3, 1, le16(0), 0] : [],
    frames.map((frame) => [
      0x21,
      0xf9,
      4,
      4,
      le16(10),
      0,
      0,
      0x2c,
      le16(0),
      le16(0),
      le16(frame.width),
      le16(frame.height),
      0,
      lzw(
        Array.from({ length: frame.width * frame.height }, (_, i) =>
          paletteIndex(at(frame, i % frame.width, Math.floor(i / frame.width))),
        ),
      ),
    ]),
    0x3b,
  );
}

const riffChunk = (kind: string, ...body: readonly Piece[]): Uint8Array => {
  const whole = join(...body);
  return join(kind, le32(whole.length), whole, whole.length % 2 === 1 ? 0 : []);
};
const riff = (...chunks: readonly Piece[]): Uint8Array => {
  const whole = join('WEBP', ...chunks);
  return join('RIFF', le32(whole.length), whole);
};
/** The picture chunks of a still WebP. */
function webpImage(webp: Uint8Array): Piece {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  const chunks: Uint8Array[] = [];
  for (let at = 12; at + 8 <= webp.length;) {
    const length = 8 + Math.ceil(view.getUint32(at + 4, true) / 2) * 2;
    const kind = String.fromCharCode(...webp.subarray(at, at + 4));
    if (kind === 'ALPH' || kind === 'VP8 ' || kind === 'VP8L')
      chunks.push(webp.subarray(at, at + length));
    at += length;
  }
  return chunks;
}

export const extendedWebp = (
  webp: Uint8Array,
  width: number,
  height: number,
  extra: { readonly kind: 'EXIF' | 'XMP '; readonly body: Piece },
): Uint8Array =>
  riff(
    riffChunk(
      'VP8X',
      extra.kind === 'EXIF' ? 0x08 : 0x04,
      0,
      0,
      0,
      le24(width - 1),
      le24(height - 1),
    ),
    webpImage(webp),
    riffChunk(extra.kind, extra.body),
  );

export const animatedWebp = (
  frames: readonly Uint8Array[],
  width: number,
  height: number,
): Uint8Array =>
  riff(
    riffChunk('VP8X', 0x02, 0, 0, 0, le24(width - 1), le24(height - 1)),
    riffChunk('ANIM', le32(0xffffffff), le16(0)),
    frames.map((frame) =>
      riffChunk(
        'ANMF',
        le24(0),
        le24(0),
        le24(width - 1),
        le24(height - 1),
        le24(100),
        0,
        webpImage(frame),
      ),
    ),
  );

export const box = (kind: string, ...body: readonly Piece[]): Uint8Array => {
  const whole = join(...body);
  return join(u32(whole.length + 8), kind, whole);
};
const fullBox = (kind: string, ...body: readonly Piece[]): Uint8Array => box(kind, u32(0), ...body);

/**
 * Wraps an AV1 key frame (8 bit, 4:2:0) as a still picture: AV1 Image File Format, 2019, on HEIF.
 * @param stated size in the header, which may be false
 */
export function avif(
  frame: Uint8Array,
  stated: { readonly width: number; readonly height: number },
): Uint8Array {
  // The item must not start with a stream's temporal delimiter.
  const item = frame[0] === 0x12 && frame[1] === 0 ? frame.subarray(2) : frame;
  const head = box('ftyp', 'avif', u32(0), 'avif', 'mif1', 'miaf');
  const meta = (offset: number): Uint8Array =>
    fullBox(
      'meta',
      fullBox('hdlr', u32(0), 'pict', new Uint8Array(12), 0),
      fullBox('pitm', u16(1)),
      fullBox('iloc', 0x44, 0, u16(1), u16(1), u16(0), u16(1), u32(offset), u32(item.length)),
      fullBox('iinf', u16(1), box('infe', [2, 0, 0, 0], u16(1), u16(0), 'av01', 0)),
      box(
        'iprp',
        box(
          'ipco',
          fullBox('ispe', u32(stated.width), u32(stated.height)),
          fullBox('pixi', 3, 8, 8, 8),
          box('av1C', 0x81, 0x04, 0x0c, 0),
        ),
        fullBox('ipma', u32(1), u16(1), 3, 1, 2, 0x83),
      ),
    );
  const offset = head.length + meta(0).length + 8;
  return join(head, meta(offset), box('mdat', item));
}
