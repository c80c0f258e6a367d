import { deflateSync } from 'node:zlib';

import { PHOTO_MAX_BYTES } from '../../../renderer/core/constants.ts';
import type { ErrorCode } from '../../../renderer/core/errors.ts';
import type { Scene } from '../page/scene.ts';
import { at, join, le32, luma, paint, u16, u32, type Pixels } from './bytes.ts';
import { animatedWebp, avif, box, extendedWebp, gif } from './containers.ts';
import { jpeg, segment } from './jpeg.ts';
import {
  displayP3,
  entry,
  exif,
  gpsTiff,
  iccChunk,
  iccSegment,
  orientationEntry,
  tiff,
} from './metadata.ts';
import { animatedPng, blackPng, chunk, header, png, SIGNATURE } from './png.ts';

/** A portrait, 448 x 512, in the browser's own encodings and as pixels. */
export interface Base {
  readonly pixels: Pixels;
  readonly png: Uint8Array;
  readonly jpeg: Uint8Array;
  readonly webp: Uint8Array;
  readonly losslessWebp: Uint8Array;
  /** AV1 key frame; missing where the browser can't write one. */
  readonly av1: Uint8Array | undefined;
}

export const BASE_SCENE: Scene = {
  width: 448,
  height: 512,
  people: [{ file: 'people/kenji.webp', x: -32, y: 0, edge: 512 }],
};

/** The expected outcome: refused on import with this error, or taken at this size. */
export type Expected = { readonly refused: ErrorCode } | Taken;
interface Taken {
  readonly taken: readonly [width: number, height: number];
  /** Imported, but refused with this error when analysed. */
  readonly refusedLater?: ErrorCode;
  /** There is one face, with the eyes where the portrait has them. */
  readonly sameFace?: true;
  /** Number of faces. */
  readonly faces?: number;
  /** Colour of the first pixel. */
  readonly colour?: readonly [number, number, number];
}

export interface Case {
  readonly name: string;
  readonly file: Uint8Array | Scene;
  /** Type suggested by the file's name. */
  readonly type?: string;
  readonly expected: Expected;
}

/** A file whose name suggests this type. */
const named = (type: string, file: Uint8Array) => ({ type, file });
/** Files by their names, all with the same outcome. */
const cases = (
  expected: Expected,
  files: Readonly<Record<string, Case['file'] | ReturnType<typeof named>>>,
): Case[] =>
  Object.entries(files).map(([name, file]) =>
    'type' in file ? { name, ...file, expected } : { name, file, expected },
  );
const refused = (code: ErrorCode): Expected => ({ refused: code });
const [WIDTH, HEIGHT] = [448, 512];
const SAME: Expected = { taken: [WIDTH, HEIGHT], sameFace: true };
const cut = (file: Uint8Array, share: number): Uint8Array =>
  file.subarray(0, Math.floor(file.length * share));

/** Files that aren't pictures the app reads, whatever their names. */
const foreign = ({ png: whole }: Base): Case[] => [
  ...cases(refused('photo-empty'), { nothing: new Uint8Array() }),
  ...cases(refused('photo-not-a-picture'), {
    'one byte': Uint8Array.of(0x89),
    'zero bytes': new Uint8Array(5000),
    'text named .png': named('image/png', join('hello, world\n'.repeat(100))),
    'PDF named .jpg': named('image/jpeg', join('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')),
    'ZIP named .webp': named('image/webp', join('PK\x03\x04', new Uint8Array(100))),
    'HTML named .png': named(
      'image/png',
      join('<!doctype html><script>parent.postMessage(1)</script>'),
    ),
    'HTML that holds an SVG': join('<html><svg onload="x()"></svg></html>'),
    'MP4 named .avif': named(
      'image/avif',
      join(box('ftyp', 'isom', u32(0), 'mp42'), new Uint8Array(200)),
    ),
    BMP: join('BM', le32(70), u32(0), le32(54), le32(40), new Uint8Array(50)),
    TIFF: tiff([]),
    icon: join(0, 0, 1, 0, 1, 0, new Uint8Array(60)),
    'JPEG XL': join(0xff, 0x0a, new Uint8Array(200)),
    'PNG whose line ends a transfer has changed': join('\x89PNG\n\x1a\n', whole.subarray(8)),
  }),
  ...cases(refused('photo-svg'), {
    'SVG with a script': named(
      'image/svg+xml',
      join('<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("/stolen")</script></svg>'),
    ),
    'SVG named .png, after a byte order mark': named(
      'image/png',
      join('\xef\xbb\xbf<?xml version="1.0"?>\n<svg/>'),
    ),
  }),
  ...cases(refused('photo-heic'), {
    HEIC: named(
      'image/heic',
      join(box('ftyp', 'heic', u32(0), 'mif1', 'heic'), new Uint8Array(200)),
    ),
    'HEIC named .jpg': named(
      'image/jpeg',
      join(box('ftyp', 'mif1', u32(0), 'heic', 'mif1'), new Uint8Array(200)),
    ),
  }),
];

