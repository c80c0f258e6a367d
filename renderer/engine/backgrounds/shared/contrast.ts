import { labDistance, type Lab } from '../../../core/colour.ts';
import { median } from '../../raster/numbers.ts';
import type { Subject } from '../../styles/shared/subject.ts';

/** Median OKLab distance between the person's outline and the ground that is easily seen. */
export const ENOUGH = 0.15;
const TRIES = 9;

/**
 * How much a person stands out from a background: the median OKLab distance along the outline of
 * the head or of the shoulders, whichever is less, as both must be visible.
 *
 * @param groundAt roughly the background's colour at a place of the picture, 0 to 1
 */
export const contrastOf = (
  { outline }: Pick<Subject, 'outline'>,
  groundAt: (x: number, y: number) => Lab,
): number => {
  const along = (head: boolean): number => {
    const part = outline.filter((point) => point.head === head);
    return part.length === 0
      ? 1
      : median(part.map(({ x, y, lab }) => labDistance(lab, groundAt(x, y))));
  };
  return Math.min(along(true), along(false));
};

/** The first of several draws that the person stands out from, or that with the most contrast. */
export const contrasting = <T>(
  subject: Pick<Subject, 'outline'>,
  draw: (attempt: number) => T,
  groundOf: (drawn: T) => (x: number, y: number) => Lab,
): T => {
  let best = draw(0);
  let most = contrastOf(subject, groundOf(best));
  for (let attempt = 1; attempt < TRIES && most < ENOUGH; attempt += 1) {
    const next = draw(attempt);
    const contrast = contrastOf(subject, groundOf(next));
    if (contrast > most) [best, most] = [next, contrast];
  }
  return best;
};
