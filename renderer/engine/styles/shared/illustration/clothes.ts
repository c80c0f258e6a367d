import type { Lab } from '../oklab.ts';
import { blurredWithin, cleaned, quantile } from '../planes.ts';
import type { Plane } from '../raster.ts';
import { blurredColours, both, outlined, toward, up, type Body } from './body.ts';
import { coloursOf, split, standard, valuesIn } from './fields.ts';
import { clamp } from './pen.ts';
import { dressed, labsWhere } from './tones.ts';

/** A flat colour, and its tone in folds. */
export type Cloth = readonly [plain: Lab, folded: Lab];

export interface ClothShapes {
  readonly cloth: readonly Cloth[];
  /** Where each colour is. */
  readonly parts: readonly Plane[];
  readonly folds: Plane;
}

/** Folds: the darker third of each colour, by the photo's light and the body's round shape. */
const foldsIn = ({ portrait, clothes, area }: Body, parts: readonly Plane[]): Plane => {
  const { canvas, side } = portrait;
  const { n, width, alpha, L } = canvas;
  const soft = blurredWithin(
    L,
    both(alpha, clothes).map((v) => v + 1e-3),
    n,
    0.03 * width,
  );
  const facing = toward(portrait, side * 0.7, -0.4, 0.55);
  const raw = new Float32Array(n * n);
  const lightIn = both(clothes, alpha.map(up));
  for (const part of parts) {
    const own = part.map((v, i) => (v > 0.5 ? (lightIn[i] as number) : 0));
    const values = valuesIn(soft, own);
    if (values.length < 0.15 * area) continue;
    const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
    const deviation = Math.sqrt(
      values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length,
    );
    const k = clamp(deviation / 0.06, 0.2, 1);
    const [p, q] = [standard(soft, own), standard(facing, own)];
    const field = p.map((v, i) => v * k + 0.7 * (q[i] as number));
    const edge = quantile(valuesIn(field, own), 0.34);
    cleaned(
      field.map((v, i) => (v < edge && (own[i] as number) > 0.5 ? 1 : 0)),
      n,
      0.05 * area,
      0.04 * area,
    ).forEach((v, i) => {
      if (v > 0) raw[i] = 1;
    });
  }
  return outlined(portrait, raw, 0.022, 4);
};

/**
 * Clothes as flat shapes of up to four colours.
 * @param none the colour if there are no clothes to see
 */
export const clothShapesOf = (body: Body, none: Lab): ClothShapes => {
  const { portrait, clothes, area } = body;
  const { canvas, regions } = portrait;
  const { n, width, alpha } = canvas;
  const labs = labsWhere(
    canvas,
    (i) => (regions.clothes[i] as number) > 0.5 && (alpha[i] as number) > 0.9,
  );
  if (labs.length <= 30)
    return { cloth: [[none, none]], parts: [], folds: new Float32Array(n * n) };
  const main = coloursOf(labs, 6, 0.085, 4);
  const visible = alpha.map((v) => (v > 0.3 ? 1 : 0));
  const parts = split(
    blurredColours(portrait, 0.012),
    both(clothes, visible),
    main,
    n,
    0.014 * width,
    0.03 * area,
  );
  return {
    cloth: main.map((c): Cloth => [dressed(c), dressed(c, c[0] > 0.3 ? -0.075 : 0.055)]),
    parts,
    folds: foldsIn(body, parts),
  };
};
