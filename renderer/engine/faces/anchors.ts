import { clamp, sigmoid } from '../raster/numbers.ts';

/** A face found by the short-range detector. Units depend on the function that returns it. */
export interface Detection {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 0 to 1. */
  readonly score: number;
  /** Right eye, left eye, nose tip, mouth, right ear, left ear (the person's own sides). */
  readonly points: readonly (readonly [number, number])[];
}

const INPUT = 128;
const ANCHORS = 896;
const POINTS = 6;
const VALUES = 4 + POINTS * 2;

/** Centre of an anchor, 0..1: two per cell of a 16 x 16 grid, then six per cell of an 8 x 8. */
export function anchorCentre(index: number): [number, number] {
  const [grid, cell] = index < 512 ? [16, index >> 1] : [8, Math.floor((index - 512) / 6)];
  return [((cell % grid) + 0.5) / grid, (Math.floor(cell / grid) + 0.5) / grid];
}

/**
 * Decodes BlazeFace's short-range output (Bazarevsky et al. 2019): `regressors` 896 x 16 and
 * `scores` 896 logits. Returns detections in 0..1 of the network's input, not yet suppressed.
 */
export function decode(regressors: Float32Array, scores: Float32Array, minScore: number) {
  const found: Detection[] = [];
  for (let index = 0; index < ANCHORS; index += 1) {
    const score = sigmoid(clamp(scores[index] ?? -100, -100, 100));
    if (score < minScore) continue;
    const [ax, ay] = anchorCentre(index);
    const value = (at: number): number => regressors[index * VALUES + at] / INPUT;
    const [width, height] = [value(2), value(3)];
    found.push({
      x: ax + value(0) - width / 2,
      y: ay + value(1) - height / 2,
      width,
      height,
      score,
      points: Array.from(
        { length: POINTS },
        (_, k) => [ax + value(4 + k * 2), ay + value(5 + k * 2)] as const,
      ),
    });
  }
  return found;
}

/** Intersection over union of two boxes. */
export function overlap(a: Detection, b: Detection): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (a.width * a.height + b.width * b.height - shared);
}

/** Boxes that overlap by more than this, as intersection over union, are of one face. */
const ONE_FACE = 0.3;

/**
 * Weighted non-maximum suppression: boxes that overlap the best one are averaged with it, weighted
 * by score. As in BlazeFace; the result is steadier than the best box alone.
 */
export function suppress(detections: readonly Detection[]): Detection[] {
  let rest = detections.toSorted((a, b) => b.score - a.score);
  const kept: Detection[] = [];
  while (rest.length > 0) {
    const [top] = rest;
    const group = rest.filter((other) => other === top || overlap(top, other) > ONE_FACE);
    rest = rest.filter((other) => !group.includes(other));
    const total = group.reduce((sum, each) => sum + each.score, 0);
    const mean = (pick: (d: Detection) => number): number =>
      group.reduce((sum, each) => sum + pick(each) * each.score, 0) / total;
    kept.push({
      x: mean((d) => d.x),
      y: mean((d) => d.y),
      width: mean((d) => d.width),
      height: mean((d) => d.height),
      score: top.score,
      points: top.points.map(
        (_, k) => [mean((d) => d.points[k][0]), mean((d) => d.points[k][1])] as const,
      ),
    });
  }
  return kept;
}
