import type { AvatarSize, RecipeOptions } from './avatars.ts';
import { isEmailProfile, type Scope } from './scope.ts';
import type { BackgroundId, StyleId } from './styles.ts';

/** What the person chose for a photo; all of a recipe but the engine's version. */
export interface Choices {
  readonly style: StyleId;
  readonly background: BackgroundId;
  readonly seed: number;
  readonly options: RecipeOptions;
}

/** Choices to go back to, the latest last, and to go forward to again, the next first. */
export interface History {
  readonly past: readonly Choices[];
  readonly future: readonly Choices[];
}

/**
 * A photo being worked on and the choices made for it. The photo itself is kept apart, sealed
 * under a key of its own, and goes when the batch is done, on clearing, or after 24 hours.
 */
export interface Draft extends Scope, Choices {
  readonly id: string;
  readonly fileName: string;
  readonly width: number;
  readonly height: number;
  /** Largest avatar size that the photo has the detail for; absent in drafts of before it was kept. */
  readonly maxSize?: AvatarSize;
  /** Steps of undo and redo, kept over a reload. */
  readonly history?: History;
  readonly createdAt: number;
  /** Batches developed from this photo; once all have ended, the photo goes. */
  readonly batchIds?: readonly string[];
  /** The user cleared it while a batch was running: out of sight, kept only until that has ended. */
  readonly putAway?: boolean;
}

/**
 * Drafts belong to the device: they follow the session into any profile, and the 24-hour sweep has
 * to find every one of them, whatever wallet or chain was in use and with no network at all. Those
 * that follow into an email account are sealed with it and stay there.
 */
export const DRAFT_SCOPE: Scope = { profileId: 'device', genesis: 'any' };

/** Where the drafts of whoever is signed in are. */
export const draftScope = (profileId: string | undefined): Scope =>
  profileId !== undefined && isEmailProfile(profileId)
    ? { profileId, genesis: DRAFT_SCOPE.genesis }
    : DRAFT_SCOPE;
