import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';

import { paint } from '../../tests/engine/corpus/bytes.ts';
import { png } from '../../tests/engine/corpus/png.ts';
import { markedAsGenerated } from './png-chunk.ts';

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
});
