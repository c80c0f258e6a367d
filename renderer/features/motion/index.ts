import { lazily } from '../../ui/lazily.tsx';

export { Animate } from './animate.tsx';
export { FORMAT_LABELS, formatWords, MOTION_LABELS, withoutVideo } from './words.ts';

/** Loaded with the first loop. */
export const LoopPreview = lazily(async () => (await import('./player.tsx')).LoopPreview);
