import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { paint } from '../../tests/engine/corpus/bytes.ts';
import { png } from '../../tests/engine/corpus/png.ts';
import { isMarkedAsGenerated, markedAsGenerated, markedLike } from './generated-mark.ts';

it('a mark is a chunk that readers of PNG accept, and the pixels stay', () => {
  const before = Buffer.from(png(paint(4, 4, () => [1, 2, 3, 255])));
  const marked = Buffer.from(markedAsGenerated(before));
  const names: string[] = [];
  for (let at = 8; at < marked.length;) {
    const length = marked.readUInt32BE(at);
    const named = marked.subarray(at + 4, at + 8 + length);
    names.push(named.toString('latin1', 0, 4));
    expect(marked.readUInt32BE(at + 8 + length)).toBe(crc32(named));
    at += 12 + length;
  }
  expect(names).toEqual(['IHDR', 'iTXt', 'IDAT', 'IEND']);
  expect(marked.subarray(-before.length + 33).equals(before.subarray(33))).toBe(true);
  expect(isMarkedAsGenerated(marked)).toBe(true);
  expect(isMarkedAsGenerated(before)).toBe(false);
});

it('what is made of several pictures is marked if one of them is, and keeps its type', async () => {
  const plain = new Uint8Array(png(paint(4, 4, () => [1, 2, 3, 255])));
  const [own, generated] = [
    new Blob([plain]),
    new Blob([new Uint8Array(markedAsGenerated(plain))]),
  ];
  const film = new Blob([Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom')], { type: 'video/mp4' });
  expect(await markedLike([own], film)).toBe(film);
  const made = await markedLike([own, generated], film);
  expect(made.type).toBe('video/mp4');
  const bytes = Buffer.from(await made.arrayBuffer());
  // A box of its length at the end, with the identifier of XMP.
  expect(bytes.subarray(0, 20)).toEqual(Buffer.from(await film.arrayBuffer()));
  expect(bytes.readUInt32BE(20)).toBe(bytes.length - 20);
  expect(bytes.toString('latin1', 24, 28)).toBe('uuid');
  expect(bytes.toString('hex', 28, 44)).toBe('be7acfcb97a942e89c71999491e3afac');
  expect(bytes.toString('latin1', 44)).toContain('trainedAlgorithmicMedia');
});

it('a file that can’t carry a mark stays as it is', () => {
  const drawing = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(markedAsGenerated(drawing)).toBe(drawing);
});

it('a JPEG says it in its first segment', () => {
  const before = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, ...new Uint8Array(14), 0xff, 0xd9);
  const marked = Buffer.from(markedAsGenerated(before));
  expect([...marked.subarray(0, 4)]).toEqual([0xff, 0xd8, 0xff, 0xe1]);
  const length = marked.readUInt16BE(4);
  expect(marked.toString('latin1', 6, 34)).toBe('http://ns.adobe.com/xap/1.0/');
  expect(isMarkedAsGenerated(marked)).toBe(true);
  expect(marked.subarray(4 + length).equals(Buffer.from(before.subarray(2)))).toBe(true);
});

describe('a WebP', () => {
  const webp = (kind: string, body: readonly number[]): Buffer => {
    const file = Buffer.alloc(20 + body.length);
    file.write('RIFF', 0);
    file.writeUInt32LE(12 + body.length, 4);
    file.write(`WEBP${kind}`, 8);
    file.writeUInt32LE(body.length, 16);
    file.set(body, 20);
    return file;
  };
  /** 640 x 480: a lossy picture's start code and edges; a lossless one's signature, edges and alpha. */
  const lossy = webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 640 & 0xff, 2, 480 & 0xff, 1, 0, 0]);
  const packed = 639 | (479 << 14) | (1 << 28);
  const lossless = webp('VP8L', [0x2f, ...Buffer.from(Uint32Array.of(packed).buffer), 0]);

  it.each([
    ['lossy', lossy, 0x04],
    ['lossless, with alpha', lossless, 0x14],
  ])('that is %s says it in a chunk after the picture', (_, before, flags) => {
    const marked = Buffer.from(markedAsGenerated(before));
    expect(marked.readUInt32LE(4)).toBe(marked.length - 8);
    expect(marked.toString('latin1', 8, 16)).toBe('WEBPVP8X');
    expect(marked[20]).toBe(flags);
    expect(marked.readUIntLE(24, 3) + 1).toBe(640);
    expect(marked.readUIntLE(27, 3) + 1).toBe(480);
    expect(marked.subarray(30, 30 + before.length - 12).equals(before.subarray(12))).toBe(true);
    expect(marked.toString('latin1', 30 + before.length - 12)).toMatch(
      /^XMP .*trainedAlgorithmic/s,
    );
  });

  it('that is extended already keeps its flags', () => {
    const extended = webp('VP8X', [0x10, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0]);
    const marked = Buffer.from(markedAsGenerated(extended));
    expect(marked[20]).toBe(0x14);
    expect(marked.readUIntLE(24, 3) + 1).toBe(640);
    expect(marked.toString('latin1', 30, 34)).toBe('XMP ');
  });
});
