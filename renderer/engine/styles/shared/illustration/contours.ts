import { labOf } from '../../../../core/colour.ts';
import type { Target } from '../../../gl/target.ts';
import { clamp, smoothstep } from '../../../raster/numbers.ts';
import type { Point } from '../../../raster/planes.ts';
import { pointsOf } from '../canvas.ts';
import type { FaceProfile } from '../face-profile.ts';
import { once } from '../lazy.ts';
import {
  JAW,
  LIP_FOOT,
  LIP_TOP,
  MOUTH_CORNERS,
  MOUTH_FOOT,
  MOUTH_TOP,
  NOSE_FOOT,
  UPPER,
} from '../mesh.ts';
import type { Portrait } from '../portrait.ts';
import { DRAWN, drawnOf } from './drawing.ts';
import { glintOn } from './eyes.ts';
import { geometryOf } from './features.ts';
import { illustrationOf } from './index.ts';
import { foldsOf } from './mouth.ts';
import {
  curve,
  disc,
  fill,
  lashes,
  noseFoot,
  stroke,
  tapered,
  trace,
  within,
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
  const w = canvas.width;
  pen.fillStyle = '#000';
  pen.save();
  pen.resetTransform();
  pen.fillRect(0, 0, DRAWN.edge, DRAWN.edge);
  pen.restore();
  pen.globalCompositeOperation = 'lighter';
  /** Takes what is solid from where the path is that `trace` leaves. */
  const clear = (trace: () => void): void => {
    pen.globalCompositeOperation = 'multiply';
    pen.fillStyle = '#ff0';
    trace();
    pen.fill();
    pen.globalCompositeOperation = 'lighter';
  };
  const all = (ids: readonly number[]): Point[] => curve(pointsOf(canvas, ids));

  const jaw = pointsOf(canvas, JAW);
  /** Whether the jaw shows at a place from ear to ear, 0..1: a beard covers it. */
  const shown = (t: number): number => {
    const [x, y] = jaw[Math.round(t * (jaw.length - 1))];
    return beard[Math.round(y) * canvas.n + Math.round(x)] > 0.5 ? 0 : 1;
  };
  stroke(
    pen,
    curve(jaw),
    0.019 * w,
    LINE,
    (t) =>
      shown(t) *
      smoothstep(0.08, 0.34, t) *
      smoothstep(0.92, 0.66, t) *
      (side > 0 ? 1 - 0.4 * t : 0.6 + 0.4 * t),
  );

  // Mouth.
  const { open, teeth, gap, eyes, brows } = geometryOf(portrait);
  if (open) {
    const inner = [...all(MOUTH_TOP), ...all(MOUTH_FOOT).slice(1, -1)];
    if (gap) fill(pen, inner, SOLID);
    if (teeth) {
      clear(() => trace(pen, teeth));
      fill(pen, teeth, BARE);
    }
    stroke(pen, all(MOUTH_FOOT), 0.012 * w, LINE, tapered(0.2, 0.2));
  }
  const [right, left] = MOUTH_CORNERS;
  stroke(
    pen,
    all([right, ...MOUTH_TOP, left]),
    (open ? 0.014 : 0.017) * w,
    LINE,
    tapered(0.12, 0.12),
  );
  stroke(pen, all(LIP_FOOT.slice(2, -2)), 0.013 * w, LINE, tapered(0.5, 0.5));
  stroke(pen, all(LIP_TOP), 0.008 * w, LINE, tapered(0.3, 0.3), 0.6);
  for (const { line, depth } of foldsOf(canvas))
    if (depth > 0.1)
      stroke(pen, line, 0.014 * w * Math.sqrt(depth), LINE, tapered(0.3, 0.6), 0.4 + 0.6 * depth);

  // Nose: its base, wider at the wings.
  stroke(pen, all(NOSE_FOOT), 0.018 * w, LINE, noseFoot(0.3));

  eyes.forEach(({ upper, lower, contour, tip, crease, iris, radius }, e) => {
    fill(pen, contour, BARE);
    within(pen, contour, () => {
      disc(pen, iris, radius, SOLID, 0.72);
      disc(pen, iris, 0.55 * radius, SOLID);
      clear(() => {
        pen.beginPath();
        pen.arc(...glintOn(iris, radius, side), 0.26 * radius, 0, 2 * Math.PI);
      });
      stroke(
        pen,
        upper.map(([x, y]): Point => [x, y + 0.006 * w]),
        0.014 * w,
        LINE,
        () => 1,
        0.5,
      );
    });
    stroke(pen, curve([tip, ...pointsOf(canvas, UPPER[e])]), 0.029 * w, LINE, lashes);
    stroke(pen, lower, 0.01 * w, LINE, tapered(0.05, 0.65));
    stroke(pen, curve(crease), 0.009 * w, LINE, tapered(0.35, 0.35), 0.8);
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
