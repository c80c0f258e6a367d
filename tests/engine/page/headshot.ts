import type { Recipe } from '../../../renderer/core/avatars.ts';
import { labOfLinear, linearOf } from '../../../renderer/core/colour.ts';
import { labelsFrame } from '../../../renderer/engine/faces/parser.ts';
import type { Analysis } from '../../../renderer/engine/photo/analysis.ts';
import {
  apply,
  compose,
  faceOf,
  frameOf,
  invert,
  scaleOf,
  type Frame,
} from '../../../renderer/engine/photo/frame.ts';
import { boxMean } from '../../../renderer/engine/raster/blur.ts';
import { distanceFrom } from '../../../renderer/engine/raster/distance.ts';
import { quantile } from '../../../renderer/engine/raster/numbers.ts';
import { plane, sampled, type Plane } from '../../../renderer/engine/raster/planes.ts';
import { createRenderer } from '../../../renderer/engine/worker/render.ts';
import { portraitIn } from './lab.ts';

/** Edge of the measured pictures, in pixels. */
const SIZE = 1024;
/**
 * The ring outside the person's edge, where white should be white, in the photo's pixels: an edge's own
 * ramp ends before it.
 */
const RING = [2.5, 5.5] as const;
/** How sure the parser is of the skin that is measured. */
const SKIN = 0.8;

/** What can be measured of a headshot on clean white, beside its photo in the same frame. */
export interface HeadshotFigures {
  /** Mean darkness, of 255, of the ring outside the person. */
  readonly ring: number;
  /** Share of the skin that is newly at 250 or above in a channel, in percent. */
  readonly clipped: number;
  /** The person's mean chroma, and the spread of their lightness, relative to the photo's. */
  readonly saturation: number;
  readonly contrast: number;
  /** Power of the skin's detail between about 3 and 24 pixels, relative to the photo's. */
  readonly texture: number;
  /** The steepest change of the light's ratio over a twentieth of a face, in percent. */
  readonly step: number;
  /** How far inside the frame the photo's border cuts the body, in percent of the frame. */
  readonly cut: number;
  /** Distance of the eyes and their height, in percent of the frame. */
  readonly eyes: number;
  readonly eyeLine: number;
}

/** Mean over a square, three times: nearly a Gaussian. */
const soft = (of: Plane, radius: number): Plane => {
  const mean = boxMean(of, radius, plane(of.width, of.height));
  boxMean(mean, radius, mean);
  return boxMean(mean, radius, mean);
};

/** The photo in a frame, as sharp as styles resample it: by Catmull-Rom. */
function resampled(
  { photo, width, height }: Pick<Analysis, 'photo' | 'width' | 'height'>,
  back: Frame,
): Uint8ClampedArray<ArrayBuffer> {
  const weights = (f: number): number[] => [
    f * (-0.5 + f * (1 - 0.5 * f)),
    1 + f * f * (-2.5 + 1.5 * f),
    f * (0.5 + f * (2 - 1.5 * f)),
    f * f * (-0.5 + 0.5 * f),
  ];
  const out = new Uint8ClampedArray(SIZE * SIZE * 4).fill(255);
  for (let i = 0; i < SIZE * SIZE; i += 1) {
    const [x, y] = apply(back, (i % SIZE) + 0.5, Math.floor(i / SIZE) + 0.5);
    const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
    const [across, down] = [weights(x - 0.5 - left), weights(y - 0.5 - top)];
    for (let k = 0; k < 3; k += 1) {
      let sum = 0;
      down.forEach((v, j) => {
        const row = Math.max(0, Math.min(height - 1, top - 1 + j)) * width;
        across.forEach((u, m) => {
          const at = row + Math.max(0, Math.min(width - 1, left - 1 + m));
          sum += u * v * (photo[4 * at + k] ?? 0);
        });
      });
      out[4 * i + k] = sum;
    }
  }
  return out;
}

