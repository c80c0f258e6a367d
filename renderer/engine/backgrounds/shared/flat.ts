import type { Rgb } from '../../../core/colour.ts';
import type { Gpu } from '../../gl/gpu.ts';
import type { Target } from '../../gl/target.ts';
import type { Scene } from '../../styles/shared/scene.ts';

/** Paints a single colour, gamma-encoded. */
export const paintFlat = (gpu: Gpu, scene: Scene, [r, g, b]: Rgb): Target => {
  const out = gpu.target(scene.size, scene.size, 'rgba8');
  gpu.clear(out, [r, g, b, 1]);
  return out;
};
