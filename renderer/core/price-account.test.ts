import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';

import { PRICE_PROGRAM, readSolPrice } from './price-account.ts';

const FEED = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d';
const NOW = 1_763_850_000_000;

interface Fields {
  readonly discriminator?: Buffer;
  /** Pyth's enum: Partial with its number of signatures, or Full. */
  readonly level?: readonly number[];
  readonly feed?: string;
  readonly price?: bigint;
  readonly confidence?: bigint;
  readonly exponent?: number;
  readonly publishedAt?: number;
}

/** A price account in Anchor's layout: 134 bytes, the last of which is unused if fully verified. */
function account({
  discriminator = createHash('sha256').update('account:PriceUpdateV2').digest().subarray(0, 8),
  level = [1],
  feed = FEED,
  price = 17_850_000_000n,
  confidence = 12_000_000n,
  exponent = -8,
  publishedAt = NOW / 1000,
}: Fields = {}): Uint8Array {
  const message = Buffer.alloc(52);
  message.writeBigInt64LE(price, 0);
  message.writeBigUInt64LE(confidence, 8);
  message.writeInt32LE(exponent, 16);
  message.writeBigInt64LE(BigInt(publishedAt), 20);
  message.writeBigInt64LE(BigInt(publishedAt - 1), 28);
  message.writeBigInt64LE(price, 36);
  message.writeBigUInt64LE(confidence, 44);
  const slot = Buffer.alloc(8);
  slot.writeBigUInt64LE(381_000_000n);
  const authority = Buffer.alloc(32, 7);
  const parts = [discriminator, authority, Buffer.from(level), Buffer.from(feed, 'hex')];
  const written = Buffer.concat([...parts, message, slot]);
  return Buffer.concat([written, Buffer.alloc(134 - written.length)]);
}

const read = (fields?: Fields) => readSolPrice(PRICE_PROGRAM, account(fields));

describe('a price account', () => {
  test('of SOL in dollars is read', () => {
    expect(read()).toEqual({ price: 17_850_000_000n, exponent: -8, publishedAt: NOW });
  });

  test('is read the same within a larger buffer', () => {
    const larger = Buffer.concat([Buffer.alloc(5), account()]);
    expect(readSolPrice(PRICE_PROGRAM, larger.subarray(5))).toEqual(read());
  });

  const refused: Record<string, Fields> = {
    'of another kind': { discriminator: Buffer.alloc(8, 1) },
    'that only some guardians signed': { level: [0, 5] },
    'of another feed': { feed: FEED.replace('e', 'a') },
    'with no price': { price: 0n },
    'with a negative price': { price: -1n },
    'that isn’t sure of its price': { confidence: 400_000_000n },
    'with an exponent that no price has': { exponent: 5 },
    'with an exponent far below any price’s': { exponent: -100 },
  };
  for (const [which, fields] of Object.entries(refused))
    test(`${which} says nothing`, () => expect(read(fields)).toBeUndefined());

  test('of another program says nothing', () => {
    expect(readSolPrice('11111111111111111111111111111111', account())).toBeUndefined();
  });

  test('that is cut off at any byte says nothing, and never throws', () => {
    const whole = account();
    for (let length = 0; length < 101; length += 1)
      expect(readSolPrice(PRICE_PROGRAM, whole.subarray(0, length))).toBeUndefined();
  });
});
