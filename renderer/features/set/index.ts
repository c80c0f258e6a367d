export { KeepPhoto } from './keep-photo.tsx';
export { SetFrames } from './set-frames.tsx';
export { usePlannedSet } from './use-planned-set.ts';
