export { Animate } from './animate.tsx';
export { Player, useLoop } from './player.tsx';
export { FORMAT_LABELS, formatWords, MOTION_LABELS, NOTE_WORDS, withoutVideo } from './words.ts';