const damaged = (base: Base): Case[] => [
  ...cases(refused('photo-damaged'), {
    'PNG cut in its signature': base.png.subarray(0, 8),
    'PNG cut in its header': base.png.subarray(0, 20),
    'PNG cut behind its header': base.png.subarray(0, 33),
    'JPEG cut in its first segment': base.jpeg.subarray(0, 10),
    'JPEG cut before its data': base.jpeg.subarray(0, 300),
    'WebP cut in its header': base.webp.subarray(0, 24),
    'WebP cut in the middle': cut(base.webp, 0.5),
    'GIF without a frame': gif([], { width: 400, height: 400 }),
    'AVIF of a header alone': box('ftyp', 'avif', u32(0), 'avif'),
    'PNG with a broken checksum in its header': join(
      base.png.subarray(0, 29),
      1,
      2,
      3,
      4,
      base.png.subarray(33),
    ),
    'PNG of zero size': join(
      SIGNATURE,
      header(0, 0),
      chunk('IDAT', deflateSync(new Uint8Array(1))),
      chunk('IEND'),
    ),
    'PNG whose data is noise': join(
      SIGNATURE,
      header(400, 400),
      chunk('IDAT', paint(20, 20, (x, y) => [x * 7, y * 13, x * y, 99]).data),
      chunk('IEND'),
    ),
    'JPEG of 12 bits': patched(jpeg(base.pixels), 0xc0, (at) => [
      [at, 0xc1],
      [at + 3, 12],
    ]),
    'JPEG with lossless coding': patched(jpeg(base.pixels), 0xc0, (at) => [[at, 0xc3]]),
    'JPEG without its height': patched(jpeg(base.pixels), 0xc0, (at) => [
      [at + 4, 0],
      [at + 5, 0],
    ]),
  }),
];

/** Changes bytes; `changes` gets the position of the marker's second byte. */
function patched(
  file: Uint8Array,
  marker: number,
  changes: (at: number) => readonly (readonly [number, number])[],
): Uint8Array {
  const copy = file.slice();
  const place = copy.findIndex((byte, i) => byte === marker && copy[i - 1] === 0xff);
  for (const [index, value] of changes(place)) copy[index] = value;
  return copy;
}

