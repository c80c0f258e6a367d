import { TONE } from '../gl/glsl.ts';
import { gaussian } from '../raster/blur.ts';
import { clamp, quantile, smoothstep } from '../raster/numbers.ts';
import type { Point, Square } from '../raster/planes.ts';
import { centreOf, distance } from '../raster/points.ts';
import { filled, planeOf, pointOf, pointsOf } from '../styles/shared/canvas.ts';
import { CHIN, EYE_CORNERS, EYES, INNER_LIPS, LIPS, OVAL } from '../styles/shared/mesh.ts';
import { rngOf } from '../styles/shared/random.ts';
import { LID_SAMPLES, type Eye } from './eyes.ts';
import { GRID, type Body, type Field } from './field.ts';

/** Landmarks as points of the field's grid. */
const inCells = (landmarks: Float32Array, size: number, indices: readonly number[]): Point[] =>
  pointsOf({ landmarks }, indices).map(([x, y]) => [(x * GRID) / size, (y * GRID) / size]);

/** Reduces a picture's alpha to the field's grid, 0..1. */
export const matteOf = (pixels: Uint8ClampedArray, size: number): Square => {
  const sum = new Float32Array(GRID * GRID);
  const count = new Float32Array(GRID * GRID);
  for (let y = 0; y < size; y += 2)
    for (let x = 0; x < size; x += 2) {
      const i = Math.floor((y * GRID) / size) * GRID + Math.floor((x * GRID) / size);
      sum[i] = sum[i] + pixels[4 * (y * size + x) + 3] / 255;
      count[i] = count[i] + 1;
    }
  return sum.map((value, i) => value / Math.max(1, count[i]));
};

/** A field that moves the head like a sprite, by the nose's way; below the chin by the chest's. */
export const asSprite = (field: Field, landmarks: Float32Array, size: number): Field => {
  const cellOf = (v: number): number => clamp(Math.floor((v * GRID) / size), 0, GRID - 1);
  const column = cellOf(landmarks[3]);
  const nose = cellOf(landmarks[4]) * GRID + column;
  const chin = cellOf(pointOf({ landmarks }, CHIN)[1]);
  const chest = Math.min(GRID - 1, chin + (GRID >> 3)) * GRID + column;
  const rows = (plane: Square): Square =>
    plane.map((_, i) => plane[Math.floor(i / GRID) > chin + 2 ? chest : nose]);
  return { x: rows(field.x), y: rows(field.y) };
};

/** The lids of both eyes as texels: upper, lower and shut line in r, g and b; one row per eye. */
export const lidLines = (eyes: readonly [Eye, Eye]): Float32Array => {
  const data = new Float32Array(LID_SAMPLES * 2 * 4);
  eyes.forEach(({ upper, lower, shut }, e) => {
    for (let i = 0; i < LID_SAMPLES; i += 1)
      data.set([upper[i], lower[i], shut[i], 0], 4 * (e * LID_SAMPLES + i));
  });
  return data;
};

/** Changes of light in each cell at a phase, relative to the still: 0 is as bright as there. */
export type Lights = (phase: number) => readonly Square[];

const TAU = 2 * Math.PI;
/** How far the light swings from the top to either side, and its height; in radians. */
const SWING = 1.0821041;
const HEIGHT = 0.5934119;

/** A light that swings across the top and back, over the depth and a dome over the matte. */
export const swingOf = ({ depth, faceWidth, size }: Body, matte: Square): Lights => {
  const round = gaussian(matte, GRID, 7);
  const height = gaussian(
    depth.map((z, i) => z * 0.75 - Math.sqrt(Math.max(0, round[i])) * 0.42 * faceWidth),
    GRID,
    1.6,
  );
  const [gx, gy] = slopesOf(height, GRID / size / 2);
  const [nx, ny] = [gx, gy].map((slope) => slope.map((v, i) => v / Math.hypot(gx[i], gy[i], 1)));
  const towards = (phase: number): readonly [x: number, y: number] => {
    const angle = -Math.PI / 2 + SWING * Math.cos(TAU * phase);
    return [Math.cos(angle) * Math.cos(HEIGHT), Math.sin(angle) * Math.cos(HEIGHT)];
  };
  const still = towards(0);
  return (phase) => {
    const now = towards(phase);
    const [x, y] = [now[0] - still[0], now[1] - still[1]];
    return [nx.map((v, i) => x * v + y * ny[i])];
  };
};

/**
 * A rim light that circles the outline, weaker from below: what it lights, and what gets darker. It
 * fades out at the loop's seam.
 */
export const rimOf = (matte: Square): Lights => {
  const soft = gaussian(matte, GRID, GRID * 0.026);
  const [gx, gy] = slopesOf(soft, 1);
  return (phase) => {
    const come = smoothstep(0, 0.16, phase) * (1 - smoothstep(0.84, 1, phase));
    const angle = TAU * phase - Math.PI / 2;
    const [x, y] = [-Math.cos(angle), -Math.sin(angle)];
    const strength = 1.5 * (0.55 + 0.45 * Math.max(0, y));
    const lit = new Float32Array(GRID * GRID);
    const dark = new Float32Array(GRID * GRID);
    for (let i = 0; i < GRID * GRID; i += 1) {
      const near = clamp((1 - soft[i]) * 2.1 - 0.12);
      if (near === 0) continue;
      const facing = (gx[i] * x + gy[i] * y) / (Math.hypot(gx[i], gy[i]) + 1e-4);
      lit[i] = strength * come * near * Math.max(0, facing) ** 1.6;
      dark[i] = 0.28 * come * near * Math.max(0, -facing);
    }
    return [lit, dark];
  };
};

