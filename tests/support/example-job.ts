import type { LookJob } from '../../renderer/core/engines/engine.ts';
import { ownLook } from '../../renderer/core/looks.ts';

/** A job for an engine, with a photo that only begins like one. */
export const EXAMPLE_JOB: LookJob = {
  id: '6f2b1c3e-0d4a-4a57-9d51-0c8a5f0f2b11',
  text: ownLook('A red hat.').text,
  photo: Uint8Array.of(0xff, 0xd8, 0xff, 0x21, 0x42),
  size: 1024,
  seed: 7,
};
/** An engine's side of following a job that asks nothing. */
export const FOLLOWING = { onProgress: () => undefined, onKeep: () => Promise.resolve() };
export const never = (): AbortSignal => new AbortController().signal;
