import { describe, expect, it } from 'vitest';

import { rngOf } from '../../../renderer/engine/styles/shared/random.ts';
import { leakDetector } from './leak-detector.ts';

/** Repeatable pseudo-random bytes instead of a picture's. */
function noise(length: number, seed: number): Buffer {
  const random = rngOf(seed, 'noise');
  return Buffer.from(Array.from({ length }, () => random() * 256));
}

const secret = noise(5_000, 1);
const detector = leakDetector([secret]);

describe('the search for leaked pictures', () => {
  it('finds 23 bytes of the secret wherever they were cut out', () => {
    for (let at = 100; at < 112; at++) {
      const body = Buffer.concat([noise(301, 2), secret.subarray(at, at + 23), noise(77, 3)]);
      expect(detector.find(body)).toBe('raw');
    }
  });

  it('finds it in base64 and base64url at every alignment, and in hex', () => {
    for (let at = 0; at < 4; at++) {
      const piece = secret.subarray(700 + at, 760 + at);
      expect(
        detector.find(Buffer.from(`{"a":"${'x'.repeat(at)}${piece.toString('base64')}"}`)),
      ).toBe('base64');
      expect(detector.find(Buffer.from(`?d=${piece.toString('base64url')}`))).toBe('base64');
    }
    expect(detector.find(Buffer.from(`0x${secret.subarray(40, 90).toString('hex')}`))).toMatch(
      /hex|base64/,
    );
  });

  it('finds nothing in what is not the secret', () => {
    expect(detector.find(noise(100_000, 9))).toBeUndefined();
    expect(detector.find(Buffer.alloc(10_000))).toBeUndefined();
    expect(
      detector.find(
        Buffer.from(
          JSON.stringify({ jsonrpc: '2.0', method: 'getBalance', params: ['a'.repeat(44)] }),
        ),
      ),
    ).toBeUndefined();
  });

  it('refuses a secret that could not be found', () => {
    expect(() => leakDetector([Buffer.alloc(10_000)])).toThrow(/too few telling blocks/);
  });
});
