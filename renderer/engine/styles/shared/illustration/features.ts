import { chromaOf } from '../../../../core/colour.ts';
import { gaussian } from '../../../raster/blur.ts';
import { clamp, smoothstep } from '../../../raster/numbers.ts';
import type { Point } from '../../../raster/planes.ts';
import { centreOf, distance, mix } from '../../../raster/points.ts';
import { pointOf, pointsOf } from '../canvas.ts';
import { once } from '../lazy.ts';
import { CHIN, CROWN, EARS, EYES, NOSE_FLANKS, NOSE_FOOT, NOSE_RIDGE, NOSTRILS } from '../mesh.ts';
import { fromClose, type Portrait } from '../portrait.ts';
import type { Spectacles } from '../spectacles.ts';
import { browsOf, drawEyes, eyeOf, irisOf } from './eyes.ts';
import { drawMouth, FOLD, foldsOf, lipsOf, mouthOf, SHALLOW } from './mouth.ts';
import { css, curve, fill, noseFoot, stroke, trace, type Pen } from './pen.ts';
import type { Shapes } from './shapes.ts';
import { limited, shifted, skinTonesOf } from './tones.ts';

/** A nostril's shape around its middle, in face widths. */
const NOSTRIL = { aside: 0.024, drop: 0.003, top: 0.009, foot: 0.008 } as const;
/** Widths of drawn rims in face widths: the least, that of one that isn't seen, and the most. */
const RIM = { least: 0.011, faint: 0.006, most: 0.036 } as const;

export const drawGlasses = (pen: Pen, portrait: Portrait, glasses: Spectacles): void => {
  const { canvas, close } = portrait;
  const w = canvas.width;
  const lightest = Math.max(0.3, skinTonesOf(portrait).base[0] - 0.12);
  const { frame: seen } = glasses;
  const limits = { darkest: 0.18, lightest, most: 0.1 };
  const lab = limited(seen, seen[0] * 0.9, chromaOf(seen), limits);
  const widthOf = (seenWidth: number): number =>
    seenWidth > 0 ? clamp(seenWidth / close.width, RIM.least, RIM.most) : RIM.faint;
  const [upper, lower] = [widthOf(glasses.upper), widthOf(glasses.lower)];
  const to = (p: Point): Point => fromClose(portrait, p);
  glasses.rims.forEach((rim, k) => {
    const ring = rim.map(to);
    fill(pen, ring, [1, 0, 0], 0.05);
    const centre = centreOf(ring);
    const wideAt = (i: number): number =>
      lower + (upper - lower) * smoothstep(-0.25, 0.25, -Math.sin((2 * Math.PI * i) / ring.length));
    const offset = (sign: number): Point[] =>
      ring.map((p, i) => {
        const d = distance(p, centre) || 1;
        return mix(centre, p, 1 + (sign * w * wideAt(i)) / 2 / d);
      });
    trace(pen, curve(offset(1), true), curve(offset(-1), true));
    pen.context.fillStyle = css(lab);
    pen.context.fill('evenodd');
    const hinge = to(glasses.hinges[k]);
    const ear = pointOf(canvas, EARS[k]);
    if ((ear[0] - hinge[0]) * (k === 0 ? -1 : 1) > 0.02 * w)
      stroke(pen, [hinge, [ear[0], hinge[1] + 0.02 * w]], { wide: upper * 0.9, lab });
  });
  const [left, right] = glasses.bridge.map(to);
  const top = mix(left, right, 0.5);
  const wide = Math.max(upper * 0.85, RIM.least);
  stroke(pen, curve([left, [top[0], top[1] - 0.012 * w], right]), { wide, lab });
};

/** Draws brows, eyes, nose and mouth, placed by the landmarks and coloured by the photo. */
export const drawFace = (pen: Pen, portrait: Portrait, shapes: Shapes): void => {
  const { canvas, side } = portrait;
  const { skin, bearded } = shapes;
  const w = canvas.width;
  const all = (indices: readonly number[]): Point[] => pointsOf(canvas, indices);
  const [crown, chin] = all([CROWN, CHIN]);
  const tall = distance(crown, chin);
  const up: Point = [(crown[0] - chin[0]) / tall, (crown[1] - chin[1]) / tall];
  const lifted = (points: readonly Point[], by: number): Point[] =>
    points.map(([x, y]): Point => [x + up[0] * by * w, y + up[1] * by * w]);

  // The side of the nose that is turned away from the light, from the bridge to the wing.
  const ridge = curve(all(NOSE_RIDGE));
  const flank = curve(all(NOSE_FLANKS[side > 0 ? 0 : 1]));
  const edge = flank.map((p, i) => mix(ridge[ridge.length - 1 - i] ?? p, p, 0.86));
  fill(pen, [...ridge, ...edge], skin.shadow, 0.85);

  // Nose: its base, wider at the wings, and the nostrils.
  stroke(pen, lifted(curve(all(NOSE_FOOT)), 0.004), {
    wide: 0.018,
    lab: skin.deep,
    profile: noseFoot(0.35),
  });
  for (const nostril of NOSTRILS) {
    const [x, y] = lifted([centreOf(all(nostril))], 0.01)[0];
    const { aside, drop, top, foot } = NOSTRIL;
    const outline: Point[] = [
      [x - aside * w, y + drop * w],
      [x, y - top * w],
      [x + aside * w, y + drop * w],
      [x, y + foot * w],
    ];
    fill(pen, curve(outline, true), shifted(skin.deep, -0.12));
  }

  for (const { line, depth: k } of foldsOf(canvas))
    if (k > SHALLOW)
      stroke(pen, line, {
        wide: 0.02 * Math.sqrt(k),
        lab: bearded ? skin.deep : skin.shadow,
        profile: FOLD,
        alpha: Math.min(1, k + 0.35),
      });
  const geometry = geometryOf(portrait);
  drawMouth(pen, canvas, skin, geometry);
  drawEyes(pen, side, skin, geometry);
};

/** What every drawing of a face is based on: mouth and teeth, the lips' colour, eyes and brows. */
export type Geometry = ReturnType<typeof geometryOf>;

export const geometryOf = once((portrait: Portrait) => {
  const { canvas, close } = portrait;
  const skin = skinTonesOf(portrait);
  const fine = gaussian(close.L, close.n, 0.006 * close.width);
  const lips = lipsOf(canvas, skin);
  const eyes = EYES.map((_, e) => eyeOf(portrait, e, fine));
  return {
    lips,
    ...mouthOf(canvas, lips),
    eyes,
    brows: browsOf(portrait, skin, fine),
    /** Colour of both irises, as seen in the photo. */
    iris: irisOf(portrait, eyes),
  };
});
