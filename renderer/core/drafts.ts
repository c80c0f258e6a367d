import type { AvatarSize } from './avatars.ts';
import { DRAFT_LIFETIME_MS } from './constants.ts';
import { keysOf, omit } from './objects.ts';
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

/** The parts of choices, by the kind of change that alters them. */
const partsOf = ({ style, background, seed, options }: Choices) =>
  ({
    style,
    background,
    variation: seed,
    color: [options.solidColor, options.backdropColor, options.backdropPicture],
    gradient: options.gradient,
    strength: options.strength,
    light: options.lightAngle,
    framing: options.crop,
    face: options.face,
    'cut-out': options.strokes,
  }) satisfies Partial<Record<Step, unknown>>;

export const sameChoices = (a: Choices, b: Choices): boolean => stepBetween(a, b) === undefined;

/** The same text for choices that differ in nothing but their seed. */
export const textWithoutSeed = (choices: Choices): string =>
  JSON.stringify(omit(partsOf(choices), 'variation'));

/** The kind of change between two choices; 'look' if several differ, as after a template. */
export function stepBetween(a: Choices, b: Choices): Step | undefined {
  const [before, after] = [partsOf(a), partsOf(b)];
  const differing = keysOf(before).filter(
    (step) => JSON.stringify(before[step]) !== JSON.stringify(after[step]),
  );
  return differing.length > 1 ? 'look' : differing[0];
}

/** When the photo is deleted, whoever still needs it. */
export const expiresAt = ({ createdAt }: Pick<Draft, 'createdAt'>): number =>
  createdAt + DRAFT_LIFETIME_MS;

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
