import type { AvatarSize, Recipe } from './avatars.ts';
import type { Scope } from './scope.ts';

export interface BatchItem {
  /** Identity of the avatar to be, fixed before rendering so that a repeated step can't make two. */
  readonly uid: string;
  readonly avatarId: number;
  readonly name: string;
  readonly recipe: Recipe;
  readonly state: 'waiting' | 'done' | 'failed' | 'cancelled';
  /** An error code of `errors.ts` when failed. */
  readonly reason?: string;
}

/**
 * A list of recipes to develop from one photo: the checkpoint that a reload resumes from. Belongs
 * to the profile it began in and finishes there whoever is signed in.
 */
export interface Batch extends Scope {
  readonly id: string;
  readonly draftId: string;
  readonly size: AvatarSize;
  readonly state: 'running' | 'paused' | 'done' | 'cancelled';
  readonly items: readonly BatchItem[];
  /** An error code of `errors.ts` when it was paused by something other than the user. */
  readonly pausedFor?: string;
  readonly createdAt: number;
  /** Rolling mean of milliseconds per avatar, measured; absent before the first is done. */
  readonly msPerAvatar?: number;
}
