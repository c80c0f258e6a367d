import { BROWS, EYES, LIPS, OVAL } from '../mesh.ts';
import { chromaOf, hueOf, labDistance, lch, type Lab } from '../oklab.ts';
import { kMeans } from '../palette.ts';
import {
  blurredWithin,
  cleaned,
  distanceTo,
  gaussian,
  partsOf,
  quantile,
  smoothed,
} from '../planes.ts';
import type { Portrait } from '../portrait.ts';
import type { Plane, Point } from '../raster.ts';
import { filled, grown, pointOf, pointsOf, type Canvas } from '../regions.ts';
import { rimOf, sampled } from '../spectacles.ts';

/** The few colours of a person's skin, each a step from the first. */
export interface SkinTones {
  readonly base: Lab;
  readonly shadow: Lab;
  readonly deep: Lab;
  readonly light: Lab;
  readonly line: Lab;
}

/** A flat colour and its second tone. */
export type Cloth = readonly [plain: Lab, folded: Lab];

/**
 * A person as flat shapes on the portrait's canvas. Each plane is soft; an outline runs where it
 * crosses a half (of two shapes in one plane: a quarter and three quarters).
 */
export interface Shapes {
  readonly n: number;
  readonly matte: Plane;
  readonly hair: Plane;
  readonly clothes: Plane;
  /** Folds of clothes. */
  readonly folds: Plane;
  /** Below a quarter shadow, above three quarters light. */
  readonly skinTone: Plane;
  /** Above a quarter the jaw's shadow on the neck, above three quarters its deepest. */
  readonly neck: Plane;
  readonly hairTone: Plane;
  readonly beard: Plane;
  /** Where clothes, or a hat, have their second, third and fourth colour. */
  readonly colours: readonly [Plane, Plane, Plane];
  readonly skin: SkinTones;
  readonly beardColour: Lab;
  /** Base, light and dark. */
  readonly hairColours: readonly [Lab, Lab, Lab];
  /** One to four; the first where no plane of `colours` says otherwise. */
  readonly cloth: readonly Cloth[];
  /** As `cloth`, of a hat; empty when hair is worn. */
  readonly hat: readonly Lab[];
  readonly bearded: boolean;
}

const up = (v: number): number => (v > 0.5 ? 1 : 0);
const clamp = (v: number, low: number, high: number): number => Math.min(high, Math.max(low, v));
export const shifted = (lab: Lab, light: number, chroma = 1, hue = 0): Lab =>
  lch(clamp(lab[0] + light, 0, 1), chromaOf(lab) * chroma, hueOf(lab) + hue);

export const labsWhere = (
  { L, a, b }: Pick<Canvas, 'L' | 'a' | 'b'>,
  test: (i: number) => boolean,
): Lab[] => {
  const found: Lab[] = [];
  for (let i = 0; i < L.length; i += 1)
    if (test(i)) found.push([L[i] as number, a[i] as number, b[i] as number]);
  return found;
};

export const medianLab = (labs: readonly Lab[]): Lab =>
  [0, 1, 2].map((c) =>
    quantile(
      labs.map((lab) => lab[c] as number),
      0.5,
    ),
  ) as unknown as Lab;

/**
 * Steps between tones are the same for every skin; its own lightness, chroma and hue are the person's.
 */
const skinTonesOf = ({ canvas, regions }: Portrait): SkinTones => {
  const { skin, face } = regions;
  const whole = labsWhere(
    canvas,
    (i) => (face[i] as number) > 0.5 && (canvas.alpha[i] as number) > 0.5,
  );
  const bare = labsWhere(canvas, (i) => (face[i] as number) > 0.5 && (skin[i] as number) > 0.5);
  const some = bare.length > 100 ? bare : whole;
  const lights = some.map(([L]) => L);
  const [low, high] = [quantile(lights, 0.4), quantile(lights, 0.78)];
  const own = medianLab(some.filter(([L]) => L >= low && L <= high));
  const L = clamp(
    quantile(
      whole.map(([l]) => l),
      0.5,
    ) + 0.012,
    0.28,
    0.88,
  );
  const chroma = clamp(chromaOf(own) * 1.14, L < 0.66 ? 0.07 : 0.058, 0.115);
  const hue = clamp(hueOf(own), 38, 68);
  const dark = 0.08 + (L > 0.7 ? 0.02 : 0) - (L < 0.45 ? 0.02 : 0);
  return {
    base: lch(L, chroma, hue),
    shadow: lch(L - dark, clamp(chroma * 1.12, 0.05, 0.13), hue - 5),
    deep: lch(L - dark * 1.75, clamp(chroma * 1.1, 0.05, 0.12), hue - 9),
    light: lch(Math.min(L + 0.048, 0.94), chroma * 0.88, hue + 4),
    line: lch(Math.max(0.16, L * 0.38), 0.045, 40),
  };
};

