import { chromaOf, type Lab } from '../../../../core/colour.ts';
import { blurredWithin, gaussian, smoothed } from '../../../raster/blur.ts';
import { distanceTo } from '../../../raster/distance.ts';
import { cleaned, greatest, withoutSpecks } from '../../../raster/label.ts';
import { clamp, median, smoothstep } from '../../../raster/numbers.ts';
import type { Square } from '../../../raster/planes.ts';
import { awayFrom, planeOf, type PortraitCanvas } from '../canvas.ts';
import { labFrom } from '../labs.ts';
import { kMeans } from '../palette.ts';

/** Distance between two colours in which hue counts more than lightness, by the given factor. */
const apart = (p: Lab, q: Lab, hue = 1.5): number =>
  Math.hypot((p[0] - q[0]) * 0.9, (p[1] - q[1]) * hue, (p[2] - q[2]) * hue);

/**
 * Distance between two colours as cloths. Shade takes lightness and chroma from a cloth in
 * proportion, so two colours on a line to black are closer than they look, if they have a hue.
 */
const unlike = (p: Lab, q: Lab): number => {
  const [all, length] = [apart(p, q), Math.hypot(...p) + Math.hypot(...q)];
  const toBlack = labFrom((c) => (p[c] + q[c]) / length);
  const along = toBlack.reduce((sum, v, c) => sum + v * (p[c] - q[c]), 0);
  const onLine = labFrom((c) => toBlack[c] * along);
  const shade = apart(onLine, [0, 0, 0]);
  const vivid = smoothstep(0.1, 0.2, Math.min(...[p, q].map((lab) => chromaOf(lab) / lab[0])));
  return Math.sqrt(Math.max(0, all ** 2 - (1 - 0.3 ** 2) * vivid * shade ** 2));
};

/** How much more hue counts than lightness when colours are told apart. */
const HUE = 1.6;

/**
 * Finds at most `most` main colours by k-means, merging those closer than `merge`: the most
 * frequent one, then those that are both frequent and far from the ones before, such as a tie's.
 */
export const coloursOf = (labs: readonly Lab[], k: number, merge: number, most = k): Lab[] => {
  const every = Math.max(1, Math.floor(labs.length / 700));
  const some = labs.filter((_, i) => i % every === 0);
  const vivid = some.map(([L, a, b]): Lab => [L, a * HUE, b * HUE]);
  const clusters = kMeans(vivid, k).map(({ lab: [L, a, b], share }) => ({
    lab: [L, a / HUE, b / HUE] as Lab,
    share,
  }));
  for (;;) {
    let [least, p, q] = [Infinity, 0, 0];
    clusters.forEach((one, i) => {
      for (let j = 0; j < i; j += 1) {
        const d = unlike(one.lab, clusters[j].lab);
        if (d < least) [least, p, q] = [d, i, j];
      }
    });
    if (least > merge) break;
    const [a, b] = [clusters[p], clusters[q]];
    const share = a.share + b.share;
    const lab = labFrom((c) => (a.lab[c] * a.share + b.lab[c] * b.share) / share);
    clusters[q] = { lab, share };
    clusters.splice(p, 1);
  }
  const left = clusters.filter(({ share }) => share > 0.015).sort((p, q) => q.share - p.share);
  const chosen = left.splice(0, 1);
  while (left.length > 0 && chosen.length < most) {
    const worth = left.map(
      ({ lab, share }) => share * Math.min(...chosen.map((one) => apart(one.lab, lab, 2.5))) ** 2,
    );
    chosen.push(...left.splice(worth.indexOf(Math.max(...worth)), 1));
  }
  return chosen.sort((p, q) => q.share - p.share).map(({ lab }) => lab);
};

/** Colours as planes of lightness, a and b. */
export type LabPlanes = readonly [Square, Square, Square];

/** Square of how far a texel's colour is from another. */
const distanceAt = ([L, a, b]: LabPlanes, i: number, [l, s, t]: Lab): number =>
  (L[i] - l) ** 2 + 2.25 * ((a[i] - s) ** 2 + (b[i] - t) ** 2);

/** The colour nearest to a texel's. */
const nearestOf = (colours: readonly Lab[], labs: LabPlanes, i: number): number => {
  const distances = colours.map((c) => distanceAt(labs, i, c));
  return distances.indexOf(Math.min(...distances));
};

/** Whether one of two colours may be the other in shade: of the same hue, no more vivid. */
const mayShade = (p: Lab, q: Lab): boolean => {
  const [dark, light] = p[0] < q[0] ? [p, q] : [q, p];
  const length = light[1] ** 2 + light[2] ** 2 + 1e-9;
  const along = (dark[1] * light[1] + dark[2] * light[2]) / length;
  const part = clamp(along, (0.5 * dark[0]) / light[0], 1);
  return Math.hypot(dark[1] - part * light[1], dark[2] - part * light[2]) < 0.015;
};

/** How far apart two texels on both sides of an edge are, in face widths. */
const ACROSS = 0.055;
/** The part of the way between two colours that such texels are apart at most, where light fades. */
const GRADUAL = 0.6;
/** Half the width of a shade along a collar or a lapel at most, in face widths. */
const NARROW = 0.05;
/** The part of such a shade that is wider at most. */
const WIDE_SHARE = 0.35;