/** A wave of light and dark from the light's corner, for pixel art. */
export const waveOf = (phase: number): readonly Square[] => [
  planeOf(GRID, (_, x, y) => {
    const from = 1.25 * Math.hypot((x + 0.5) / GRID - 0.35, (y + 0.5) / GRID - 0.35);
    return Math.sin(TAU * (phase - from)) + Math.sin(TAU * from);
  }),
];

const cellAt = (x: number, y: number): number =>
  clamp(y, 0, GRID - 1) * GRID + clamp(x, 0, GRID - 1);

/** Differences between each cell's neighbours across and down, times `k`. */
const slopesOf = (plane: Square, k: number): [Square, Square] => [
  planeOf(GRID, (_, x, y) => (plane[cellAt(x + 1, y)] - plane[cellAt(x - 1, y)]) * k),
  planeOf(GRID, (_, x, y) => (plane[cellAt(x, y + 1)] - plane[cellAt(x, y - 1)]) * k),
];

/**
 * RGBA bytes. Red is when a stroke is painted: a sweep across the person, broken up into
 * stroke-shaped islands. Green is how far a place is left alone.
 */
export const orderOf = (
  landmarks: Float32Array,
  matte: Square,
  size: number,
  seed: number,
): Uint8ClampedArray => {
  const rng = rngOf(seed, 'motion strokes');
  const islands = gaussian(planeOf(GRID, rng), GRID, 1.2);
  // Elongate the islands in the direction of the strokes.
  const long = planeOf(GRID, (_, x, y) => {
    let sum = 0;
    for (let k = -6; k <= 6; k += 1)
      sum += islands[cellAt(Math.round(x + k * Math.cos(1.9)), Math.round(y + k * Math.sin(1.9)))];
    return sum;
  });
  const [low, high] = [quantile(long, 0.02), quantile(long, 0.98)];
  const maskOf = (...rings: readonly (readonly number[])[]): Square =>
    filled(GRID, ...rings.map((ring) => inCells(landmarks, size, ring)));
  const near = gaussian(maskOf(...EYES, LIPS), GRID, 2).map((v) => Math.min(1, v * 2.2));
  const face = gaussian(maskOf(OVAL), GRID, 2.6);
  const turn = Float32Array.from(long, (value, i) => {
    const sweep = (((i % GRID) * 0.55 + Math.floor(i / GRID) * 0.83) / GRID) * (1 / 1.38);
    return 0.62 * sweep + 0.38 * clamp((value - low) / (high - low));
  });
  // All of the loop's time is spent on the person.
  const own = turn.filter((_, i) => matte[i] > 0.5);
  const [first, last] = own.length > 0 ? [quantile(own, 0.005), quantile(own, 0.995)] : [0, 1];
  const data = new Uint8ClampedArray(GRID * GRID * 4);
  for (let i = 0; i < GRID * GRID; i += 1) {
    data[4 * i] = (255 * (turn[i] - first)) / (last - first);
    data[4 * i + 1] = 255 * Math.max(near[i], 0.55 * face[i]);
  }
  return data;
};

/** How far sheets are held back on the face, 0..1. */
const FACE_HELD = 0.5;

/**
 * How freely sheets may slide: not at eyes and mouth, nor at the outline, which would tear; and less
 * on the face, where their edges would look like scars.
 * @param edge how far inside the outline they begin to slide, in cells
 */
export const looseOf = (
  landmarks: Float32Array,
  { eyeDistance, size }: Body,
  matte: Square,
  edge: number,
): Square => {
  const k = GRID / size;
  const mean = (points: readonly number[]): Point => centreOf(pointsOf({ landmarks }, points));
  const discs = [
    ...EYE_CORNERS.map((corners) => ({ at: mean(corners), r: 0.46 * eyeDistance })),
    { at: mean(INNER_LIPS), r: 0.5 * eyeDistance },
  ];
  const oval = filled(GRID, inCells(landmarks, size, OVAL));
  const held = planeOf(GRID, (i, x, y) => {
    const place: Point = [(x + 0.5) / k, (y + 0.5) / k];
    return discs.some(({ at, r }) => distance(place, at) < r) || FACE_HELD * oval[i];
  });
  const soft = gaussian(matte, GRID, edge / 2);
  return gaussian(held, GRID, 0.14 * eyeDistance * k).map(
    (still, i) => 1 - Math.max(still, Math.min(1, (0.98 - soft[i]) / 0.1), 0),
  );
};

/** Six luma levels, 0..1, that divide the person's opaque pixels evenly: the sheets' borders. */
export const levelsOf = (pixels: Uint8ClampedArray): number[] => {
  const lumas: number[] = [];
  for (let i = 0; i < pixels.length; i += 4 * 37)
    if (pixels[i + 3] > 200)
      lumas.push(TONE.reduce((sum, share, c) => sum + share * pixels[i + c], 0) / 255);
  return [1, 2, 3, 4, 5, 6].map((k) => quantile(lumas, k / 7));
};