/** The main colours, those alike merged; the most frequent first. */
const coloursOf = (labs: readonly Lab[], k: number, merge: number): Lab[] => {
  const every = Math.max(1, Math.floor(labs.length / 700));
  const clusters = kMeans(
    labs.filter((_, i) => i % every === 0).map(([L, a, b]): Lab => [L, a * 1.6, b * 1.6]),
    k,
  ).map(({ lab, share }) => ({ lab: [lab[0], lab[1] / 1.6, lab[2] / 1.6] as Lab, share }));
  for (;;) {
    let [least, p, q] = [Infinity, 0, 0];
    clusters.forEach((one, i) => {
      for (let j = 0; j < i; j += 1) {
        const other = (clusters[j] as { lab: Lab }).lab;
        const d = Math.hypot(
          (one.lab[0] - other[0]) * 0.9,
          (one.lab[1] - other[1]) * 1.5,
          (one.lab[2] - other[2]) * 1.5,
        );
        if (d < least) [least, p, q] = [d, i, j];
      }
    });
    if (least > merge) break;
    const [a, b] = [clusters[p], clusters[q]] as [(typeof clusters)[0], (typeof clusters)[0]];
    const share = a.share + b.share;
    clusters[q] = {
      share,
      lab: a.lab.map(
        (v, c) => (v * a.share + (b.lab[c] as number) * b.share) / share,
      ) as unknown as Lab,
    };
    clusters.splice(p, 1);
  }
  return clusters
    .filter(({ share }) => share > 0.015)
    .sort((p, q) => q.share - p.share)
    .map(({ lab }) => lab);
};

/** Each texel's nearest colour, its outlines smoothed together (multi-phase MBO), small parts given away. */
const split = (
  labs: readonly [Plane, Plane, Plane],
  mask: Plane,
  colours: readonly Lab[],
  n: number,
  sigma: number,
  smallest: number,
): Plane[] => {
  let planes = colours.map((c) => {
    const plane = new Float32Array(n * n);
    for (let i = 0; i < n * n; i += 1) {
      if ((mask[i] as number) <= 0.5) continue;
      const d =
        ((labs[0][i] as number) - c[0]) ** 2 +
        2.25 * (((labs[1][i] as number) - c[1]) ** 2 + ((labs[2][i] as number) - c[2]) ** 2);
      plane[i] = Math.exp(-d / 0.005) + 1e-6;
    }
    return plane;
  });
  const best = new Int8Array(n * n);
  const winners = (): void => {
    for (let i = 0; i < n * n; i += 1) {
      let most = -1;
      let first = 0;
      for (let k = 0; k < planes.length; k += 1) {
        const value = (planes[k] as Plane)[i] as number;
        if (value > most) {
          most = value;
          first = k;
        }
      }
      best[i] = first;
    }
  };
  for (let i = 0; i < n * n; i += 1) {
    const sum = planes.reduce((s, plane) => s + (plane[i] as number), 0);
    if (sum > 0) for (const plane of planes) plane[i] = (plane[i] as number) / sum;
  }
  for (let round = 0; round < 2; round += 1) {
    planes = planes.map((plane) => gaussian(plane, n, sigma));
    winners();
    if (round < 1)
      planes = planes.map((_, k) => mask.map((v, i) => (v > 0.5 && best[i] === k ? 1 : 0)));
  }
  colours.forEach((_, k) => {
    const { of, areas } = partsOf(
      mask.map((v, i) => (v > 0.5 && best[i] === k ? 1 : 0)),
      n,
    );
    for (let i = 0; i < n * n; i += 1) {
      const part = of[i] as number;
      if (part === 0 || (areas[part] as number) >= smallest) continue;
      let [most, next] = [-1, best[i] as number];
      planes.forEach((plane, j) => {
        if (j !== k && (plane[i] as number) > most) [most, next] = [plane[i] as number, j];
      });
      best[i] = next;
    }
  });
  return colours.map((_, k) =>
    smoothed(
      Float32Array.from(best, (v) => (v === k ? 1 : 0)),
      n,
      sigma,
      1,
    ),
  );
};

