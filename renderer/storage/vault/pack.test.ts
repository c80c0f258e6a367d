import { describe, expect, it } from 'vitest';

import { pack, unpack } from './pack.ts';

describe('a packed row', () => {
  it('comes back with its Blobs and bigints', async () => {
    const row = {
      a: 5n,
      b: new Blob(['pixels'], { type: 'image/png' }),
      c: { d: [1, 'x', null], e: new Blob([]) },
    };
    const back = unpack(await pack(row)) as typeof row;
    expect(back.a).toBe(5n);
    expect([back.b.type, await back.b.text(), back.c.e.size, back.c.d]).toEqual([
      'image/png',
      'pixels',
      0,
      [1, 'x', null],
    ]);
  });

  it('is refused if it is cut off or too long', async () => {
    const bytes = await pack({ b: new Blob(['pixels']) });
    for (let end = 0; end < bytes.length; end++)
      expect(() => unpack(bytes.slice(0, end))).toThrow();
    expect(() => unpack(new Uint8Array([...bytes, 0]))).toThrow();
  });

  it.each(['{', '{"a":{"$blob":1}}', '{"a":{"$blob":[-1,"x"]}}', '{"a":{"$bigint":"x"}}', '\xff'])(
    'that reads %j is refused as no packed row',
    (text) => {
      const json = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
      expect(() => unpack(Uint8Array.of(0, 0, 0, json.length, ...json))).toThrow(RangeError);
    },
  );
});
