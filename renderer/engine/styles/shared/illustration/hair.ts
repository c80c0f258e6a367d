import { chromaOf, hueOf, lch, type Lab } from '../../../../core/colour.ts';
import { blurredWithin, product } from '../../../raster/blur.ts';
import { distanceTo } from '../../../raster/distance.ts';
import { cleaned, partsOf } from '../../../raster/label.ts';
import { clamp, quantile, smoothstep } from '../../../raster/numbers.ts';
import type { Square } from '../../../raster/planes.ts';
import { planeOf } from '../canvas.ts';
import { labsWhere, lightAt, litLab } from '../labs.ts';
import { outlined, toward, up, type Body } from './body.ts';
import { alongStrands, standard, valuesIn } from './fields.ts';
import { shifted } from './tones.ts';

/** Distance in texels within which a lock is at the hair's edge. */
const EDGE = 3;

/** The base colour of hair where light falls on it, a lighter and a darker one. */
const hairColoursOf = (labs: readonly Lab[]): [Lab, Lab, Lab] => {
  const [dim, bright] = [lightAt(labs, 0.25), lightAt(labs, 0.95)];
  const own = litLab(labs);
  // Grey and white hair has no colour of its own, only that of the light.
  const vivid = 0.35 + 0.9 * smoothstep(0.02, 0.05, chromaOf(own) / Math.max(0.3, own[0]));
  const base = lch(
    clamp(own[0], 0.18, 0.88),
    Math.min(chromaOf(own) * vivid, 0.125),
    hueOf(own) - 5 * clamp((own[0] - 0.4) / 0.2, 0, 1),
  );
  return [
    base,
    shifted(base, clamp((bright - own[0]) * 0.8, 0.05, 0.2), 1.05),
    shifted(base, base[0] > 0.26 ? -clamp((own[0] - dim) * 0.8, 0.04, 0.2) : 0.035, 1, -3),
  ];
};

/** Light and dark locks, by the light along the strands and on the head's round shape. */
const locksOf = ({ portrait, hair, area }: Body): Square => {
  const { canvas, side } = portrait;
  const { n, width, alpha, L } = canvas;
  const solid = product(hair, alpha.map(up));
  const strands = alongStrands(
    blurredWithin(L, product(alpha, hair), n, 0.01 * width),
    solid,
    n,
    width,
  );
  const own = valuesIn(strands, solid);
  // Strong light has a say of its own: it draws a dark fringe below a bright crown.
  const strong = clamp((quantile(own, 0.84) - quantile(own, 0.16)) / 0.16, 1, 3);
  const light = standard(strands, solid);
  const bulge = standard(toward(portrait, side * 0.5, -0.7, 0.5), solid);
  const field = light.map((v, i) => strong * v + 0.6 * bulge[i]);
  const values = valuesIn(field, solid);
  const lock = (test: (v: number) => boolean): Square =>
    outlined(
      portrait,
      cleaned(
        planeOf(n, (i) => solid[i] > 0.5 && test(field[i])),
        n,
        0.045 * area,
        // A larger gap in the light would look like a hole in the head.
        0.09 * area,
      ),
      0.013,
      4,
    );
  const [bottom, crest] = [quantile(values, 0.22), quantile(values, 0.72)];
  const darker = atEdge(
    lock((v) => v < bottom),
    solid,
    n,
  );
  return lock((v) => v > crest).map((v, i) => 0.5 + 0.5 * v - 0.5 * darker[i]);
};

/** Without the parts in the middle of `hair`: surrounded by lighter locks, they look like holes. */
const atEdge = (locks: Square, hair: Square, n: number): Square => {
  const out = distanceTo(
    hair.map((v) => 1 - v),
    n,
  );
  const { labels: of } = partsOf(locks, n);
  const touching = new Set(of.filter((_, i) => out[i] < EDGE));
  const stray = distanceTo(
    planeOf(n, (i) => of[i] > 0 && !touching.has(of[i])),
    n,
  );
  // A lock's soft rim goes with it.
  return locks.map((v, i) => (stray[i] > EDGE ? v : 0));
};

/** Hair's colours (base, light, dark; none without hair); its tone, 0 in dark locks, 1 in light. */
export const hairShapesOf = (body: Body) => {
  const { portrait, hair, area } = body;
  const { canvas } = portrait;
  const labs = labsWhere(canvas, (i) => hair[i] > 0.5 && canvas.alpha[i] > 0.9);
  if (labs.length <= 0.03 * area)
    return { colours: undefined, tone: new Float32Array(hair.length).fill(0.5) };
  return { colours: hairColoursOf(labs), tone: locksOf(body) };
};
