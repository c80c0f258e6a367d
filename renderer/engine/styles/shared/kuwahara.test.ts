import { expect, it } from 'vitest';

import { kuwaharaTaps } from './kuwahara.ts';
import { dogWeights } from './lines.ts';

it('gives every Kuwahara sector a window that sums to one and looks its own way', () => {
  for (const radius of [3, 4]) {
    const taps = kuwaharaTaps(radius);
    for (let sector = 0; sector < 8; sector += 1) {
      const weight = (tap: (typeof taps)[number]): number => tap.weights[sector] as number;
      expect(taps.reduce((sum, tap) => sum + weight(tap), 0)).toBeCloseTo(1, 9);
      const x = taps.reduce((sum, tap) => sum + tap.x * weight(tap), 0);
      const y = taps.reduce((sum, tap) => sum + tap.y * weight(tap), 0);
      const angle = (Math.atan2(y, x) * 180) / Math.PI;
      expect(Math.cos(((angle - sector * 45) * Math.PI) / 180)).toBeGreaterThan(0.999);
    }
    expect(Math.max(...taps.map(({ x, y }) => Math.hypot(x, y)))).toBeLessThanOrEqual(radius + 0.3);
  }
});

it('makes a difference of Gaussians that leaves flat colour almost alone', () => {
  const weights = dogWeights(5, 1.15, 1.6, 1);
  expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(0, 9);
  expect(weights).toEqual([...weights].reverse());
  expect(weights[5]).toBeGreaterThan(0);
  expect(weights[2]).toBeLessThan(0);
});
