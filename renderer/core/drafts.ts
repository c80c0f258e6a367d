import type { AvatarSize } from './avatars.ts';
import type { PhotoNote } from './photo-notes.ts';
import type { Choices, Draft, FaceBox } from './rows/rows.ts';
import { isEmailProfile, type Scope } from './scope.ts';

export type { Choices, Draft, FaceBox };

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

/** Largest avatar size that the photo has the detail for, of the chosen face. */
export const largestSizeOf = ({ maxSizes, maxSize, options }: Draft): AvatarSize | undefined =>
  maxSizes?.[options.face ?? 0] ?? maxSize;

const otherFaceOf = ({ otherFaces, options: { face = 0 } }: Draft) => otherFaces?.[face - 1];

/** Where the chosen face is, for its thumbnail. */
export const faceBoxOf = (draft: Draft): FaceBox | undefined =>
  otherFaceOf(draft)?.box ?? draft.faceBox;

/** What to know about the photo and the chosen face. */
export function notesOf(draft: Draft): readonly PhotoNote[] {
  const { notes = [] } = draft;
  const other = otherFaceOf(draft);
  return other ? [...notes.filter((note) => note === 'animated'), ...other.notes] : notes;
}

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
