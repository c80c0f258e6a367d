export { Several } from './chips.tsx';
export { Thumb } from './draft-strip.tsx';