/** In deviations from the mean over `mask`. */
const standard = (plane: Plane, mask: Plane): Plane => {
  let [count, sum, square] = [0, 0, 0];
  for (let i = 0; i < plane.length; i += 1) {
    if ((mask[i] as number) <= 0.5) continue;
    const v = plane[i] as number;
    count += 1;
    sum += v;
    square += v * v;
  }
  const mean = sum / Math.max(1, count);
  const deviation = Math.sqrt(Math.max(0, square / Math.max(1, count) - mean * mean)) + 1e-3;
  return plane.map((v) => (v - mean) / deviation);
};

const valuesIn = (plane: Plane, mask: Plane): number[] => {
  const found: number[] = [];
  for (let i = 0; i < plane.length; i += 1)
    if ((mask[i] as number) > 0.5) found.push(plane[i] as number);
  return found;
};

/**
 * Means along the strands: line integrals through the smoothed structure tensor's lesser direction
 * (B. Cabral, L. Leedom 1993; H. Kang et al. 2007), so that a lock's light and dark run with it.
 */
const alongStrands = (light: Plane, mask: Plane, n: number, width: number): Plane => {
  const even = quantile(valuesIn(light, mask), 0.5);
  const flat = light.map((v, i) => ((mask[i] as number) > 0.5 ? v : even));
  const at = (x: number, y: number): number =>
    flat[clamp(y, 0, n - 1) * n + clamp(x, 0, n - 1)] as number;
  const tensor = [0, 1, 2].map(() => new Float32Array(n * n)) as [Plane, Plane, Plane];
  for (let y = 0; y < n; y += 1)
    for (let x = 0; x < n; x += 1) {
      const [gx, gy] = [at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1)];
      tensor[0][y * n + x] = gx * gx;
      tensor[1][y * n + x] = gx * gy;
      tensor[2][y * n + x] = gy * gy;
    }
  const [E, F, G] = tensor.map((plane) => gaussian(plane, n, 0.05 * width)) as [
    Plane,
    Plane,
    Plane,
  ];
  const tx = new Float32Array(n * n);
  const ty = new Float32Array(n * n);
  for (let i = 0; i < n * n; i += 1) {
    const angle =
      0.5 * Math.atan2(2 * (F[i] as number), (E[i] as number) - (G[i] as number)) + Math.PI / 2;
    tx[i] = Math.cos(angle);
    ty[i] = Math.sin(angle);
  }
  const out = new Float32Array(n * n);
  const steps = Math.max(2, Math.round((0.2 * width) / 2));
  for (let start = 0; start < n * n; start += 1) {
    if ((mask[start] as number) <= 0.5) continue;
    let [sum, weight] = [light[start] as number, 1];
    for (const sign of [1, -1]) {
      let [x, y] = [start % n, Math.floor(start / n)];
      let [px, py] = [(tx[start] as number) * sign, (ty[start] as number) * sign];
      for (let k = 1; k <= steps; k += 1) {
        x += px * 2;
        y += py * 2;
        const [i, j] = [Math.round(x), Math.round(y)];
        if (i < 0 || j < 0 || i >= n || j >= n) break;
        const o = j * n + i;
        if ((mask[o] as number) <= 0.5) break;
        const turn = (tx[o] as number) * px + (ty[o] as number) * py < 0 ? -1 : 1;
        [px, py] = [(tx[o] as number) * turn, (ty[o] as number) * turn];
        const w = Math.exp(-0.5 * ((2 * k) / steps) ** 2);
        sum += w * (light[o] as number);
        weight += w;
      }
    }
    out[start] = sum / weight;
  }
  return blurredWithin(out, mask, n, 0.012 * width);
};

/** A region's colour as printed: a little more vivid, neither black nor white. */
const dressed = (lab: Lab, light = 0): Lab =>
  lch(clamp(lab[0] + light, 0.13, 0.955), Math.min(chromaOf(lab) * 1.08, 0.24), hueOf(lab));

/** Texels beyond the matte go to whoever is nearest, so that outlines end at the matte's and not before. */
const extended = (masks: readonly Plane[], alpha: Plane, n: number): Plane[] => {
  const distances = masks.map((mask) => distanceTo(mask, n));
  return masks.map((mask, k) =>
    mask.map((v, i) => {
      if ((alpha[i] as number) > 0.3) return v;
      const own = (distances[k] as Plane)[i] as number;
      return distances.every((d, j) => j === k || own < (d[i] as number)) ? 1 : 0;
    }),
  );
};

