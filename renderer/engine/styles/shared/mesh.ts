import { FACE_OVAL as OVAL } from '../../faces/landmarks.ts';

export { OVAL };

/** Landmarks of MediaPipe's 468-point face mesh; of two, the person's right one comes first. */
export const EARS = [234, 454] as const;
/** Top of the forehead. */
export const CROWN = 10;
export const CHIN = 152;
export const NOSE_TIP = 4;
/** What is nearest to the camera. */
export const NOSE_FRONT = 1;

/** The ring along a line, and back along another one with the same ends. */
const ringOf = (there: readonly number[], back: readonly number[]): readonly number[] => [
  ...there,
  ...back.slice(1, -1).toReversed(),
];

/** From ear to ear. */
export const JAW = OVAL.slice(OVAL.indexOf(EARS[1]), OVAL.indexOf(EARS[0]) + 1).toReversed();

/** Lids from the outer to the inner corner. */
export const UPPER = [
  [33, 246, 161, 160, 159, 158, 157, 173, 133],
  [263, 466, 388, 387, 386, 385, 384, 398, 362],
] as const;
export const LOWER = [
  [33, 7, 163, 144, 145, 153, 154, 155, 133],
  [263, 249, 390, 373, 374, 380, 381, 382, 362],
] as const;
/** The outer and the inner corner of each eye. */
export const EYE_CORNERS = UPPER.map((lid) => [lid[0], lid[8]] as const);
export const EYES = [ringOf(LOWER[0], UPPER[0]), ringOf(LOWER[1], UPPER[1])] as const;

/** A brow's upper and lower edge, from the temple inwards. */
export const BROW_EDGES = [
  [
    [70, 63, 105, 66, 107],
    [46, 53, 52, 65, 55],
  ],
  [
    [300, 293, 334, 296, 336],
    [276, 283, 282, 295, 285],
  ],
] as const;
export const BROWS = BROW_EDGES.map(([top, foot]) => [...top, ...foot.toReversed()]);

/** Outlines of the lips and of the opening between them: the upper halves from the person's right. */
export const LIP_TOP = [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291] as const;
export const LIP_FOOT = [291, 375, 321, 405, 314, 17, 84, 181, 91, 146, 61] as const;
export const MOUTH_TOP = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308] as const;
export const MOUTH_FOOT = [308, 324, 318, 402, 317, 14, 87, 178, 88, 95, 78] as const;
export const MOUTH_CORNERS = [LIP_TOP[0], LIP_TOP[10]] as const;
/** The middle of the upper and of the lower lip, where they meet. */
export const INNER_LIPS = [MOUTH_TOP[5], MOUTH_FOOT[5]] as const;
export const LIPS = ringOf(LIP_FOOT.toReversed(), LIP_TOP);
export const MOUTH = ringOf(MOUTH_FOOT.toReversed(), MOUTH_TOP);

/** What has to stay as it is when skin is evened. */
export const FEATURES = [...EYES, ...BROWS, LIPS];

/** The folds beside the mouth, from the nose down. */
export const FOLDS = [
  [129, 203, 206, 216],
  [358, 423, 426, 436],
] as const;

export const NOSE_RIDGE = [168, 6, 197, 195, 5, 4] as const;
/** From a wing up to the bridge. */
export const NOSE_FLANKS = [
  [129, 198, 236, 196, 122, 193],
  [358, 420, 456, 419, 351, 417],
] as const;
export const NOSTRILS = [
  [98, 97],
  [326, 327],
] as const;
/** From wing to wing. */
export const NOSE_FOOT = [129, 98, 97, 2, 326, 327, 358] as const;
