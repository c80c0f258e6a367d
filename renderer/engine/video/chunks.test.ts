import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { concatBytes } from '../../core/bytes.ts';
import { animatedPng, animatedWebp } from './chunks.ts';

const big = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
};
const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const chunk = (name: string, body: Uint8Array): Uint8Array =>
  concatBytes([big(body.length), text(name), body, big(crc32(concatBytes([text(name), body])))]);

/** A grey PNG of 2 x 1 pixels, its data split into two chunks. */
const png = (grey: number, depth = 8): Uint8Array => {
  const data = deflateSync(Uint8Array.of(0, grey, grey));
  return concatBytes([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', concatBytes([big(2), big(1), Uint8Array.of(depth, 0, 0, 0, 0)])),
    chunk('IDAT', data.subarray(0, 3)),
    chunk('IDAT', data.subarray(3)),
    chunk('IEND', new Uint8Array()),
  ]);
};

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());
const header = { width: 2, height: 1, rate: 24, alpha: true };

describe('an animated PNG', () => {
  const chunksOf = (file: Uint8Array): { name: string; body: Uint8Array; sound: boolean }[] => {
    const view = new DataView(file.buffer);
    const found = [];
    for (let at = 8; at < file.length;) {
      const length = view.getUint32(at);
      const named = file.subarray(at + 4, at + 8 + length);
      found.push({
        name: new TextDecoder().decode(named.subarray(0, 4)),
        body: named.subarray(4),
        sound: view.getUint32(at + 8 + length) === crc32(named),
      });
      at += 12 + length;
    }
    return found;
  };

  it('holds each frame once, in order, with delays that add up to its length', async () => {
    const chunks = chunksOf(await bytesOf(animatedPng([png(1), png(2), png(3)], header)));
    expect(chunks.map(({ name }) => name)).toEqual([
      'IHDR',
      'acTL',
      'fcTL',
      'IDAT',
      'fcTL',
      'fdAT',
      'fcTL',
      'fdAT',
      'IEND',
    ]);
    expect(chunks.every(({ sound }) => sound)).toBe(true);
    const controls = chunks.filter(({ name }) => name === 'fcTL');
    const delays = controls.map(({ body }) => ((body[20] as number) << 8) | (body[21] as number));
    expect(delays).toEqual([42, 41, 42]);
    // Sequence numbers run through both kinds of chunks.
    const orders = chunks.filter(({ name }) => name === 'fcTL' || name === 'fdAT');
    expect(orders.map(({ body }) => body[3])).toEqual([0, 1, 2, 3, 4]);
  });

  it('refuses frames of different kinds', () => {
    expect(() => animatedPng([png(1), png(2, 16)], header)).toThrow('lacks WebGL 2');
  });
});

describe('an animated WebP', () => {
  const still = (...chunks: readonly [string, readonly number[]][]): Uint8Array =>
    concatBytes([
      text('RIFF'),
      new Uint8Array(4),
      text('WEBP'),
      ...chunks.map(([name, body]) =>
        concatBytes([
          text(name),
          Uint8Array.of(body.length, 0, 0, 0),
          Uint8Array.from(body),
          new Uint8Array(body.length % 2),
        ]),
      ),
    ]);

  it('takes alpha and colours of each frame, and leaves what else a still holds', async () => {
    const file = await bytesOf(
      animatedWebp(
        [still(['VP8X', [1]], ['ALPH', [1, 2, 3]], ['VP8 ', [4, 5]]), still(['VP8L', [6]])],
        header,
      ),
    );
    const view = new DataView(file.buffer);
    expect(view.getUint32(4, true)).toBe(file.length - 8);
    const names: string[] = [];
    for (let at = 12; at < file.length;) {
      const length = view.getUint32(at + 4, true);
      names.push(new TextDecoder().decode(file.subarray(at, at + 4)));
      at += 8 + length + (length % 2);
    }
    expect(names).toEqual(['VP8X', 'ANIM', 'ANMF', 'ANMF']);
    const words = new TextDecoder('latin1').decode(file);
    expect(words).toContain('ALPH\u0003\0\0\0\u0001\u0002\u0003\0VP8 ');
    expect(words).toContain('VP8L');
  });

  it('refuses what holds no picture', () => {
    expect(() => animatedWebp([still(['EXIF', [1]])], header)).toThrow('lacks WebGL 2');
  });
});
