/**
 * Edge of the user's own picture, used as a background. Behind a head it is blurred anyway, so it
 * needs few pixels: few enough for the recipe to hold them, which then gives the same avatar
 * everywhere.
 */
export const GROUND_EDGE = 40;

/** RGB of `GROUND_EDGE` x `GROUND_EDGE` pixels, top row first, in base64. */
export const GROUND_PICTURE = /^[A-Za-z0-9+/]{6400}$/;

/** @param rgba straight RGBA of `GROUND_EDGE` x `GROUND_EDGE` pixels, top row first */
export const writeGround = (rgba: ArrayLike<number>): string => {
  let bytes = '';
  for (let i = 0; i < GROUND_EDGE * GROUND_EDGE * 4; i += 1)
    if (i % 4 < 3) bytes += String.fromCharCode(rgba[i] ?? 0);
  return btoa(bytes);
};

/** Red, green and blue of each pixel in turn, 0 to 1. */
export const readGround = (picture: string): (readonly [number, number, number])[] => {
  const bytes = atob(picture);
  const at = (i: number): number => bytes.charCodeAt(i) / 255;
  return Array.from({ length: GROUND_EDGE * GROUND_EDGE }, (_, k) => [
    at(3 * k),
    at(3 * k + 1),
    at(3 * k + 2),
  ]);
};