/** Least area of a skin shape in square face widths: a little over half a per cent of the face. */
export const SMALLEST_SHAPE = 0.006;

/**
 * A shape with a smooth outline from `mask`, within `bare`: no part of it is smaller than
 * `SMALLEST_SHAPE`, neither before its outline is smoothed nor after. Lengths in face widths.
 */
export const skinShape = (
  mask: Plane,
  bare: Plane,
  n: number,
  { width, hole, sigma }: { readonly width: number; readonly hole: number; readonly sigma: number },
): Plane => {
  const area = width * width;
  const least = SMALLEST_SHAPE * area;
  const rough = smoothed(cleaned(mask, n, least, hole * area), n, sigma * width, 4);
  const clean = (plane: Plane): Plane =>
    cleaned(
      plane.map((v, i) => (v > 0.5 && (bare[i] as number) > 0.5 ? 1 : 0)),
      n,
      least,
      0.004 * area,
    );
  const once = gaussian(clean(rough), n, 0.012 * width);
  // Where the last blur pinches a part off, what is too small goes with all around it.
  const kept = distanceTo(clean(once), n);
  return once.map((v, i) => ((kept[i] as number) > 0.03 * width ? 0 : v));
};

/** In texels: the least blur after which an outline shows no steps of the grid. */
const EVEN = 1.1;

const JAW_SIDE = [234, 454] as const;

