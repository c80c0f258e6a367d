import { chromaOf } from '../../../../core/colour.ts';
import { blurWithin } from '../../../raster/blur.ts';
import { distanceTo } from '../../../raster/distance.ts';
import { partsOf } from '../../../raster/label.ts';
import { quantile } from '../../../raster/numbers.ts';
import type { Square } from '../../../raster/planes.ts';
import { labsWhere, medianLab, pointOf, type Canvas } from '../canvas.ts';
import type { Portrait } from '../portrait.ts';
import { both, up } from './body.ts';

/** How far beside the chin a tie may reach, in face widths. */
const ASIDE = 0.6;

/** A tie's greatest width in the picture, in face widths. */
const BROAD = 0.6;

/** The width at most of the stripes between a tie's vivid ones, in face widths. */
const STRIPE = 0.09;

/** A tie's area in squares of the face's width. */
const SMALL = 0.03;
const LARGE = 0.45;

/** The part of a tie that is vivid at least. */
const VIVID = 0.25;

/** A tie's chroma at least: which stripes of a duller one are vivid is a matter of light. */
const COLOURFUL = 0.08;

/** A tie that is less vivid than this has broad stripes, which make its outline uneven. */
const STRIPED = 0.75;

/** Half the width of notches that those make, in face widths. */
const EVEN = 0.14;

/** Grows a mask by `reach` texels and shrinks it again, which closes what is narrower than twice that. */
const closed = (mask: Square, n: number, reach: number): Square => {
  const grown = distanceTo(mask, n).map((v) => (v > reach ? 1 : 0));
  return distanceTo(grown, n).map((v) => (v > reach ? 1 : 0));
};

/**
 * The picture with a tie in one colour: that of its vivid stripes. Its other stripes are often those
 * of the shirt or of the suit, and the tie would go to pieces between them.
 */
export const withPlainTie = (portrait: Portrait, clothes: Square): Canvas => {
  const { canvas } = portrait;
  const { n, width, alpha } = canvas;
  const area = width * width;
  const worn = both(clothes, alpha.map(up));
  const blurred = blurWithin(alpha, n, 0.008 * width);
  const [a, b] = [blurred(canvas.a), blurred(canvas.b)];
  const chroma = a.map((v, i) => Math.hypot(v, b[i]));
  const least = Math.max(
    0.045,
    2 *
      quantile(
        chroma.filter((_, i) => worn[i] > 0.5),
        0.5,
      ),
  );
  const [middle, chin] = pointOf(canvas, 152);
  const vivid = worn.map((v, i) =>
    v > 0.5 &&
    chroma[i] > least &&
    Math.floor(i / n) > chin &&
    Math.abs((i % n) - middle) < ASIDE * width
      ? 1
      : 0,
  );
  if (vivid.reduce((sum, v) => sum + v, 0) < VIVID * SMALL * area) return canvas;
  const { labels: of, sizes: areas } = partsOf(
    both(closed(vivid, n, (STRIPE / 2) * width), worn),
    n,
  );
  const found = areas.map(() => ({ own: [] as number[], left: n, right: 0 }));
  for (let i = 0; i < n * n; i += 1) {
    const part = found[of[i]];
    if (of[i] === 0) continue;
    if (vivid[i]) part.own.push(i);
    part.left = Math.min(part.left, i % n);
    part.right = Math.max(part.right, i % n);
  }
  const colours = found.map(({ own, left, right }, k) => {
    const size = areas[k];
    const beside = Math.max(middle - left, right - middle) > (ASIDE - 0.03) * width;
    if (beside || right - left > BROAD * width || own.length < VIVID * size) return undefined;
    if (size < SMALL * area || size > LARGE * area) return undefined;
    // Blurred, a stripe is vivid in its middle.
    const middling = quantile(
      own.map((i) => chroma[i]),
      0.4,
    );
    const colour = medianLab(
      labsWhere(canvas, (i) => of[i] === k && vivid[i] > 0 && chroma[i] >= middling),
    );
    return chromaOf(colour) > COLOURFUL ? colour : undefined;
  });
  if (colours.every((colour) => colour === undefined)) return canvas;
  const [L, A, B] = [canvas.L, canvas.a, canvas.b].map((plane) => new Float32Array(plane)) as [
    Square,
    Square,
    Square,
  ];
  colours.forEach((colour, k) => {
    if (!colour) return;
    const own = of.map((part) => (part === k ? 1 : 0));
    const striped = found[k].own.length < STRIPED * areas[k];
    const whole = striped ? both(closed(new Float32Array(own), n, EVEN * width), worn) : own;
    whole.forEach((v, i) => {
      if (v > 0.5) [L[i], A[i], B[i]] = colour;
    });
  });
  return { ...canvas, L, a: A, b: B };
};