/** Whether one of two colours is white cloth's, and the other may be its shade in any tint. */
const mayShadeWhite = (p: Lab, q: Lab): boolean => {
  const [dark, light] = p[0] < q[0] ? [p, q] : [q, p];
  return light[0] > 0.85 && chromaOf(light) < 0.03 && dark[0] > 0.5 && chromaOf(dark) < 0.035;
};

/**
 * Joins colours that are light and shade on one cloth: those that mostly pass into each other
 * without an edge. Garments meet in an edge. Each cloth has its colours and their mean.
 */
export const withoutShades = (
  colours: readonly Lab[],
  labs: LabPlanes,
  mask: Square,
  { n, width }: Pick<PortraitCanvas, 'n' | 'width'>,
) => {
  const nearest = Int8Array.from(mask, (v, i) => (v > 0.5 ? nearestOf(colours, labs, i) : -1));
  const counts = colours.map((_, k) => nearest.filter((own) => own === k).length);
  const by = Math.max(2, Math.round(ACROSS * width));
  // For each two colours: how much of the way between them lies between two texels so far apart.
  const steps = colours.map(() => colours.map((): number[] => []));
  const add = (i: number, j: number): void => {
    const [p, q] = [nearest[i], nearest[j]];
    if (p < 0 || q < 0 || p === q) return;
    let [length, gone] = [0, 0];
    for (let c = 0; c < 3; c += 1) {
      const whole = colours[q][c] - colours[p][c];
      length += whole * whole;
      gone += whole * (labs[c][j] - labs[c][i]);
    }
    steps[Math.max(p, q)][Math.min(p, q)].push(gone / length);
  };
  for (let i = 0; i < n * n; i += 1) {
    if ((i % n) + by < n) add(i, i + by);
    if (i + by * n < n * n) add(i, i + by * n);
  }
  /** Whether a colour is nowhere but in narrow strips. */
  const narrow = (k: number): boolean => {
    const inside = awayFrom(n, (i) => mask[i] > 0.5 && nearest[i] !== k);
    const core = awayFrom(n, (i) => nearest[i] === k && inside[i] > NARROW * width);
    const wide = core.filter((v, i) => nearest[i] === k && v <= NARROW * width);
    return wide.length < WIDE_SHARE * counts[k];
  };
  const into = colours.map((_, k) => k);
  steps.forEach((row, k) => {
    row.forEach((found, l) => {
      if (found.length < 2 * by) return;
      const [p, q] = [colours[k], colours[l]];
      const joined =
        (median(found) <= GRADUAL && mayShade(p, q)) ||
        (mayShadeWhite(p, q) && narrow(p[0] < q[0] ? k : l));
      if (!joined) return;
      const [old, now] = [into[k], into[l]];
      into.forEach((one, j) => {
        if (one === old) into[j] = now;
      });
    });
  });
  return [...new Set(into)]
    .map((group) => {
      const own = colours.map((_, k) => k).filter((k) => into[k] === group);
      const count = own.reduce((sum, k) => sum + counts[k], 0);
      const share = (k: number): number => (count > 0 ? counts[k] / count : 1 / own.length);
      const labs = own.map((k) => colours[k]);
      const mean = labFrom((c) => own.reduce((sum, k) => sum + share(k) * colours[k][c], 0));
      return { labs, mean, count };
    })
    .sort((p, q) => q.count - p.count);
};

/** How smooth the outlines of colours are, in face widths; their least area, in squares of that. */
const SMOOTH = 0.014;
const LEAST_AREA = 0.03;

/**
 * Assigns each texel of `mask` to the cloth with the nearest shade, smooths all outlines together
 * (multi-phase MBO), and gives small parts to what is around them. Beyond `mask` each part goes on,
 * as smooth outlines stray a little from the mask's.
 * @returns a soft plane for each colour
 */
export const split = (
  labs: LabPlanes,
  mask: Square,
  colours: readonly (readonly Lab[])[],
  { n, width }: Pick<PortraitCanvas, 'n' | 'width'>,
): Square[] => {
  const sigma = SMOOTH * width;
  const likely = colours.map((shades) =>
    mask.map((v, i) => {
      if (v <= 0.5) return 0;
      const d = Math.min(...shades.map((c) => distanceAt(labs, i, c)));
      return Math.exp(-d / 0.005) + 1e-6;
    }),
  );
  let parts = likely.map((plane) =>
    plane.map((v, i) => {
      let sum = 0;
      for (const one of likely) sum += one[i];
      return sum > 0 ? v / sum : 0;
    }),
  );
  for (const last of [false, true]) {
    const soft = parts.map((part) => gaussian(part, n, sigma));
    const best = greatest(soft, (i) => mask[i] > 0.5);
    if (last) withoutSpecks(best, n, LEAST_AREA * (width * width));
    parts = parts.map((_, k) => planeOf(n, (i) => best[i] === k));
  }
  return extended(parts, mask, n).map((part) => smoothed(part, n, sigma, 1));
};

