import { describe, expect, it } from 'vitest';

import { parseSol, solText } from './money.ts';
import { discountPercent, paymentPath, PLANS, resolvePlan, savingsSol } from './plans.ts';

describe('plans (specification, sections 5 and 9)', () => {
  it('match the query case-insensitively and fall back to Creator', () => {
    expect(resolvePlan('BASIC').id).toBe('basic');
    expect(resolvePlan('Pro').id).toBe('pro');
    expect(resolvePlan('platinum').id).toBe('creator');
    expect(resolvePlan(null).id).toBe('creator');
    expect(resolvePlan('__proto__').id).toBe('creator');
  });

  it('have the specified discounts and savings', () => {
    expect([PLANS.basic, PLANS.creator, PLANS.pro].map(discountPercent)).toEqual([57, 51, 45]);
    expect([PLANS.basic, PLANS.creator, PLANS.pro].map(savingsSol)).toEqual(['1.6', '3.7', '5.6']);
  });

  it('link to the payment with plan and price', () => {
    expect(paymentPath(PLANS.creator)).toBe('/payment?plan=creator&priceSOL=3.5');
  });
});

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
