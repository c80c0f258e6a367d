import type { AvatarSize, RecipeOptions } from './avatars.ts';
import type { CutOutFault } from './cut-out-faults.ts';
import type { History } from './history.ts';
import type { PhotoNote } from './photo-notes.ts';
import { isEmailProfile, type Scope } from './scope.ts';
import type { BackgroundId, StyleId } from './styles.ts';

/** What the user chose for a photo: all of a recipe except the engine's version. */
export interface Choices {
  readonly style: StyleId;
  readonly background: BackgroundId;
  readonly seed: number;
  readonly options: RecipeOptions;
}

/** The choices of a draft, or of anything else that has them, without the rest. */
export const choicesOf = ({ style, background, seed, options }: Choices): Choices => ({
  style,
  background,
  seed,
  options,
});

/** The kinds of change that undo and redo name. */
export type Step =
  | 'style'
  | 'background'
  | 'color'
  | 'gradient'
  | 'strength'
  | 'light'
  | 'framing'
  | 'face'
  | 'cut-out'
  | 'variation'
  | 'look';

export const sameChoices = (a: Choices, b: Choices): boolean => stepBetween(a, b) === undefined;

/** The kind of change between two choices; 'look' if several differ, as after a template. */
export function stepBetween(a: Choices, b: Choices): Step | undefined {
  const differing: Step[] = [];
  const compare = (step: Step, before: unknown, after: unknown): void => {
    if (JSON.stringify(before) !== JSON.stringify(after)) differing.push(step);
  };
  compare('style', a.style, b.style);
  compare('background', a.background, b.background);
  compare('variation', a.seed, b.seed);
  compare(
    'color',
    [a.options.solidColor, a.options.backdropColor, a.options.backdropPicture],
    [b.options.solidColor, b.options.backdropColor, b.options.backdropPicture],
  );
  compare('gradient', a.options.gradient, b.options.gradient);
  compare('strength', a.options.strength, b.options.strength);
  compare('light', a.options.lightAngle, b.options.lightAngle);
  compare('framing', a.options.crop, b.options.crop);
  compare('face', a.options.face, b.options.face);
  compare('cut-out', a.options.strokes, b.options.strokes);
  return differing.length > 1 ? 'look' : differing[0];
}

/** Where a face is in a photo, as fractions of its width and height. */
export type FaceBox = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/**
 * A photo being worked on and the choices made for it. The photo itself is stored separately,
 * sealed under a key of its own. It is deleted when its batch is done (unless it is to be kept),
 * when the user clears it, or after 24 hours.
 */
export interface Draft extends Scope, Choices {
  readonly id: string;
  readonly fileName: string;
  readonly width: number;
  readonly height: number;
  /** Largest avatar size that the photo has the detail for, by face. */
  readonly maxSizes?: readonly AvatarSize[];
  /** The same of the largest face, in drafts of earlier versions. */
  readonly maxSize?: AvatarSize;
  /** What to know about the photo; missing in drafts of earlier versions. */
  readonly notes?: readonly PhotoNote[];
  /** The largest face, for its thumbnail; missing in drafts of earlier versions. */
  readonly faceBox?: FaceBox;
  /** The faults found in the chosen face's cut-out; missing until it was checked. */
  readonly faults?: readonly CutOutFault[];
  /** Undo and redo steps; they survive a reload. */
  readonly history?: History<Choices>;
  readonly createdAt: number;
  /** Batches made from this photo; it is deleted once all have ended. */
  readonly batchIds?: readonly string[];
  /** Looks under way that need this photo: it isn't deleted before they end. */
  readonly lookIds?: readonly string[];
  /** The user wants the photo for more pictures: it stays 24 hours, even if all batches end. */
  readonly keep?: boolean;
  /** The user cleared it while a batch was running: hidden, and kept only until that batch ends. */
  readonly putAway?: boolean;
  /** One of a folder of photos: the run shows it, the Avatar Creator doesn't. */
  readonly bulk?: true;
}

/** Largest avatar size that the photo has the detail for, of the chosen face. */
export const largestSizeOf = ({ maxSizes, maxSize, options }: Draft): AvatarSize | undefined =>
  maxSizes?.[options.face ?? 0] ?? maxSize;

/**
 * Drafts belong to the device: they follow the session into any profile, and the 24-hour sweep must
 * find every one of them, whatever wallet or chain was in use and even offline. Drafts that follow
 * into an email account are sealed with it and stay there.
 */
export const DRAFT_SCOPE: Scope = { profileId: 'device', genesis: 'any' };

/** The scope of the drafts of the profile that is signed in. */
export const draftScope = (profileId: string | undefined): Scope =>
  profileId !== undefined && isEmailProfile(profileId)
    ? { profileId, genesis: DRAFT_SCOPE.genesis }
    : DRAFT_SCOPE;
