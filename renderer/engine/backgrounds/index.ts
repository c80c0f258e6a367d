import type { BackgroundId } from '../../core/styles.ts';
import { abstract } from './abstract/index.ts';
import { gradient } from './gradient/index.ts';
import { professional } from './professional/index.ts';
import { defineBackground, type Background } from './shared/background.ts';
import { paintFlat } from './shared/flat.ts';
import { solidColor } from './solid-color/index.ts';

/** Pure white, so that the picture blends into a white page. */
const cleanWhite = defineBackground({
  id: 'clean-white',
  vary: () => ({}),
  paint: (gpu, scene) => paintFlat(gpu, scene, [1, 1, 1]),
});

/** A transparent background. */
const none = defineBackground({ id: 'none', vary: () => ({}), paint: () => undefined });

export const BACKGROUNDS: Readonly<Record<BackgroundId, Background>> = {
  professional,
  'clean-white': cleanWhite,
  gradient,
  abstract,
  'solid-color': solidColor,
  none,
};
