export { Animate } from './animate.tsx';
export { LoopPreview } from './player.tsx';
export { FORMAT_LABELS, formatWords, MOTION_LABELS, withoutVideo } from './words.ts';
