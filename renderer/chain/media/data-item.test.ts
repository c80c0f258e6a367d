import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { readDataItem } from '../../../sandbox/gateway/data-item.ts';
import { decodeBase58 } from '../../core/base58.ts';
import { dataItem } from './data-item.ts';
import { createKey, publicKeyOf, sign } from './key.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const secretOf = (byte: number) => new Uint8Array(32).fill(byte);

/**
 * Created and verified by @dha-team/arbundles 1.0.4 (createData, sign, DataItem.verify) with the
 * same seeds.
 */
const KNOWN = [
  [
    1,
    '',
    [],
    'Y4j-rX-dKgzTVj9Y48KkeVadj5N38SzdkGhOTRj589s',
    '18691cf640f19f49b1874fdc0ab4a522359fc9f0c5285dc4aca17d3ae363e816',
  ],
  [
    2,
    '{"name":"Artistic 1"}',
    [['Content-Type', 'application/json']],
    'kgFxFAQihBHS9csztXOVR4ubUH5bxLgDLymv1PJUwVc',
    'a4de62e546946d86d3976f81445634330b16d70f295d3fa74aad75de48af54f1',
  ],
  [
    3,
    'x'.repeat(5000),
    [
      ['Content-Type', 'image/webp'],
      ['App-Name', 'Likeness'],
    ],
    'v4b6p-yosgvKHXaK4vFbbdq7_BdemHDJENOA80SuqKI',
    'dc09067652c5c4a95c5af9d2ab04d96187ee13d578c86825649b0708d07fe77f',
  ],
  [
    4,
    'ü'.repeat(70),
    [['Name with ü', 'v'.repeat(200)]],
    'h7Y22jDIMei5h9yOVO--TE2GJVrsQq5uWQTl_f0DUno',
    'd08a8c1361ea55c93dd0f20ac7594bb91175ae5166876a2b02ccb4e0de90613a',
  ],
] as const;

describe('ANS-104 data items', () => {
  it.each(KNOWN)(
    'equals arbundles byte for byte (seed %i)',
    async (seed, text, pairs, id, sha256) => {
      const tags = pairs.map(([name, value]) => ({ name, value }));
      const item = await dataItem(secretOf(seed), utf8(text), tags);
      expect(item.id).toBe(id);
      expect(createHash('sha256').update(item.wire).digest('hex')).toBe(sha256);
      expect(readDataItem(Buffer.from(item.wire))).toMatchObject({
        id,
        tags,
        data: Buffer.from(text),
      });
    },
  );

  it('is refused by the gateway’s own reader after any change of a byte', async () => {
    const { wire } = await dataItem(secretOf(7), utf8('a picture'), [
      { name: 'Content-Type', value: 'image/webp' },
    ]);
    for (let at = 0; at < wire.length; at++) {
      const changed = Buffer.from(wire);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => readDataItem(changed), `byte ${at}`).toThrow();
    }
    expect(() => readDataItem(Buffer.from(wire.subarray(0, -1)))).toThrow();
  });

  it('has a key of its own each time, in WebCrypto alone', async () => {
    const [one, other] = [await createKey(), await createKey()];
    expect(one.publicKey).not.toBe(other.publicKey);
    expect(await publicKeyOf(one.secret)).toEqual(decodeBase58(one.publicKey));
    const message = utf8('message');
    expect(await sign(one.secret, message)).toEqual(await sign(one.secret, message));
  });
});