export async function headshotOf(
  photo: Blob,
  style: 'realistic' | 'professional',
  seed = 7,
): Promise<HeadshotFigures> {
  const { analysis } = await portraitIn(photo);
  const renderer = createRenderer();
  const none = (): void => undefined;
  const recipe: Recipe = { style, background: 'clean-white', seed, options: {}, engine: 1 };
  const paint = async (one: Recipe) =>
    (await renderer.render(analysis, one, { size: SIZE, checkpoint: none })).pixels;
  const made = await paint(recipe);
  const alone = await paint({ ...recipe, background: 'none' });
  renderer.destroy();

  const face = faceOf(analysis, recipe);
  const frame = frameOf(analysis, recipe, SIZE);
  const before = resampled(analysis, invert(frame));
  const toLabels = compose(labelsFrame(face), invert(frame));
  const { n, planes } = analysis.labels;
  const [alpha, y0, y1] = [plane(SIZE, SIZE), plane(SIZE, SIZE), plane(SIZE, SIZE)];
  const skin = new Uint8Array(SIZE * SIZE);
  let [chroma0, chroma1, clipped, bare] = [0, 0, 0, 0];
  const lights: [number, number][] = [];
  const at = (pixels: Uint8ClampedArray, i: number): [number, number, number] => [
    (pixels[4 * i] ?? 0) / 255,
    (pixels[4 * i + 1] ?? 0) / 255,
    (pixels[4 * i + 2] ?? 0) / 255,
  ];
  const chromaOf = ([r, g, b]: [number, number, number]): number => {
    const [, p, q] = labOfLinear([linearOf(r), linearOf(g), linearOf(b)]);
    return Math.hypot(p, q);
  };
  const lumaOf = ([r, g, b]: [number, number, number]): number =>
    0.2126 * r + 0.7152 * g + 0.0722 * b;
  for (let i = 0; i < SIZE * SIZE; i += 1) {
    const [was, is] = [at(before, i), at(made, i)];
    alpha.data[i] = (alone[4 * i + 3] ?? 0) / 255;
    y0.data[i] = lumaOf(was);
    y1.data[i] = lumaOf(is);
    if ((alpha.data[i] ?? 0) < 0.99) continue;
    lights.push([lumaOf(was), lumaOf(is)]);
    if (i % 7 === 0) {
      chroma0 += chromaOf(was);
      chroma1 += chromaOf(is);
    }
    const [x, y] = apply(toLabels, (i % SIZE) + 0.5, Math.floor(i / SIZE) + 0.5);
    if (x < 1 || y < 1 || x > n - 1 || y > n - 1) continue;
    const likely =
      sampled(planes['face skin'], n, x - 0.5, y - 0.5) +
      sampled(planes['other skin'], n, x - 0.5, y - 0.5);
    if (likely < SKIN) continue;
    skin[i] = 1;
    bare += 1;
    if (Math.max(...is) * 255 >= 250 && Math.max(...was) * 255 < 250) clipped += 1;
  }
  const away = distanceFrom(alpha, (value) => value >= 0.5, RING[1] * scaleOf(frame) + 1).data;
  let [dark, ring] = [0, 0];
  away.forEach((far, i) => {
    if (far < RING[0] * scaleOf(frame) || far > RING[1] * scaleOf(frame)) return;
    dark += 255 * (1 - (y1.data[i] ?? 0));
    ring += 1;
  });

  const unit = Math.hypot(frame.a, frame.b) * face.box.width;
  const deep = distanceFrom(alpha, (value) => value < 0.99, 40).data;
  const [f0, f1, c0, c1] = [soft(y0, 1), soft(y1, 1), soft(y0, 6), soft(y1, 6)];
  const fineness = (fine: Plane, coarse: Plane, i: number): number =>
    ((fine.data[i] ?? 0) - (coarse.data[i] ?? 0)) / ((coarse.data[i] ?? 0) + 0.02);
  let [p0, p1] = [0, 0];
  skin.forEach((is, i) => {
    if (is === 0 || (deep[i] ?? 0) < 20) return;
    p0 += fineness(f0, c0, i) ** 2;
    p1 += fineness(f1, c1, i) ** 2;
  });
  const reach = Math.round(0.05 * unit);
  const steps: number[] = [];
  const ratio = (i: number): number =>
    Math.log(((c1.data[i] ?? 0) + 0.02) / ((c0.data[i] ?? 0) + 0.02));
  skin.forEach((is, i) => {
    for (const next of [i + reach, i + reach * SIZE])
      if (is === 1 && skin[next] === 1 && (deep[i] ?? 0) > 20 && (deep[next] ?? 0) > 20)
        steps.push(Math.abs(ratio(next) - ratio(i)));
  });
  const spread = (k: 0 | 1): number => {
    const mean = lights.reduce((sum, one) => sum + one[k], 0) / lights.length;
    return Math.sqrt(lights.reduce((sum, one) => sum + (one[k] - mean) ** 2, 0) / lights.length);
  };

  let cut = 0;
  const { width, height, person } = analysis;
  const look = (x: number, y: number, px: number, py: number): void => {
    if ((person[4 * (y * width + x) + 3] ?? 0) < 128) return;
    const [u, v] = apply(frame, px, py);
    cut = Math.max(cut, Math.min(u, v, SIZE - u, SIZE - v));
  };
  for (let x = 0; x < width; x += 1) {
    look(x, height - 1, x, height);
    look(x, 0, x, 0);
  }
  for (let y = 0; y < height; y += 1) {
    look(0, y, 0, y);
    look(width - 1, y, width, y);
  }
  const [right, left] = face.eyes.map(([x, y]) => apply(frame, x, y)) as [
    [number, number],
    [number, number],
  ];
  return {
    ring: dark / Math.max(1, ring),
    clipped: (100 * clipped) / Math.max(1, bare),
    saturation: chroma1 / chroma0,
    contrast: spread(1) / spread(0),
    texture: p1 / p0,
    step: 100 * quantile(steps, 0.995),
    cut: (100 * cut) / SIZE,
    eyes: (100 * (left[0] - right[0])) / SIZE,
    eyeLine: (50 * (left[1] + right[1])) / SIZE,
  };
}
