import { defineBackground } from '../shared/background.ts';
import { paintFlat } from '../shared/flat.ts';

/** Pure white, so that the picture blends into a white page. */
export const cleanWhite = defineBackground({
  id: 'clean-white',
  vary: () => ({}),
  paint: (gpu, scene) => paintFlat(gpu, scene, [1, 1, 1]),
});
