import { describe, expect, it } from 'vitest';

import {
  clampPosition,
  edgeOf,
  MIN_WIDTH,
  pulledWidths,
  restingPosition,
  restingWidths,
} from './hero-picture.tsx';

const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);

describe('slices', () => {
  it.each([0, 1, 2, 3, 4, 5])('stand where they rest when nobody pulls (%i active)', (active) => {
    const pulled = pulledWidths(6, active, restingPosition(6, active));
    restingWidths(6, active).forEach((width, index) =>
      expect(pulled[index]).toBeCloseTo(width, 10),
    );
  });

  it.each([0, 1, 2, 3, 4, 5])(
    'always fill the picture and keep their least width (%i active)',
    (active) => {
      for (let position = -0.2; position <= 1.2; position += 0.05) {
        const widths = pulledWidths(6, active, position);
        expect(widths).toHaveLength(6);
        expect(total(widths)).toBeCloseTo(1, 10);
        for (const width of widths) expect(width).toBeGreaterThan(MIN_WIDTH / 2);
        expect(total(widths.slice(0, edgeOf(6, active)))).toBeCloseTo(
          clampPosition(6, active, position),
          10,
        );
      }
    },
  );

  it('gives what is pulled to the active slice first', () => {
    const rest = restingWidths(6, 2);
    const pulled = pulledWidths(6, 2, 0.8);
    expect(pulled[0]).toBeCloseTo(rest[0] ?? 0, 10);
    expect(pulled[2]).toBeGreaterThan(0.45);
  });
});
