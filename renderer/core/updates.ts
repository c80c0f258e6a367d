import { z } from 'zod';

/** The stages of looking for a newer version of the desktop app. */
export const UPDATE_STAGES = [
  'idle',
  'checking',
  'current',
  'available',
  'loading',
  'ready',
  'failed',
  'not-installed',
] as const;

export const updateStateSchema = z.strictObject({
  /** Looked for automatically: at the start, and once a day. */
  automatic: z.boolean(),
  stage: z.enum(UPDATE_STAGES),
  /** The newer version, from 'available' on. */
  version: z.string().max(64).exactOptional(),
  /** Share of it that has been downloaded, 0 to 1. */
  done: z.number().min(0).max(1).exactOptional(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;
