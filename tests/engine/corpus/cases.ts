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

const refused = (code: ErrorCode): Expected => ({ refused: code });
const [WIDTH, HEIGHT] = [448, 512];
const SAME: Expected = { taken: [WIDTH, HEIGHT], sameFace: true };
const cut = (file: Uint8Array, share: number): Uint8Array =>
  file.subarray(0, Math.floor(file.length * share));

/** Files that aren't pictures the app reads, whatever their names. */
const foreign = ({ png: whole }: Base): Case[] => [
  { name: 'nothing', file: new Uint8Array(), expected: refused('photo-empty') },
  { name: 'one byte', file: Uint8Array.of(0x89), expected: refused('photo-not-a-picture') },
  { name: 'zero bytes', file: new Uint8Array(5000), expected: refused('photo-not-a-picture') },
  {
    name: 'text named .png',
    file: join('hello, world\n'.repeat(100)),
    type: 'image/png',
    expected: refused('photo-not-a-picture'),
  },
  {
    name: 'PDF named .jpg',
    file: join('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
    type: 'image/jpeg',
    expected: refused('photo-not-a-picture'),
  },
  {
    name: 'ZIP named .webp',
    file: join('PK\x03\x04', new Uint8Array(100)),
    type: 'image/webp',
    expected: refused('photo-not-a-picture'),
  },
  {
    name: 'HTML named .png',
    file: join('<!doctype html><script>parent.postMessage(1)</script>'),
    type: 'image/png',
    expected: refused('photo-not-a-picture'),
  },
  {
    name: 'HTML that holds an SVG',
    file: join('<html><svg onload="x()"></svg></html>'),
    expected: refused('photo-not-a-picture'),
  },
  {
    name: 'SVG with a script',
    file: join('<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("/stolen")</script></svg>'),
    type: 'image/svg+xml',
    expected: refused('photo-svg'),
  },
  {
    name: 'SVG named .png, after a byte order mark',
    file: join('\xef\xbb\xbf<?xml version="1.0"?>\n<svg/>'),
    type: 'image/png',
    expected: refused('photo-svg'),
  },
  {
    name: 'HEIC',
    file: join(box('ftyp', 'heic', u32(0), 'mif1', 'heic'), new Uint8Array(200)),
    type: 'image/heic',
    expected: refused('photo-heic'),
  },
  {
    name: 'HEIC named .jpg',
    file: join(box('ftyp', 'mif1', u32(0), 'heic', 'mif1'), new Uint8Array(200)),
    type: 'image/jpeg',
    expected: refused('photo-heic'),
  },
  {
    name: 'MP4 named .avif',
    file: join(box('ftyp', 'isom', u32(0), 'mp42'), new Uint8Array(200)),
    type: 'image/avif',
    expected: refused('photo-not-a-picture'),
  },
  {
    name: 'BMP',
    file: join('BM', le32(70), u32(0), le32(54), le32(40), new Uint8Array(50)),
    expected: refused('photo-not-a-picture'),
  },
  { name: 'TIFF', file: tiff([]), expected: refused('photo-not-a-picture') },
  {
    name: 'icon',
    file: join(0, 0, 1, 0, 1, 0, new Uint8Array(60)),
    expected: refused('photo-not-a-picture'),
  },
  {
    name: 'JPEG XL',
    file: join(0xff, 0x0a, new Uint8Array(200)),
    expected: refused('photo-not-a-picture'),
  },
  {
    name: 'PNG whose line ends a transfer has changed',
    file: join('\x89PNG\n\x1a\n', whole.subarray(8)),
    expected: refused('photo-not-a-picture'),
  },
];

const damaged = (base: Base): Case[] => [
  {
    name: 'PNG cut in its signature',
    file: base.png.subarray(0, 8),
    expected: refused('photo-damaged'),
  },
  {
    name: 'PNG cut in its header',
    file: base.png.subarray(0, 20),
    expected: refused('photo-damaged'),
  },
  {
    name: 'PNG cut behind its header',
    file: base.png.subarray(0, 33),
    expected: refused('photo-damaged'),
  },
  {
    name: 'JPEG cut in its first segment',
    file: base.jpeg.subarray(0, 10),
    expected: refused('photo-damaged'),
  },
  {
    name: 'JPEG cut before its data',
    file: base.jpeg.subarray(0, 300),
    expected: refused('photo-damaged'),
  },
  {
    name: 'WebP cut in its header',
    file: base.webp.subarray(0, 24),
    expected: refused('photo-damaged'),
  },
  { name: 'WebP cut in the middle', file: cut(base.webp, 0.5), expected: refused('photo-damaged') },
  {
    name: 'GIF without a frame',
    file: gif([], { width: 400, height: 400 }),
    expected: refused('photo-damaged'),
  },
  {
    name: 'AVIF of a header alone',
    file: box('ftyp', 'avif', u32(0), 'avif'),
    expected: refused('photo-damaged'),
  },
  {
    name: 'PNG with a broken checksum in its header',
    file: join(base.png.subarray(0, 29), 1, 2, 3, 4, base.png.subarray(33)),
    expected: refused('photo-damaged'),
  },
  {
    name: 'PNG of zero size',
    file: join(
      SIGNATURE,
      header(0, 0),
      chunk('IDAT', deflateSync(new Uint8Array(1))),
      chunk('IEND'),
    ),
    expected: refused('photo-damaged'),
  },
  {
    name: 'PNG whose data is noise',
    file: join(
      SIGNATURE,
      header(400, 400),
      chunk('IDAT', paint(20, 20, (x, y) => [x * 7, y * 13, x * y, 99]).data),
      chunk('IEND'),
    ),
    expected: refused('photo-damaged'),
  },
  {
    name: 'JPEG of 12 bits',
    file: patched(jpeg(base.pixels), 0xc0, (at) => [
      [at, 0xc1],
      [at + 3, 12],
    ]),
    expected: refused('photo-damaged'),
  },
  {
    name: 'JPEG with lossless coding',
    file: patched(jpeg(base.pixels), 0xc0, (at) => [[at, 0xc3]]),
    expected: refused('photo-damaged'),
  },
  {
    name: 'JPEG without its height',
    file: patched(jpeg(base.pixels), 0xc0, (at) => [
      [at + 4, 0],
      [at + 5, 0],
    ]),
    expected: refused('photo-damaged'),
  },
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
  {
    name: 'one pixel',
    file: png(paint(1, 1, () => [9, 9, 9, 255])),
    expected: refused('photo-too-small'),
  },
  { name: '255 pixels wide', file: blackPng(255, 900), expected: refused('photo-too-small') },
  {
    name: '256 pixels each way',
    file: blackPng(256, 256),
    expected: { taken: [256, 256], refusedLater: 'photo-no-face' },
  },
  {
    name: 'as large as is taken: just under 60 megapixels',
    file: blackPng(7745, 7745),
    expected: { taken: [4096, 4096] },
  },
  {
    name: 'just over 60 megapixels',
    file: blackPng(7746, 7746),
    expected: refused('photo-too-many-pixels'),
  },
  {
    name: 'a decompression bomb of 30,000 x 30,000',
    file: blackPng(30_000, 30_000),
    expected: refused('photo-too-many-pixels'),
  },
  {
    name: 'a header that claims 4 billion pixels a side',
    file: join(SIGNATURE, header(0xffffffff, 0xffffffff), chunk('IEND')),
    expected: refused('photo-too-many-pixels'),
  },
  {
    name: 'a bomb behind a modest header',
    file: join(
      SIGNATURE,
      header(300, 300, { kind: 'grey' }),
      chunk('IDAT', deflateSync(Buffer.alloc(200_000_000), { level: 1 })),
      chunk('IEND'),
    ),
    expected: { taken: [300, 300] },
  },
  {
    name: 'a GIF whose frame is larger than its screen',
    file: patchedFrame(gif([paint(300, 300, () => [9, 9, 9, 255])]), 60_000),
    expected: refused('photo-too-many-pixels'),
  },
  {
    name: '20,000 pixels wide',
    file: blackPng(20_000, 300),
    expected: { taken: [4096, 61], refusedLater: 'photo-no-face' },
  },
  {
    name: '40 MB to the byte',
    file: join(whole, new Uint8Array(PHOTO_MAX_BYTES - whole.length)),
    expected: SAME,
  },
  {
    name: '40 MB and one byte',
    file: join(whole, new Uint8Array(PHOTO_MAX_BYTES + 1 - whole.length)),
    expected: refused('photo-too-large'),
  },
  {
    name: 'a picture all transparent',
    file: png(paint(300, 300, () => [200, 0, 0, 0])),
    expected: { taken: [300, 300], colour: [255, 255, 255] },
  },
  {
    name: 'a picture half transparent',
    file: png(paint(300, 300, () => [0, 0, 0, 128])),
    expected: { taken: [300, 300], colour: [127, 127, 127] },
  },
  { name: 'the portrait again, as a check of this list', file: png(pixels), expected: SAME },
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
    { name: 'JPEG named .png', file: base.jpeg, type: 'image/png', expected: SAME },
    { name: 'PNG named .txt', file: base.png, type: 'text/plain', expected: SAME },
    { name: 'WebP without a type', file: base.webp, type: '', expected: SAME },
    { name: 'lossless WebP', file: base.losslessWebp, expected: SAME },
    {
      name: 'animated WebP',
      file: animatedWebp([base.webp, base.losslessWebp], WIDTH, HEIGHT),
      expected: SAME,
    },
    { name: 'PNG of 16 bits', file: png(pixels, { depth: 16, kind: 'rgb' }), expected: SAME },
    { name: 'PNG of a palette', file: png(pixels, { kind: 'palette' }), expected: SAME },
    { name: 'grey PNG', file: png(pixels, { kind: 'grey' }), expected: SAME },
    { name: 'grey PNG with alpha', file: png(pixels, { kind: 'grey-alpha' }), expected: SAME },
    { name: 'grey PNG of 16 bits', file: png(pixels, { kind: 'grey', depth: 16 }), expected: SAME },
    {
      name: 'PNG of one bit',
      file: png(pixels, { kind: 'grey', depth: 1 }),
      expected: { taken: [WIDTH, HEIGHT] },
    },
    { name: 'interlaced PNG', file: png(pixels, { interlaced: true }), expected: SAME },
    { name: 'animated PNG', file: animatedPng(pixels, dark), expected: SAME },
    { name: 'GIF', file: gif([pixels]), expected: SAME },
    { name: 'animated GIF', file: gif([pixels, dark]), expected: SAME },
    { name: 'progressive JPEG', file: jpeg(pixels, { progressive: true }), expected: SAME },
    { name: 'grey JPEG', file: jpeg(pixels, { kind: 'grey' }), expected: SAME },
    { name: 'JPEG in RGB', file: jpeg(pixels, { kind: 'rgb' }), expected: SAME },
    { name: 'JPEG in CMYK', file: jpeg(pixels, { kind: 'cmyk' }), expected: SAME },
    { name: 'JPEG in YCCK', file: jpeg(pixels, { kind: 'ycck' }), expected: SAME },
    { name: 'JPEG cut in its data', file: cut(base.jpeg, 0.9), expected: refused('photo-damaged') },
    { name: 'PNG cut in its data', file: cut(base.png, 0.95), expected: refused('photo-damaged') },
    {
      name: 'PNG without an end',
      file: base.png.subarray(0, base.png.length - 12),
      expected: refused('photo-damaged'),
    },
    {
      name: 'JPEG with garbage behind its end',
      file: join(base.jpeg, 'garbage'.repeat(1000)),
      expected: SAME,
    },
    {
      name: 'JPEG that is a ZIP too',
      file: join(base.jpeg, 'PK\x03\x04', new Uint8Array(26), 'PK\x05\x06', new Uint8Array(18)),
      expected: SAME,
    },
    {
      name: 'JPEG that is a page too',
      file: jpeg(pixels, { before: segment(0xfe, '<script>fetch("/stolen")</script>') }),
      type: 'text/html',
      expected: SAME,
    },
    {
      name: 'PNG that is a script too',
      file: png(pixels, { before: chunk('tEXt', 'x\0*/fetch("/stolen")/*') }),
      type: 'text/javascript',
      expected: SAME,
    },
    {
      name: 'Display P3 in a PNG',
      file: png(
        paint(300, 300, () => [200, 100, 100, 255]),
        { before: iccChunk(displayP3()) },
      ),
      expected: { taken: [300, 300], colour: [219, 92, 96] },
    },
    {
      name: 'Display P3 in a JPEG',
      file: jpeg(
        paint(304, 304, () => [200, 100, 100, 255]),
        { before: iccSegment(displayP3()) },
      ),
      expected: { taken: [304, 304], colour: [219, 92, 96] },
    },
    {
      name: 'a profile of noise',
      file: png(pixels, { before: iccChunk(paint(20, 20, (x, y) => [x * y, 3, y, x]).data) }),
      expected: SAME,
    },
  ];
  if (!base.av1) return list;
  return [
    ...list,
    { name: 'AVIF', file: avif(base.av1, { width: WIDTH, height: HEIGHT }), expected: SAME },
    {
      name: 'AVIF cut in its data',
      file: cut(avif(base.av1, { width: WIDTH, height: HEIGHT }), 0.5),
      expected: refused('photo-damaged'),
    },
    {
      name: 'AVIF whose header states 60,000 x 60,000',
      file: avif(base.av1, { width: 60_000, height: 60_000 }),
      expected: refused('photo-too-many-pixels'),
    },
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
    {
      name: 'orientation in a PNG',
      file: png(turned, { before: chunk('eXIf', tiff([orientationEntry(6)])) }),
      expected: SAME,
    },
    {
      name: 'orientation 9, which does not exist',
      file: jpeg(pixels, { before: exif(tiff([orientationEntry(9)])) }),
      expected: SAME,
    },
    { name: 'GPS', file: jpeg(pixels, { before: exif(gpsTiff()) }), expected: SAME },
    {
      name: 'EXIF of 5 MB',
      file: jpeg(pixels, {
        before: [
          exif(tiff([orientationEntry(1)])),
          ...Array.from({ length: 80 }, () => exif(new Uint8Array(65_000))),
        ],
      }),
      expected: SAME,
    },
    {
      name: 'EXIF whose directory lies beyond the file',
      file: jpeg(pixels, { before: exif(tiff([], { first: 0x7ffffff0 })) }),
      expected: SAME,
    },
    {
      name: 'EXIF whose directories form a ring',
      file: jpeg(pixels, { before: exif(tiff([orientationEntry(1)], { next: 8 })) }),
      expected: SAME,
    },
    {
      name: 'EXIF that claims 65,535 entries',
      file: jpeg(pixels, { before: exif(join('MM', u16(42), u32(8), u16(65_535))) }),
      expected: SAME,
    },
    {
      name: 'EXIF values of 4 GB',
      file: jpeg(pixels, { before: exif(tiff([entry(0x010f, 2, 0xffffffff, u32(0xffffffff))])) }),
      expected: SAME,
    },
    {
      name: 'XMP in a WebP',
      file: extendedWebp(base.webp, WIDTH, HEIGHT, { kind: 'XMP ', body: xmp }),
      expected: SAME,
    },
    {
      name: 'EXIF in a WebP',
      file: extendedWebp(base.webp, WIDTH, HEIGHT, { kind: 'EXIF', body: gpsTiff() }),
      expected: SAME,
    },
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
  { name: 'nobody', file: { width: 900, height: 900, ground: GROUND }, expected: nobody() },
  {
    name: 'stripes',
    file: png(paint(400, 400, (x) => [x % 2 === 0 ? 0 : 255, 0, 0, 255])),
    expected: nobody(400, 400),
  },
  {
    name: 'noise',
    file: png(
      paint(400, 400, (x, y) => [
        (x * 73 + y * 151) % 256,
        (x * x + y * 31) % 256,
        (x * y) % 256,
        255,
      ]),
    ),
    expected: nobody(400, 400),
  },
  {
    name: 'three people',
    file: {
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
    expected: found(3, 1500, 600),
  },
  { name: 'a face at the border', file: one(-180, 200, 700), expected: found(1) },
  {
    name: 'less than half a face, the rest beyond the border',
    file: one(-385, 200, 700),
    expected: nobody(),
  },
  { name: 'a face cut in half by the border', file: one(-330, 0, 900), expected: found(1) },
  { name: 'a tiny face', file: one(600, 120, 110), expected: found(1) },
  { name: 'a face of a few pixels', file: one(600, 120, 24), expected: nobody() },
  { name: 'upside down', file: one(100, 100, 700, 180), expected: found(1) },
  { name: 'lying on the side', file: one(100, 100, 700, 90), expected: found(1) },
  { name: 'tilted by 45 degrees', file: one(100, 100, 700, 45), expected: found(1) },
  { name: 'tilted by -45 degrees', file: one(100, 100, 700, -45), expected: found(1) },
  { name: 'very dark', file: filtered('brightness(0.12)'), expected: SAME },
  { name: 'black', file: filtered('brightness(0)'), expected: nobody(WIDTH, HEIGHT) },
  { name: 'overexposed', file: filtered('brightness(2.2)'), expected: SAME },
  { name: 'white', file: filtered('brightness(300)'), expected: nobody(WIDTH, HEIGHT) },
  { name: 'blurred', file: filtered('blur(5px)'), expected: SAME },
  { name: 'without colour', file: filtered('grayscale(1)'), expected: SAME },
  {
    name: 'inverted',
    file: png(
      paint(WIDTH, HEIGHT, (x, y) => {
        const [r, g, b] = at(pixels, x, y);
        return [255 - r, 255 - g, 255 - b, 255];
      }),
    ),
    expected: { taken: [WIDTH, HEIGHT] },
  },
  {
    name: 'two tones',
    file: png(
      paint(WIDTH, HEIGHT, (x, y) =>
        luma(at(pixels, x, y)) > 110 ? [255, 255, 255, 255] : [0, 0, 0, 255],
      ),
    ),
    expected: { taken: [WIDTH, HEIGHT] },
  },
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