const sizes = ({ pixels, jpeg: whole }: Base): Case[] => [
  ...cases(refused('photo-too-small'), {
    'one pixel': png(paint(1, 1, () => [9, 9, 9, 255])),
    '255 pixels wide': blackPng(255, 900),
  }),
  ...cases(
    { taken: [256, 256], refusedLater: 'photo-no-face' },
    { '256 pixels each way': blackPng(256, 256) },
  ),
  ...cases(
    { taken: [4096, 4096] },
    { 'as large as is taken: just under 60 megapixels': blackPng(7745, 7745) },
  ),
  ...cases(refused('photo-too-many-pixels'), {
    'just over 60 megapixels': blackPng(7746, 7746),
    'a decompression bomb of 30,000 x 30,000': blackPng(30_000, 30_000),
    'a header that claims 4 billion pixels a side': join(
      SIGNATURE,
      header(0xffffffff, 0xffffffff),
      chunk('IEND'),
    ),
    'a GIF whose frame is larger than its screen': patchedFrame(
      gif([paint(300, 300, () => [9, 9, 9, 255])]),
      60_000,
    ),
  }),
  ...cases(
    { taken: [300, 300] },
    {
      'a bomb behind a modest header': join(
        SIGNATURE,
        header(300, 300, { kind: 'grey' }),
        chunk('IDAT', deflateSync(Buffer.alloc(200_000_000), { level: 1 })),
        chunk('IEND'),
      ),
    },
  ),
  ...cases(
    { taken: [4096, 61], refusedLater: 'photo-no-face' },
    { '20,000 pixels wide': blackPng(20_000, 300) },
  ),
  ...cases(SAME, {
    '40 MB to the byte': join(whole, new Uint8Array(PHOTO_MAX_BYTES - whole.length)),
    'the portrait again, as a check of this list': png(pixels),
  }),
  ...cases(refused('photo-too-large'), {
    '40 MB and one byte': join(whole, new Uint8Array(PHOTO_MAX_BYTES + 1 - whole.length)),
  }),
  ...cases(
    { taken: [300, 300], colour: [255, 255, 255] },
    { 'a picture all transparent': png(paint(300, 300, () => [200, 0, 0, 0])) },
  ),
  ...cases(
    { taken: [300, 300], colour: [127, 127, 127] },
    { 'a picture half transparent': png(paint(300, 300, () => [0, 0, 0, 128])) },
  ),
];

/** Changes the frame size in a GIF's first image descriptor. */
function patchedFrame(file: Uint8Array, edge: number): Uint8Array {
  const copy = file.slice();
  const place = copy.findIndex(
    (byte, i) => byte === 0x2c && copy[i - 8] === 0x21 && copy[i - 7] === 0xf9,
  );
  copy.set([edge & 255, edge >> 8, edge & 255, edge >> 8], place + 5);
  return copy;
}

