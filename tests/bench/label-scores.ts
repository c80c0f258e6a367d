import { LABELS, type Label } from '../../renderer/engine/photo/labels.ts';
import { UNDECIDED } from '../engine/labels/labels.ts';

/**
 * Intersection over union of the pixels that have one of some labels, among those decided in both
 * maps; undefined if there is no such pixel in either.
 *
 * @throws RangeError if the maps differ in size
 */
export function intersectionOverUnion(
  made: Uint8Array,
  truth: Uint8Array,
  labels: readonly Label[],
): number | undefined {
  if (made.length !== truth.length) throw new RangeError('two maps of different size');
  const wanted = new Set(labels.map((label) => LABELS.indexOf(label)));
  let [both, either] = [0, 0];
  truth.forEach((is, i) => {
    const seen = made[i] ?? UNDECIDED;
    if (is === UNDECIDED || seen === UNDECIDED) return;
    const [right, found] = [wanted.has(is), wanted.has(seen)];
    if (right && found) both += 1;
    if (right || found) either += 1;
  });
  return either === 0 ? undefined : both / either;
}
