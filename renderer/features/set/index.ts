export { KeepPhoto, SetFrames, usePlannedSet } from './set-frames.tsx';