const encodings = (base: Base): Case[] => {
  const { pixels } = base;
  const dark = paint(WIDTH, HEIGHT, () => [20, 20, 20, 255]);
  const list: Case[] = [
    ...cases(SAME, {
      'JPEG named .png': named('image/png', base.jpeg),
      'PNG named .txt': named('text/plain', base.png),
      'WebP without a type': named('', base.webp),
      'lossless WebP': base.losslessWebp,
      'animated WebP': animatedWebp([base.webp, base.losslessWebp], WIDTH, HEIGHT),
      'PNG of 16 bits': png(pixels, { depth: 16, kind: 'rgb' }),
      'PNG of a palette': png(pixels, { kind: 'palette' }),
      'grey PNG': png(pixels, { kind: 'grey' }),
      'grey PNG with alpha': png(pixels, { kind: 'grey-alpha' }),
      'grey PNG of 16 bits': png(pixels, { kind: 'grey', depth: 16 }),
      'interlaced PNG': png(pixels, { interlaced: true }),
      'animated PNG': animatedPng(pixels, dark),
      GIF: gif([pixels]),
      'animated GIF': gif([pixels, dark]),
      'progressive JPEG': jpeg(pixels, { progressive: true }),
      'grey JPEG': jpeg(pixels, { kind: 'grey' }),
      'JPEG in RGB': jpeg(pixels, { kind: 'rgb' }),
      'JPEG in CMYK': jpeg(pixels, { kind: 'cmyk' }),
      'JPEG in YCCK': jpeg(pixels, { kind: 'ycck' }),
      'JPEG with stray bytes between its segments': jpeg(pixels, {
        before: join(segment(0xfe, 'comment'), 'stray'),
      }),
      'JPEG with garbage behind its end': join(base.jpeg, 'garbage'.repeat(1000)),
      'JPEG that is a ZIP too': join(
        base.jpeg,
        'PK\x03\x04',
        new Uint8Array(26),
        'PK\x05\x06',
        new Uint8Array(18),
      ),
      'JPEG that is a page too': named(
        'text/html',
        jpeg(pixels, { before: segment(0xfe, '<script>fetch("/stolen")</script>') }),
      ),
      'PNG that is a script too': named(
        'text/javascript',
        png(pixels, { before: chunk('tEXt', 'x\0*/fetch("/stolen")/*') }),
      ),
      'a profile of noise': png(pixels, {
        before: iccChunk(paint(20, 20, (x, y) => [x * y, 3, y, x]).data),
      }),
    }),
    ...cases(
      { taken: [WIDTH, HEIGHT] },
      { 'PNG of one bit': png(pixels, { kind: 'grey', depth: 1 }) },
    ),
    ...cases(refused('photo-damaged'), {
      'JPEG cut in its data': cut(base.jpeg, 0.9),
      'PNG cut in its data': cut(base.png, 0.95),
      'PNG without an end': base.png.subarray(0, base.png.length - 12),
    }),
    ...cases(
      { taken: [300, 300], colour: [219, 92, 96] },
      {
        'Display P3 in a PNG': png(
          paint(300, 300, () => [200, 100, 100, 255]),
          { before: iccChunk(displayP3()) },
        ),
      },
    ),
    ...cases(
      { taken: [304, 304], colour: [219, 92, 96] },
      {
        'Display P3 in a JPEG': jpeg(
          paint(304, 304, () => [200, 100, 100, 255]),
          { before: iccSegment(displayP3()) },
        ),
      },
    ),
  ];
  if (!base.av1) return list;
  return [
    ...list,
    ...cases(SAME, { AVIF: avif(base.av1, { width: WIDTH, height: HEIGHT }) }),
    ...cases(refused('photo-damaged'), {
      'AVIF cut in its data': cut(avif(base.av1, { width: WIDTH, height: HEIGHT }), 0.5),
    }),
    ...cases(refused('photo-too-many-pixels'), {
      'AVIF whose header states 60,000 x 60,000': avif(base.av1, { width: 60_000, height: 60_000 }),
    }),
  ];
};

/** The upright picture as stored by a camera that states `orientation`. */
function stored(upright: Pixels, orientation: number): Pixels {
  const { width, height } = upright;
  const swaps = orientation > 4;
  return paint(swaps ? height : width, swaps ? width : height, (x, y) => {
    const [right, bottom] = [width - 1, height - 1];
    const places: Readonly<Record<number, readonly [number, number]>> = {
      1: [x, y],
      2: [right - x, y],
      3: [right - x, bottom - y],
      4: [x, bottom - y],
      5: [y, x],
      6: [right - y, x],
      7: [right - y, bottom - x],
      8: [y, bottom - x],
    };
    const [u, v] = places[orientation] ?? [x, y];
    return at(upright, u, v);
  });
}

