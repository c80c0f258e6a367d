import { labOf } from '../../../../core/colour.ts';
import type { Target } from '../../../gl/target.ts';
import { clamp, smoothstep } from '../../../raster/numbers.ts';
import type { Point } from '../../../raster/planes.ts';
import { pointsOf } from '../canvas.ts';
import type { FaceProfile } from '../face-profile.ts';
import { once } from '../lazy.ts';
import { JAW, LIP_FOOT, LIP_TOP, MOUTH_FOOT, NOSE_FOOT } from '../mesh.ts';
import type { Portrait } from '../portrait.ts';
import { glintOn } from './eyes.ts';
import { geometryOf } from './features.ts';
import { illustrationOf } from './index.ts';
import { FOLD, foldsOf, lipLine, openingOf, SHALLOW } from './mouth.ts';
import {
  curve,
  disc,
  DRAWN,
  drawnOf,
  fill,
  lashes,
  lowered,
  noseFoot,
  stroke,
  tapered,
  trace,
  within,
  type Line,
  type Pen,
} from './pen.ts';
import type { Shapes } from './shapes.ts';

/** Pure red, green and blue: each one channel of the drawing. */
const LINE = labOf([1, 0, 0]);
const BARE = labOf([0, 1, 0]);
const SOLID = labOf([0, 0, 1]);

/**
 * Draws a face as with a pen, in three channels: strokes in r; areas that stay bare (the whites of
 * the eyes, teeth) in g; areas that are solidly dark (irises, brows, an open mouth) in b.
 */
const drawContours = (pen: Pen, portrait: Portrait, shapes: Shapes): void => {
  const { canvas, side } = portrait;
  const { skin, beard } = shapes;
  const { context } = pen;
  context.fillStyle = '#000';
  context.save();
  context.resetTransform();
  context.fillRect(0, 0, DRAWN.edge, DRAWN.edge);
  context.restore();
  context.globalCompositeOperation = 'lighter';
  const draw = (points: readonly Point[], line: Omit<Line, 'lab'>): void =>
    stroke(pen, points, { ...line, lab: LINE });
  /** Takes what is solid from where the path is that `trace` leaves. */
  const clear = (trace: () => void): void => {
    context.globalCompositeOperation = 'multiply';
    context.fillStyle = '#ff0';
    trace();
    context.fill();
    context.globalCompositeOperation = 'lighter';
  };
  const all = (ids: readonly number[]): Point[] => curve(pointsOf(canvas, ids));

  const jaw = pointsOf(canvas, JAW);
  /** Whether the jaw shows at a place from ear to ear, 0..1: a beard covers it. */
  const shown = (t: number): number => {
    const [x, y] = jaw[Math.round(t * (jaw.length - 1))];
    return beard[Math.round(y) * canvas.n + Math.round(x)] > 0.5 ? 0 : 1;
  };
  const lit = (t: number): number => (side > 0 ? 1 - 0.4 * t : 0.6 + 0.4 * t);
  draw(curve(jaw), {
    wide: 0.019,
    profile: (t) => shown(t) * smoothstep(0.08, 0.34, t) * smoothstep(0.92, 0.66, t) * lit(t),
  });

  // Mouth.
  const { open, teeth, gap, eyes, brows } = geometryOf(portrait);
  if (open) {
    if (gap) fill(pen, openingOf(canvas), SOLID);
    if (teeth) {
      clear(() => trace(pen, teeth));
      fill(pen, teeth, BARE);
    }
    draw(all(MOUTH_FOOT), { wide: 0.012, profile: tapered(0.2) });
  }
  draw(lipLine(canvas), { wide: open ? 0.014 : 0.017, profile: tapered(0.12) });
  draw(all(LIP_FOOT.slice(2, -2)), { wide: 0.013, profile: tapered(0.5) });
  draw(all(LIP_TOP), { wide: 0.008, profile: tapered(0.3), alpha: 0.6 });
  for (const { line, depth } of foldsOf(canvas))
    if (depth > SHALLOW)
      draw(line, { wide: 0.014 * Math.sqrt(depth), profile: FOLD, alpha: 0.4 + 0.6 * depth });

  draw(all(NOSE_FOOT), { wide: 0.018, profile: noseFoot(0.3) });

  eyes.forEach(({ upper, lower, contour, lashLine, crease, iris, radius }) => {
    fill(pen, contour, BARE);
    within(pen, contour, () => {
      disc(pen, iris, radius, SOLID, 0.72);
      disc(pen, iris, 0.55 * radius, SOLID);
      clear(() => {
        context.beginPath();
        context.arc(...glintOn(iris, radius, side), 0.26 * radius, 0, 2 * Math.PI);
      });
      draw(lowered(pen, upper, 0.006), { wide: 0.014, alpha: 0.5 });
    });
    draw(lashLine, { wide: 0.029, profile: lashes });
    draw(lower, { wide: 0.01, profile: tapered(0.05, 0.65) });
    draw(crease, { wide: 0.009, profile: tapered(0.35), alpha: 0.8 });
  });
  for (const { outline, colour } of brows)
    fill(pen, outline, SOLID, clamp((skin.base[0] - colour[0]) / 0.26, 0.45, 1));
};

/** The drawing of `drawContours` on the GPU, with mipmaps; made once per person. */
export const contoursOf = once((faceProfile: FaceProfile): Target => {
  const portrait = faceProfile.portrait();
  const { shapes } = illustrationOf(faceProfile);
  const pixels = drawnOf(portrait, (pen) => drawContours(pen, portrait, shapes));
  return faceProfile.gpu.upload(pixels, DRAWN.edge, DRAWN.edge, true);
});
