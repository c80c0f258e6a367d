import type { Generated, Recipe } from './avatars.ts';
import type { VerdictCode } from './engines/attempts.ts';
import type { Look, LookText } from './looks.ts';
import type { Scope } from './scope.ts';

/** A look as it was when it was asked for: its words are sent again as they were. */
export interface AskedLook extends Pick<Look, 'id' | 'version' | 'check'>, LookText {}

/** A picture that was made and isn't the person, or not surely. */
export interface RejectedPicture {
  readonly code: VerdictCode;
  readonly thumb: Blob;
}

/** The question that the engine was asked, under a name of ours, and its own name for the job. */
interface Asked {
  readonly job: string;
  readonly seed: number;
  readonly engineJob?: string;
}

export type LookState =
  | { readonly kind: 'planned' }
  /** Written before the photo is sent. */
  | ({ readonly kind: 'sent' } & Asked)
  /** The engine's bytes as they came, before anything reads them. */
  | ({ readonly kind: 'received'; readonly file: Blob } & Asked)
  /** No answer came, though the picture may have been made and charged for. The user decides. */
  | ({ readonly kind: 'lost'; readonly code: string } & Asked)
  /** It may be somebody else. The user decides. */
  | {
      readonly kind: 'unsure';
      readonly code: VerdictCode;
      readonly likeness: number;
      readonly full: Blob;
      readonly thumb: Blob;
    }
  /** The avatar was stored and its credit used. */
  | { readonly kind: 'kept' }
  /** A picture of somebody without the plan: it is shown with a watermark, and isn't kept. */
  | { readonly kind: 'tried'; readonly full: Blob; readonly thumb: Blob }
  /** None of the attempts shows the person. */
  | { readonly kind: 'rejected' }
  /** `code`: of an engine, or an error code of `errors.ts`; `said`: the engine's own words, or ''. */
  | { readonly kind: 'failed'; readonly code: string; readonly said: string }
  | { readonly kind: 'cancelled' }
  /** The user has seen how it ended. */
  | { readonly kind: 'dismissed' };

/**
 * One look of one photo that an engine of the user's own is asked for: the checkpoint that a reload
 * continues from. It ends in the profile in which it began.
 */
export interface LookRun extends Scope {
  /** Also the uid of the avatar that it may become. */
  readonly id: string;
  readonly draftId: string;
  readonly avatarId: number;
  /** The set it belongs to: its photo's last one, or that of the photo's looks. Older rows have none. */
  readonly batchId?: string;
  readonly name: string;
  readonly look: AskedLook;
  readonly engine: Omit<Generated, 'look' | 'version'>;
  /** Whose picture it is, in no style of ours. The avatar needs one; nothing was made by it. */
  readonly recipe: Recipe;
  /** From 1. */
  readonly attempt: number;
  readonly rejected: readonly RejectedPicture[];
  /** Free, with a watermark, and never kept. */
  readonly trial?: true;
  readonly createdAt: number;
  readonly state: LookState;
}

/** Whether it goes on without the user. */
export const isUnderWay = ({ state }: Pick<LookRun, 'state'>): boolean =>
  state.kind === 'planned' || state.kind === 'sent' || state.kind === 'received';

/** Whether there is nothing left to show of it. */
export const isPutAway = ({ state }: Pick<LookRun, 'state'>): boolean =>
  state.kind === 'kept' || state.kind === 'cancelled' || state.kind === 'dismissed';

/** Whether it still needs its photo and its credit. */
export const isUndecided = (run: Pick<LookRun, 'state'>): boolean =>
  isUnderWay(run) || run.state.kind === 'lost' || run.state.kind === 'unsure';