const metadata = (base: Base): Case[] => {
  const { pixels } = base;
  const turned = stored(pixels, 6);
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:li>${'secret '.repeat(2000)}</rdf:li></x:xmpmeta>`;
  return [
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation): Case => ({
      name: `EXIF orientation ${String(orientation)}`,
      file: jpeg(stored(pixels, orientation), {
        before: exif(tiff([orientationEntry(orientation)])),
      }),
      expected: SAME,
    })),
    ...cases(SAME, {
      'orientation in a PNG': png(turned, { before: chunk('eXIf', tiff([orientationEntry(6)])) }),
      'orientation 9, which does not exist': jpeg(pixels, {
        before: exif(tiff([orientationEntry(9)])),
      }),
      GPS: jpeg(pixels, { before: exif(gpsTiff()) }),
      'EXIF of 5 MB': jpeg(pixels, {
        before: [
          exif(tiff([orientationEntry(1)])),
          ...Array.from({ length: 80 }, () => exif(new Uint8Array(65_000))),
        ],
      }),
      'EXIF whose directory lies beyond the file': jpeg(pixels, {
        before: exif(tiff([], { first: 0x7ffffff0 })),
      }),
      'EXIF whose directories form a ring': jpeg(pixels, {
        before: exif(tiff([orientationEntry(1)], { next: 8 })),
      }),
      'EXIF that claims 65,535 entries': jpeg(pixels, {
        before: exif(join('MM', u16(42), u32(8), u16(65_535))),
      }),
      'EXIF values of 4 GB': jpeg(pixels, {
        before: exif(tiff([entry(0x010f, 2, 0xffffffff, u32(0xffffffff))])),
      }),
      'XMP in a WebP': extendedWebp(base.webp, WIDTH, HEIGHT, { kind: 'XMP ', body: xmp }),
      'EXIF in a WebP': extendedWebp(base.webp, WIDTH, HEIGHT, { kind: 'EXIF', body: gpsTiff() }),
    }),
  ];
};

const GROUND = '#7d8c99';
const one = (x: number, y: number, edge: number, turn = 0): Scene => ({
  width: 900,
  height: 900,
  ground: GROUND,
  people: [{ file: 'people/kenji.webp', x, y, edge, turn, oval: turn !== 0 }],
});
const filtered = (filter: string): Scene => ({ ...BASE_SCENE, filter });
const found = (faces: number, width = 900, height = 900): Expected => ({
  taken: [width, height],
  faces,
});
const nobody = (width = 900, height = 900): Expected => ({
  taken: [width, height],
  refusedLater: 'photo-no-face',
});

const contents = ({ pixels }: Base): Case[] => [
  ...cases(nobody(), {
    nobody: { width: 900, height: 900, ground: GROUND },
    'less than half a face, the rest beyond the border': one(-385, 200, 700),
    'a face of a few pixels': one(600, 120, 24),
  }),
  ...cases(nobody(400, 400), {
    stripes: png(paint(400, 400, (x) => [x % 2 === 0 ? 0 : 255, 0, 0, 255])),
    noise: png(
      paint(400, 400, (x, y) => [
        (x * 73 + y * 151) % 256,
        (x * x + y * 31) % 256,
        (x * y) % 256,
        255,
      ]),
    ),
  }),
  ...cases(found(3, 1500, 600), {
    'three people': {
      width: 1500,
      height: 600,
      ground: GROUND,
      people: ['kenji', 'mara', 'amara'].map((name, k) => ({
        file: `people/${name}.webp`,
        x: k * 500,
        y: 100,
        edge: 500,
      })),
    },
  }),
  ...cases(found(1), {
    'a face at the border': one(-180, 200, 700),
    'a face cut in half by the border': one(-330, 0, 900),
    'a tiny face': one(600, 120, 110),
    'upside down': one(100, 100, 700, 180),
    'lying on the side': one(100, 100, 700, 90),
    'tilted by 45 degrees': one(100, 100, 700, 45),
    'tilted by -45 degrees': one(100, 100, 700, -45),
  }),
  ...cases(SAME, {
    'very dark': filtered('brightness(0.12)'),
    overexposed: filtered('brightness(2.2)'),
    blurred: filtered('blur(5px)'),
    'without colour': filtered('grayscale(1)'),
  }),
  ...cases(nobody(WIDTH, HEIGHT), {
    black: filtered('brightness(0)'),
    white: filtered('brightness(300)'),
  }),
  ...cases(
    { taken: [WIDTH, HEIGHT] },
    {
      inverted: png(
        paint(WIDTH, HEIGHT, (x, y) => {
          const [r, g, b] = at(pixels, x, y);
          return [255 - r, 255 - g, 255 - b, 255];
        }),
      ),
      'two tones': png(
        paint(WIDTH, HEIGHT, (x, y) =>
          luma(at(pixels, x, y)) > 110 ? [255, 255, 255, 255] : [0, 0, 0, 255],
        ),
      ),
    },
  ),
];

/** Hostile and odd pictures, each with its expected outcome. */
export const corpus = (base: Base): Case[] => [
  ...foreign(base),
  ...damaged(base),
  ...sizes(base),
  ...encodings(base),
  ...metadata(base),
  ...contents(base),
];