/** A plane's deviations from its mean, in standard deviations, both taken over `mask`. */
export const standard = (plane: Square, mask: Square): Square => {
  const values = valuesIn(plane, mask);
  const count = Math.max(1, values.length);
  const mean = values.reduce((sum, v) => sum + v, 0) / count;
  const square = values.reduce((sum, v) => sum + v * v, 0) / count;
  const deviation = Math.sqrt(Math.max(0, square - mean * mean)) + 1e-3;
  return plane.map((v) => (v - mean) / deviation);
};

export const valuesIn = (plane: Square, mask: Square): number[] => [
  ...plane.filter((_, i) => mask[i] > 0.5),
];

/** Averages light along strands of hair, so that light and dark follow the locks (H. Kang 2007). */
export const alongStrands = (light: Square, mask: Square, n: number, width: number): Square => {
  const even = median(valuesIn(light, mask));
  const flat = light.map((v, i) => (mask[i] > 0.5 ? v : even));
  const at = (x: number, y: number): number => flat[clamp(y, 0, n - 1) * n + clamp(x, 0, n - 1)];
  const dx = (x: number, y: number): number => at(x + 1, y) - at(x - 1, y);
  const dy = (x: number, y: number): number => at(x, y + 1) - at(x, y - 1);
  const smooth = (of: (x: number, y: number) => number): Square => {
    const plane = planeOf(n, (_, x, y) => of(x, y));
    return gaussian(plane, n, 0.05 * width);
  };
  const E = smooth((x, y) => dx(x, y) * dx(x, y));
  const F = smooth((x, y) => dx(x, y) * dy(x, y));
  const G = smooth((x, y) => dy(x, y) * dy(x, y));
  const angle = (i: number): number => 0.5 * Math.atan2(2 * F[i], E[i] - G[i]) + Math.PI / 2;
  const tx = mask.map((v, i) => (v > 0.5 ? Math.cos(angle(i)) : 0));
  const ty = mask.map((v, i) => (v > 0.5 ? Math.sin(angle(i)) : 0));
  const out = new Float32Array(n * n);
  const steps = Math.max(2, Math.round((0.2 * width) / 2));
  const weights = Array.from({ length: steps + 1 }, (_, k) =>
    Math.exp(-0.5 * ((2 * k) / steps) ** 2),
  );
  for (let start = 0; start < n * n; start += 1) {
    if (mask[start] <= 0.5) continue;
    let [sum, weight] = [light[start], 1];
    for (const sign of [1, -1]) {
      let [x, y] = [start % n, Math.floor(start / n)];
      let [px, py] = [tx[start] * sign, ty[start] * sign];
      for (let k = 1; k <= steps; k += 1) {
        x += px * 2;
        y += py * 2;
        const [i, j] = [Math.round(x), Math.round(y)];
        if (i < 0 || j < 0 || i >= n || j >= n) break;
        const o = j * n + i;
        if (mask[o] <= 0.5) break;
        const turn = tx[o] * px + ty[o] * py < 0 ? -1 : 1;
        [px, py] = [tx[o] * turn, ty[o] * turn];
        const w = weights[k];
        sum += w * light[o];
        weight += w;
      }
    }
    out[start] = sum / weight;
  }
  return blurredWithin(out, mask, n, 0.012 * width);
};

/** Extends masks beyond the matte to the nearest texels, so that shapes reach its outline. */
export const extended = (masks: readonly Square[], alpha: Square, n: number): Square[] => {
  const distances = masks.map((mask) => distanceTo(mask, n));
  return masks.map((mask, k) =>
    mask.map((v, i) => {
      if (alpha[i] > 0.3) return v;
      const own = distances[k][i];
      return distances.every((d, j) => j === k || own < d[i]) ? 1 : 0;
    }),
  );
};

/** Least area of a shape on skin, in squares of the face's width. */
export const SMALLEST_SHAPE = 0.006;

/**
 * Turns `mask` into a shape with a smooth outline within `bare`. It has no part and no hole that is
 * too small, before smoothing or after: `least`, the smallest part, and `hole`, the largest hole,
 * are in squares of the face's width, and `sigma`, the blur, is in such widths.
 */
export const skinShape = (
  { n, width }: Pick<PortraitCanvas, 'n' | 'width'>,
  mask: Square,
  bare: Square,
  of: Readonly<Record<'least' | 'hole' | 'sigma', number>>,
): Square => {
  const [least, hole] = [of.least * width * width, of.hole * width * width];
  const rough = smoothed(cleaned(mask, n, least, hole), n, of.sigma * width, 4);
  const clean = (plane: Square): Square => {
    const inside = planeOf(n, (i) => plane[i] > 0.5 && bare[i] > 0.5);
    return cleaned(inside, n, least, hole);
  };
  const once = gaussian(clean(rough), n, 0.012 * width);
  // If the last blur pinches off a part that is too small, remove it with its surroundings.
  const kept = distanceTo(clean(once), n);
  return once.map((v, i) => (kept[i] > 0.03 * width ? 0 : v));
};
