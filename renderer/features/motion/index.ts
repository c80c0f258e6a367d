export { Animate } from './animate.tsx';
export { Player } from './player.tsx';
export { useLoop } from './use-loop.ts';
export { FORMAT_LABELS, formatWords, MOTION_LABELS, NOTE_WORDS, withoutVideo } from './words.ts';