export const shapesOf = (portrait: Portrait): Shapes => {
  const { canvas, regions, side, spectacles } = portrait;
  const { n, width, alpha, L } = canvas;
  const area = width * width;
  const outline = (mask: Plane, sigma: number, times: number): Plane =>
    smoothed(mask, n, sigma * width, times);
  const whole = cleaned(alpha.map(up), n, 0.05 * area, 0.03 * area);
  // Where nothing was cleaned away the matte itself says where, between texels, the outline runs.
  const matte = outline(
    whole.map((v, i) => (v === up(alpha[i] as number) ? (alpha[i] as number) : v)),
    0.016,
    4,
  );
  const skin = skinTonesOf(portrait);
  const { face } = regions;
  const [bare, hairMask, clothMask] = extended(
    [
      regions.skin.map((v, i) =>
        Math.max(
          v,
          (face[i] as number) > 0.5 &&
            (regions.hair[i] as number) < 0.5 &&
            (regions.clothes[i] as number) < 0.5
            ? 1
            : 0,
        ),
      ),
      regions.hair,
      regions.clothes,
    ],
    alpha,
    n,
  ) as [Plane, Plane, Plane];
  const covered = alpha.map((v) => (v > 0.5 ? 1 : 0));
  const both = (p: Plane, q: Plane): Plane => p.map((v, i) => v * (q[i] as number));

  // Light: half the photo's own, blurred past every feature, half the face's relief.
  const lenses = spectacles
    ? ([-1, 1] as const).map((s) =>
        rimOf(spectacles, s, 1.1).map(([x, y]): Point => fromClose(portrait, x, y)),
      )
    : [];
  const features = grown(
    filled(n, ...[...EYES, ...BROWS, LIPS].map((ring) => pointsOf(canvas, ring)), ...lenses),
    n,
    0.024 * width,
  );
  const core = both(face, bare);
  const weight = bare.map(
    (v, i) => v * (1 - (features[i] as number)) * (alpha[i] as number) + 1e-3,
  );
  const photo = standard(blurredWithin(L, weight, n, 0.032 * width), core);
  const [nx, ny, nz] = portrait.normals;
  const toward = (x: number, y: number, z: number): Plane =>
    nx.map((v, i) => v * x + (ny[i] as number) * y + (nz[i] as number) * z);
  const relief = standard(gaussian(toward(side * 0.62, -0.42, 0.66), n, 0.02 * width), core);
  const shade = photo.map(
    (v, i) => clamp(v, -2.5, 2.5) * 0.55 + clamp(relief[i] as number, -2.5, 2.5) * 0.75,
  );
  const lit = valuesIn(shade, core);
  const [low, high] = [quantile(lit, 0.26), quantile(lit, 0.86)];
  const earLine = Math.min(pointOf(canvas, 234)[1], pointOf(canvas, 454)[1]);
  const below = Math.max(...JAW_SIDE.map((i) => pointOf(canvas, i)[1])) + 0.25 * width;
  const neckZone = bare.map((v, i) =>
    v > 0.5 && (face[i] as number) < 0.5 && Math.floor(i / n) > below ? 1 : 0,
  );
  const shaped = (mask: Plane, hole: number, sigma: number): Plane =>
    skinShape(mask, bare, n, { width, hole, sigma });
  // Hair casts a narrow shadow on the forehead.
  const drop = Math.round(0.022 * width);
  const aside = Math.round(-side * 0.012 * width);
  const cast = hairMask.map((_, i) => {
    const [x, y] = [(i % n) - aside, Math.floor(i / n) - drop];
    return x >= 0 &&
      x < n &&
      y >= 0 &&
      (core[i] as number) > 0.5 &&
      (hairMask[y * n + x] as number) > 0.5
      ? 1
      : 0;
  });
  const shadow = shaped(
    shade.map((v, i) =>
      v < low && (bare[i] as number) > 0.5 && (neckZone[i] as number) < 0.5 ? 1 : 0,
    ),
    0.008,
    0.02,
  );
  const castShadow = gaussian(cast, n, EVEN);
  const light = shaped(
    shade.map((v, i) => (v > high && (core[i] as number) > 0.5 ? 1 : 0)),
    0.006,
    0.022,
  );
  const skinTone = shadow.map(
    (v, i) => 0.5 - 0.5 * Math.max(v, castShadow[i] as number) + 0.5 * (light[i] as number),
  );

  // The jaw's shadow on the neck, and the inner ear.
  const [top, chin] = [pointOf(canvas, 10), pointOf(canvas, 152)];
  const long = Math.hypot(top[0] - chin[0], top[1] - chin[1]);
  const fall: Point = [(chin[0] - top[0]) / long, (chin[1] - top[1]) / long];
  const jaw = pointsOf(canvas, OVAL);
  const jawAt = (down: number, sideways: number): Plane =>
    both(
      filled(
        n,
        jaw.map(([x, y]): Point => [
          x + fall[0] * down * width - side * sideways * width,
          y + fall[1] * down * width,
        ]),
      ),
      neckZone,
    );
  const ear = distanceTo(
    bare.map((v, i) => {
      const [x, y] = [i % n, Math.floor(i / n)];
      return v > 0.5 &&
        (face[i] as number) < 0.5 &&
        y < pointOf(canvas, 172)[1] &&
        y > earLine - 0.16 * width &&
        Math.abs(x - (top[0] + chin[0]) / 2) > 0.42 * width
        ? 0
        : 1;
    }),
    n,
  ).map((d) => (d > 0.032 * width ? 1 : 0));
  const neck = gaussian(
    outline(jawAt(0.15, 0.045), 0.015, 2).map((v, i) => Math.max(up(v), outlineOf(ear, i)) * 0.5),
    n,
    EVEN,
  );
  const deepest = gaussian(jawAt(0.045, 0.01), n, EVEN);
  for (let i = 0; i < neck.length; i += 1)
    neck[i] = (neck[i] as number) + 0.5 * Math.min(1, deepest[i] as number);

  // Hair, or a hat.
  const hairLabs = labsWhere(
    canvas,
    (i) => (regions.hair[i] as number) > 0.5 && (alpha[i] as number) > 0.9,
  );
  const hasHair = hairLabs.length > 0.03 * area;
  const hairMain = hasHair ? coloursOf(hairLabs, 4, 0.1) : [];
  const spread = Math.max(
    0,
    ...hairMain.map((c) => labDistance(...(hairScaled(hairMain[0] as Lab, c) as [Lab, Lab]))),
  );
  const isHat = spread > 0.33;
  let hairColours: [Lab, Lab, Lab] = [skin.line, skin.line, skin.line];
  let hairTone: Plane = new Float32Array(n * n).fill(0.5);
  const colours = [0, 1, 2].map(() => new Float32Array(n * n)) as [Plane, Plane, Plane];
  const put = (planes: readonly Plane[], where: Plane): void => {
    planes.slice(1, 4).forEach((plane, k) => {
      const into = colours[k] as Plane;
      for (let i = 0; i < into.length; i += 1)
        if ((where[i] as number) > 0.5) into[i] = plane[i] as number;
    });
  };
  const visible = alpha.map((v) => (v > 0.3 ? 1 : 0));
  const smooth = (sigma: number): [Plane, Plane, Plane] =>
    [canvas.L, canvas.a, canvas.b].map((plane) =>
      blurredWithin(plane, alpha, n, sigma * width),
    ) as [Plane, Plane, Plane];
  let hat: Lab[] = [];
  if (hasHair && isHat) {
    hat = hairMain.slice(0, 4);
    put(
      split(smooth(0.006), both(hairMask, visible), hat, n, 0.01 * width, 0.006 * area),
      hairMask,
    );
    hairColours = [hat[0] as Lab, hat[0] as Lab, hat[0] as Lab];
    hat = hat.map((c) => dressed(c));
  } else if (hasHair) {
    const lights = hairLabs.map(([v]) => v);
    const [q, m, t] = [quantile(lights, 0.25), quantile(lights, 0.5), quantile(lights, 0.9)];
    const own = medianLab(hairLabs);
    const fair = clamp((m - 0.4) / 0.2, 0, 1);
    const base = lch(
      clamp(m + 0.05 * fair, 0.18, 0.85),
      Math.min(chromaOf(own) * 1.25, 0.125),
      hueOf(own) - 5 * fair,
    );
    hairColours = [
      base,
      shifted(base, clamp((t - m) * 0.8, 0.05, 0.12), 1.05),
      shifted(base, base[0] > 0.26 ? -clamp((m - q) * 0.8, 0.04, 0.09) : 0.035, 1, -3),
    ];
    const solid = both(hairMask, covered);
    const strands = standard(
      alongStrands(blurredWithin(L, both(alpha, hairMask), n, 0.01 * width), solid, n, width),
      solid,
    );
    const bulge = standard(toward(side * 0.5, -0.7, 0.5), solid);
    const field = strands.map((v, i) => v + 0.6 * (bulge[i] as number));
    const values = valuesIn(field, solid);
    const lock = (test: (v: number) => boolean): Plane =>
      outline(
        cleaned(
          field.map((v, i) => ((solid[i] as number) > 0.5 && test(v) ? 1 : 0)),
          n,
          0.045 * area,
          0.02 * area,
        ),
        0.013,
        4,
      );
    const [bottom, crest] = [quantile(values, 0.22), quantile(values, 0.72)];
    const darker = lock((v) => v < bottom);
    hairTone = lock((v) => v > crest).map((v, i) => 0.5 + 0.5 * v - 0.5 * (darker[i] as number));
  }

  // Clothes.
  const clothLabs = labsWhere(
    canvas,
    (i) => (regions.clothes[i] as number) > 0.5 && (alpha[i] as number) > 0.9,
  );
  let folds: Plane = new Float32Array(n * n);
  let cloth: Cloth[] = [[skin.line, skin.line]];
  if (clothLabs.length > 30) {
    const main = coloursOf(clothLabs, 6, 0.085).slice(0, 4);
    const planes = split(
      smooth(0.012),
      both(clothMask, visible),
      main,
      n,
      0.014 * width,
      0.03 * area,
    );
    put(planes, clothMask);
    cloth = main.map((c): Cloth => {
      const plain = dressed(c);
      return [plain, dressed(c, c[0] > 0.3 ? -0.075 : 0.055)];
    });
    const soft = blurredWithin(
      L,
      both(alpha, clothMask).map((v) => v + 1e-3),
      n,
      0.03 * width,
    );
    const facing = toward(side * 0.7, -0.4, 0.55);
    const raw = new Float32Array(n * n);
    const lightIn = both(clothMask, covered);
    for (const plane of planes) {
      const own = plane.map((v, i) => (v > 0.5 ? (lightIn[i] as number) : 0));
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
    folds = outline(raw, 0.022, 4);
  }

  const beard = beardOf(canvas);
  const strength = clamp(beard.density * 2.2, 0.35, 0.92);
  const hairBase = hairColours[0];
  const stubble =
    hasHair && !isHat && hairBase[0] < skin.base[0] - 0.1 ? hairBase : shifted(skin.line, 0.06);
  return {
    n,
    matte,
    hair: hasHair ? outline(hairMask, 0.017, 4) : new Float32Array(n * n),
    clothes: outline(clothMask, 0.018, 4),
    folds,
    skinTone,
    neck,
    hairTone,
    beard: beard.plane,
    colours,
    skin,
    beardColour: skin.base.map(
      (v, c) => v * (1 - strength) + (stubble[c] as number) * strength,
    ) as unknown as Lab,
    hairColours,
    cloth,
    hat,
    bearded: beard.worn,
  };
};

const outlineOf = (mask: Plane, i: number): number => ((mask[i] as number) > 0.5 ? 1 : 0);
const hairScaled = (p: Lab, q: Lab): Lab[] => [p, q].map(([L, a, b]): Lab => [L, a * 1.5, b * 1.5]);

/** A point of the close-up on the canvas. */
export const fromClose = ({ canvas, close }: Portrait, x: number, y: number): Point => {
  // Both are upright and differ in scale and place alone.
  const [p, q] = [pointOf(close, 234), pointOf(close, 454)];
  const [s, t] = [pointOf(canvas, 234), pointOf(canvas, 454)];
  const scale = (t[0] - s[0]) / (q[0] - p[0]);
  return [s[0] + (x - p[0]) * scale, s[1] + (y - p[1]) * scale];
};

const CHEEKS = [50, 101, 118, 117, 205, 280, 330, 347, 346, 425] as const;
const BEARD = [
  [57, 61, 146, 91, 182, 194, 204, 211, 212],
  [287, 291, 375, 321, 406, 418, 424, 431, 432],
  [57, 165, 97, 2, 326, 391, 287, 270, 0, 40],
  [83, 313, 421, 428, 199, 208, 201],
] as const;
const BEARD_ZONE = [
  234, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 323,
  454, 280, 425, 358, 326, 2, 97, 129, 205, 50,
] as const;
const BEARD_CORE = [
  57, 92, 97, 2, 326, 322, 287, 364, 394, 395, 369, 396, 175, 171, 140, 170, 169, 135,
] as const;

/** A beard is darker and greyer than the cheeks at both sides of the mouth, above and below it. */
const beardOf = (canvas: Canvas): { plane: Plane; worn: boolean; density: number } => {
  const { n, width, L, a, b, alpha } = canvas;
  const lips = grown(filled(n, pointsOf(canvas, LIPS)), n, 0.01 * width);
  const free = lips.map((v, i) => (1 - v) * (alpha[i] as number));
  const light = blurredWithin(L, free, n, 0.012 * width);
  const colourful = gaussian(
    L.map((v, i) => Math.hypot(a[i] as number, b[i] as number) / (v + 0.05)),
    n,
    0.012 * width,
  );
  const cheeks = pointsOf(canvas, CHEEKS);
  const reference = quantile(
    cheeks.map(([x, y]) => sampled(light, n, x, y)),
    0.5,
  );
  const tint = quantile(
    cheeks.map(([x, y]) => sampled(colourful, n, x, y)),
    0.5,
  );
  const zone = filled(n, pointsOf(canvas, BEARD_ZONE));
  const darker = light.map((v) => (reference - v) / reference);
  const greyer = colourful.map((v) => 1 - v / tint);
  const places = BEARD.map((ring) => both01(filled(n, pointsOf(canvas, ring)), lips));
  const dark = places.map((mask) => quantile(valuesIn(darker, mask), 0.5));
  const grey = places.map((mask) => quantile(valuesIn(greyer, mask), 0.5));
  const worn =
    Math.min(dark[0] ?? 0, dark[1] ?? 0, dark[2] ?? 0) > 0.1 &&
    Math.min(grey[0] ?? 0, grey[1] ?? 0) > 0.15 &&
    (grey[2] ?? 0) > 0.25;
  const density = dark.reduce((sum, v) => sum + v, 0) / 4;
  if (!worn) return { plane: new Float32Array(n * n), worn, density };
  const core = gaussian(filled(n, pointsOf(canvas, BEARD_CORE)), n, 0.03 * width);
  const raw = darker.map((v, i) =>
    v * (zone[i] as number) > 0.1 &&
    (greyer[i] as number) > 0.1 &&
    (core[i] as number) > 0.02 &&
    (lips[i] as number) < 0.5
      ? 1
      : 0,
  );
  return {
    plane: smoothed(
      cleaned(raw, n, 0.02 * width * width, 0.01 * width * width),
      n,
      0.016 * width,
      4,
    ),
    worn,
    density,
  };
};

const both01 = (mask: Plane, without: Plane): Plane =>
  mask.map((v, i) => (v > 0.5 && (without[i] as number) < 0.5 ? 1 : 0));
