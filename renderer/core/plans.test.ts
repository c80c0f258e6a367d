import { describe, expect, it } from 'vitest';

import { parseSol, solText } from './money.ts';

describe('amounts', () => {
  it('are read and written exactly', () => {
    expect(parseSol('1.2')).toBe(1_200_000_000n);
    expect(solText(parseSol('0.000000001'))).toBe('0.000000001');
    expect(solText(1_200_004_217n)).toBe('1.200004217');
    expect(solText(3_000_000_000n)).toBe('3');
  });

  it.each(['', '-1', '1e3', '1.0000000001', ' ', '0x1', '1,5'])('refuse %j', (text) => {
    expect(() => parseSol(text)).toThrow(RangeError);
  });
});
