import { describe, expect, it } from 'vitest';

import { boundCrop, dragCrop, isNoCrop, NO_CROP } from './crop.ts';

describe('crop', () => {
  it('stays within its limits and rejects nonsense', () => {
    expect(boundCrop({ zoom: 9, x: -2, y: 0.123456, roll: Number.NaN })).toEqual({
      zoom: 1.6,
      x: -0.35,
      y: 0.1235,
      roll: 0,
    });
    expect(isNoCrop(boundCrop({ zoom: 1, x: -0, y: 0, roll: 0 }))).toBe(true);
    expect(isNoCrop({ ...NO_CROP, roll: 1 })).toBe(false);
  });

  it('follows one finger', () => {
    expect(dragCrop(NO_CROP, [{ x: 0.5, y: 0.5 }], [{ x: 0.6, y: 0.4 }])).toEqual({
      ...NO_CROP,
      x: 0.1,
      y: -0.1,
    });
  });

  it('zooms by the distance of two fingers and tilts by their angle, across ±180° too', () => {
    const apart = dragCrop(
      NO_CROP,
      [
        { x: 0.4, y: 0.5 },
        { x: 0.6, y: 0.5 },
      ],
      [
        { x: 0.35, y: 0.5 },
        { x: 0.65, y: 0.5 },
      ],
    );
    expect(apart).toEqual({ ...NO_CROP, zoom: 1.5 });
    const at = (angle: number) => [
      { x: 0.5, y: 0.5 },
      { x: 0.5 + 0.2 * Math.cos(angle), y: 0.5 + 0.2 * Math.sin(angle) },
    ];
    const turned = dragCrop(NO_CROP, at((175 * Math.PI) / 180), at((185 * Math.PI) / 180));
    expect(turned.roll).toBe(10);
    expect(turned.zoom).toBe(1);
  });
});
