import type { EngineErrorCode, HostErrorCode } from './engine.ts';

/** The kinds of engines, by the protocol that they speak. */
export const KINDS = ['comfy', 'sdcpp', 'sdapi', 'edits'] as const;
export type EngineKind = (typeof KINDS)[number];

/** What each kind of engine can do: see `LookEngine`. */
export const ABILITIES: Readonly<
  Record<EngineKind, { readonly resumes: boolean; readonly edits: boolean }>
> = {
  edits: { resumes: false, edits: true },
  comfy: { resumes: true, edits: true },
  sdcpp: { resumes: true, edits: true },
  sdapi: { resumes: false, edits: false },
};

/** Pictures that are asked for until one is kept. */
export const MOST_ATTEMPTS = 3;
/** Edge of the pictures that are asked for, in pixels: the size that every engine makes. */
export const LOOK_SIZE = 1_024;

/** How far an attempt is: its photo was sent, its picture came, and how that was judged. */
export type AttemptState = 'sent' | 'received' | 'kept' | 'unsure' | 'rejected' | 'failed';

/**
 * What an attempt needs that was begun earlier, or not at all. 'ask-user': its answer was lost, the
 * picture may have been charged for, and only the user may have it made again.
 */
export function nextOf(
  state: AttemptState | undefined,
  attempt: number,
  { resumes, again }: { readonly resumes: boolean; readonly again: boolean },
): 'make' | 'resume' | 'ask-user' | 'check' | 'next-attempt' | 'end' {
  switch (state) {
    case undefined:
    case 'failed':
      return 'make';
    case 'sent':
      return resumes ? 'resume' : again ? 'make' : 'ask-user';
    case 'received':
      return 'check';
    case 'rejected':
      return attempt < MOST_ATTEMPTS ? 'next-attempt' : 'end';
    case 'kept':
    case 'unsure':
      return 'end';
  }
}

/** Why a picture was judged as it was. */
export const VERDICT_CODES = [
  'same',
  'art',
  'no-face',
  'several-faces',
  'small-face',
  'copy',
  'art-shape',
  'not-compared',
  'poor-photo',
  'somebody-else',
  'maybe-else',
  'shape',
] as const;
export type VerdictCode = (typeof VERDICT_CODES)[number];

/** A picture that may have been made stays 'sent'; any other failure was an answer. */
export const stateAfter = (code: EngineErrorCode | HostErrorCode): 'sent' | 'failed' =>
  code === 'lost-after-sending' || code === 'timed-out' ? 'sent' : 'failed';
