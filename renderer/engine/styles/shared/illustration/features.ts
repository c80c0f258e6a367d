import type { Lab } from '../../../../core/colour.ts';
import { gaussian } from '../../../raster/blur.ts';
import { smoothstep } from '../../../raster/numbers.ts';
import type { Point } from '../../../raster/planes.ts';
import { pointOf, pointsOf } from '../canvas.ts';
import { EYES } from '../mesh.ts';
import type { Portrait } from '../portrait.ts';
import { drawnOf } from './drawing.ts';
import { browsOf, drawEyes, eyeOf, irisOf, type Brow, type Eye } from './eyes.ts';
import { drawGlasses } from './glasses.ts';
import { drawMouth, foldsOf, lipsOf, mouthOf, type Mouth } from './mouth.ts';
import {
  curve,
  distance,
  fill,
  mix,
  NOSE_FOOT,
  stroke,
  tapered,
  type Pen,
  type Points,
} from './pen.ts';
import { type Shapes } from './shapes.ts';
import { shifted, type SkinTones } from './tones.ts';

export interface Features {
  /** Brows, eyes, nose and mouth; straight RGBA, `DRAWN.edge` squared pixels. */
  readonly face: Uint8ClampedArray<ArrayBuffer>;
  readonly glasses: Uint8ClampedArray<ArrayBuffer> | undefined;
}

/** Draws all fine features, placed by the landmarks and coloured by the photo. */
export const drawFeatures = (portrait: Portrait, shapes: Shapes): Features => {
  const { spectacles } = portrait;
  return {
    face: drawnOf(portrait, (pen) => {
      drawFace(pen, portrait, shapes);
    }),
    glasses:
      spectacles &&
      drawnOf(portrait, (pen) => {
        drawGlasses(pen, portrait, spectacles);
      }),
  };
};

const drawFace = (pen: Pen, portrait: Portrait, shapes: Shapes): void => {
  const { canvas, side } = portrait;
  const { skin, bearded } = shapes;
  const w = canvas.width;
  const P = (i: number): Point => pointOf(canvas, i);
  const all = (indices: readonly number[]): Point[] => pointsOf(canvas, indices);
  const [crown, chin] = [P(10), P(152)];
  const tall = distance(crown, chin);
  const up: Point = [(crown[0] - chin[0]) / tall, (crown[1] - chin[1]) / tall];
  const lifted = (points: Points, by: number): Point[] =>
    points.map(([x, y]): Point => [x + up[0] * by * w, y + up[1] * by * w]);

  // The side of the nose that is turned away from the light, from the bridge to the wing.
  const ridge = curve(all([168, 6, 197, 195, 5, 4]));
  const flank = curve(
    all(side > 0 ? [129, 198, 236, 196, 122, 193] : [358, 420, 456, 419, 351, 417]),
  );
  const shadeOf = (part: number): Point[] => [
    ...ridge,
    ...flank.map((p, i): Point => mix(ridge[ridge.length - 1 - i] ?? p, p, part)),
  ];
  fill(pen, shadeOf(0.86), skin.shadow, 0.85);

  // Nose: its base, wider at the wings, and the nostrils.
  stroke(
    pen,
    lifted(curve(all(NOSE_FOOT)), 0.004),
    0.018 * w,
    skin.deep,
    (t) =>
      0.35 +
      0.65 *
        Math.abs(Math.cos(Math.PI * t)) ** 1.5 *
        smoothstep(0, 0.12, t) *
        smoothstep(0, 0.12, 1 - t) +
      0.2 * Math.exp(-(((t - 0.5) / 0.15) ** 2)),
  );
  for (const [p, q] of [
    [98, 97],
    [326, 327],
  ] as const) {
    const [x, y] = lifted([mix(P(p), P(q), 0.5)], 0.01)[0];
    fill(
      pen,
      curve(
        [
          [x - 0.024 * w, y + 0.003 * w],
          [x, y - 0.009 * w],
          [x + 0.024 * w, y + 0.003 * w],
          [x, y + 0.008 * w],
        ],
        true,
      ),
      shifted(skin.deep, -0.12),
    );
  }

  for (const { line, depth: k } of foldsOf(canvas))
    if (k > 0.1)
      stroke(
        pen,
        line,
        0.02 * w * Math.sqrt(k),
        bearded ? skin.deep : skin.shadow,
        tapered(0.3, 0.6),
        Math.min(1, k + 0.35),
      );
  drawMouth(pen, canvas, skin);
  drawEyes(pen, portrait, skin, side);
};

/** What every drawing of a face is based on: mouth and teeth, the lips' colour, eyes and brows. */
export interface Geometry extends Mouth {
  readonly lips: Lab;
  readonly eyes: readonly Eye[];
  readonly brows: readonly Brow[];
  /** Colour of both irises, as seen in the photo. */
  readonly iris: Lab;
}

const measured = new WeakMap<Portrait, Geometry>();

/** Measures a face's geometry; done once per portrait. */
export const geometryOf = (portrait: Portrait, skin: SkinTones): Geometry => {
  const known = measured.get(portrait);
  if (known) return known;
  const { canvas, close } = portrait;
  const fine = gaussian(close.L, close.n, 0.006 * close.width);
  const lips = lipsOf(canvas, skin);
  const eyes = EYES.map((_, e) => eyeOf(portrait, e, fine));
  const made: Geometry = {
    lips,
    ...mouthOf(canvas, lips),
    eyes,
    brows: browsOf(portrait, skin, fine),
    iris: irisOf(portrait, eyes),
  };
  measured.set(portrait, made);
  return made;
};
