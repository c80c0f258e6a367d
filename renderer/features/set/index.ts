export { KeepPhoto } from './set-frames.tsx';
export { SetFrames } from './set-frames.tsx';
export { usePlannedSet } from './set-frames.tsx';
