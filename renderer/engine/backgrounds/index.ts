import type { BackgroundId } from '../../core/styles.ts';
import { abstract } from './abstract/index.ts';
import { cleanWhite } from './clean-white/index.ts';
import { gradient } from './gradient/index.ts';
import { none } from './none/index.ts';
import { professional } from './professional/index.ts';
import type { Background } from './shared/background.ts';
import { solidColor } from './solid-color/index.ts';

export const BACKGROUNDS: Readonly<Record<BackgroundId, Background>> = {
  professional,
  'clean-white': cleanWhite,
  gradient,
  abstract,
  'solid-color': solidColor,
  none,
};
