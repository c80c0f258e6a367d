import { BROWS, EYES } from '../mesh.ts';
import { chromaOf, hueOf, lch, rgbOf, type Lab } from '../oklab.ts';
import { gaussian, quantile, step } from '../planes.ts';
import type { Portrait } from '../portrait.ts';
import type { Plane, Point } from '../raster.ts';
import { filled, grown, pointOf, pointsOf, type Canvas } from '../regions.ts';
import { rimOf, sampled, type Spectacles } from '../spectacles.ts';
import { fromClose, labsWhere, medianLab, shifted, type Shapes, type SkinTones } from './shapes.ts';

/** Edge in pixels of what is drawn, and how many face widths it covers. */
export const DRAWN = { edge: 1024, faces: 1.5 } as const;

type Pen = OffscreenCanvasRenderingContext2D;
type Points = readonly Point[];

const UPPER = [
  [33, 246, 161, 160, 159, 158, 157, 173, 133],
  [263, 466, 388, 387, 386, 385, 384, 398, 362],
] as const;
const LOWER = [
  [33, 7, 163, 144, 145, 153, 154, 155, 133],
  [263, 249, 390, 373, 374, 380, 381, 382, 362],
] as const;
const LIP_TOP = [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291] as const;
const LIP_FOOT = [291, 375, 321, 405, 314, 17, 84, 181, 91, 146, 61] as const;
const MOUTH_TOP = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308] as const;
const MOUTH_FOOT = [308, 324, 318, 402, 317, 14, 87, 178, 88, 95, 78] as const;
const NOSE_FOOT = [129, 98, 97, 2, 326, 327, 358] as const;
/** A brow's upper and lower edge, from the temple inwards. */
const BROW_EDGES = [
  [
    [70, 63, 105, 66, 107],
    [46, 53, 52, 65, 55],
  ],
  [
    [300, 293, 334, 296, 336],
    [276, 283, 282, 295, 285],
  ],
] as const;
const FOLDS = [
  [129, 203, 206, 216],
  [358, 423, 426, 436],
] as const;

const clamp = (v: number, low: number, high: number): number => Math.min(high, Math.max(low, v));
const mix = ([x, y]: Point, [u, v]: Point, t: number): Point => [x + (u - x) * t, y + (v - y) * t];
const distance = ([x, y]: Point, [u, v]: Point): number => Math.hypot(x - u, y - v);

/** Catmull-Rom's curve through the points (E. Catmull, R. Rom 1974), as many short straight pieces. */
const curve = (points: Points, closed = false): Point[] => {
  const count = points.length;
  const at = (i: number): Point =>
    points[closed ? (i + count) % count : clamp(i, 0, count - 1)] as Point;
  const out: Point[] = [];
  for (let i = 0; i < (closed ? count : count - 1); i += 1) {
    const [p, q, r, s] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let k = 0; k < 8; k += 1) {
      const t = k / 8;
      const value = (c: 0 | 1): number =>
        0.5 *
        (2 * q[c] +
          (r[c] - p[c]) * t +
          (2 * p[c] - 5 * q[c] + 4 * r[c] - s[c]) * t * t +
          (3 * q[c] - p[c] - 3 * r[c] + s[c]) * t * t * t);
      out.push([value(0), value(1)]);
    }
  }
  return closed ? out : [...out, points[count - 1] as Point];
};

const css = (lab: Lab, alpha = 1): string => {
  const [r, g, b] = rgbOf(lab).map((v) => Math.round(v * 255));
  return `rgb(${String(r)} ${String(g)} ${String(b)} / ${alpha.toFixed(3)})`;
};

const trace = (pen: Pen, points: Points): void => {
  pen.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.closePath();
};

const fill = (pen: Pen, points: Points, lab: Lab, alpha = 1): void => {
  trace(pen, points);
  pen.fillStyle = css(lab, alpha);
  pen.fill();
};

const disc = (pen: Pen, [x, y]: Point, r: number, lab: Lab, alpha = 1): void => {
  pen.beginPath();
  pen.arc(x, y, Math.max(0, r), 0, 2 * Math.PI);
  pen.fillStyle = css(lab, alpha);
  pen.fill();
};

/** A line `wide` at most, its width by how far along it one is, 0 to 1. */
const stroke = (
  pen: Pen,
  points: Points,
  wide: number,
  lab: Lab,
  profile: (t: number) => number,
  alpha = 1,
): void => {
  const lengths = [0];
  points.slice(1).forEach((p, i) => {
    lengths.push((lengths[i] as number) + distance(p, points[i] as Point));
  });
  const whole = lengths[lengths.length - 1] || 1;
  const left: Point[] = [];
  const right: Point[] = [];
  points.forEach(([x, y], i) => {
    const [p, q] = [
      points[Math.max(0, i - 1)] as Point,
      points[Math.min(points.length - 1, i + 1)] as Point,
    ];
    const l = distance(p, q) || 1;
    const r = (wide / 2) * profile((lengths[i] as number) / whole);
    const [nx, ny] = [(-(q[1] - p[1]) / l) * r, ((q[0] - p[0]) / l) * r];
    left.push([x + nx, y + ny]);
    right.push([x - nx, y - ny]);
  });
  fill(pen, [...left, ...right.reverse()], lab, alpha);
};

const tapered =
  (start: number, end: number) =>
  (t: number): number =>
    step(0, start, t) * step(0, end, 1 - t);

const within = (pen: Pen, points: Points, draw: () => void): void => {
  pen.save();
  trace(pen, points);
  pen.clip();
  draw();
  pen.restore();
};

/** Where of the canvas the drawing lies: its corner and edge, in texels. */
export const drawnSquare = ({
  canvas,
}: Portrait): readonly [x: number, y: number, edge: number] => {
  const points = [234, 454, 10, 152].map((i) => pointOf(canvas, i));
  const [x, y] = [0, 1].map((c) => points.reduce((sum, p) => sum + (p[c] as number), 0) / 4) as [
    number,
    number,
  ];
  const edge = DRAWN.faces * canvas.width;
  return [x - edge / 2, y - edge / 2, edge];
};

export interface Features {
  /** RGBA, straight; brows, eyes, nose, mouth. */
  readonly face: Uint8ClampedArray<ArrayBuffer>;
  readonly glasses: Uint8ClampedArray<ArrayBuffer> | undefined;
}

/** Everything thin, led by the landmarks and coloured by the photo; in canvas units scaled to pixels. */
export const drawFeatures = (portrait: Portrait, shapes: Shapes): Features => {
  const { edge } = DRAWN;
  const [left, top, span] = drawnSquare(portrait);
  const scale = edge / span;
  const drawn = (draw: (pen: Pen) => void): Uint8ClampedArray<ArrayBuffer> => {
    const pen = new OffscreenCanvas(edge, edge).getContext('2d', { willReadFrequently: true });
    if (!pen) throw new Error('no 2D canvas');
    pen.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    draw(pen);
    return pen.getImageData(0, 0, edge, edge).data;
  };
  const { spectacles } = portrait;
  return {
    face: drawn((pen) => drawFace(pen, portrait, shapes)),
    glasses: spectacles && drawn((pen) => drawGlasses(pen, portrait, spectacles)),
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

  // The side of the nose that turns away from the light, from the bridge to the wing.
  const ridge = curve(all([168, 6, 197, 195, 5, 4]));
  const flank = curve(
    all(side > 0 ? [129, 198, 236, 196, 122, 193] : [358, 420, 456, 419, 351, 417]),
  );
  const shadeOf = (part: number): Point[] => [
    ...ridge,
    ...flank.map((p, i): Point => mix(ridge[ridge.length - 1 - i] ?? p, p, part)),
  ];
  fill(pen, shadeOf(0.86), skin.shadow, 0.85);

  // Nose: its base, swelling at the wings, and the nostrils.
  stroke(
    pen,
    lifted(curve(all(NOSE_FOOT)), 0.004),
    0.018 * w,
    skin.deep,
    (t) =>
      0.35 +
      0.65 * Math.abs(Math.cos(Math.PI * t)) ** 1.5 * step(0, 0.12, t) * step(0, 0.12, 1 - t) +
      0.2 * Math.exp(-(((t - 0.5) / 0.15) ** 2)),
  );
  for (const [p, q] of [
    [98, 97],
    [326, 327],
  ] as const) {
    const [x, y] = lifted([mix(P(p), P(q), 0.5)], 0.01)[0] as Point;
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

  // Folds beside the mouth, as strong as in the photo.
  const { n } = canvas;
  const wide = gaussian(canvas.L, n, 0.03 * w);
  const fine = gaussian(canvas.L, n, 0.008 * w);
  for (const path of FOLDS) {
    const line = curve(all(path));
    const valley =
      line.reduce((sum, [x, y]) => {
        let most = -1;
        for (let dx = -2; dx <= 2; dx += 1)
          for (let dy = -2; dy <= 2; dy += 1)
            most = Math.max(
              most,
              sampled(wide, n, x + dx, y + dy) - sampled(fine, n, x + dx, y + dy),
            );
        return sum + most;
      }, 0) / line.length;
    const k = step(0.006, 0.028, valley);
    if (k > 0.1)
      stroke(
        pen,
        line,
        0.02 * w * Math.sqrt(k),
        bearded ? skin.deep : skin.shadow,
        tapered(0.3, 0.6),
        Math.min(1, k + 0.35),
      );
  }
  drawMouth(pen, canvas, skin);
  drawEyes(pen, portrait, skin, side);
};

const drawMouth = (pen: Pen, canvas: Canvas, skin: SkinTones): void => {
  const w = canvas.width;
  const { n } = canvas;
  const P = (i: number): Point => pointOf(canvas, i);
  const curved = (indices: readonly number[]): Point[] => curve(pointsOf(canvas, indices));
  const upper = [...curved(LIP_TOP), ...curved(MOUTH_TOP).reverse()];
  const lower = [...curved(LIP_FOOT), ...curved(MOUTH_FOOT).reverse()];
  const lipMask = filled(n, upper, lower);
  const lips = labsWhere(canvas, (i) => (lipMask[i] as number) > 0.5);
  const own = lips.length > 5 ? medianLab(lips) : skin.deep;
  const base = skin.base[0];
  const chroma = clamp(chromaOf(own) * 1.05, chromaOf(skin.base) * 1.02, 0.15);
  const light = clamp(own[0] - 0.02, base - 0.24, base - 0.07);
  const below = lch(light + 0.035, chroma, hueOf(own));
  const above = lch(light - 0.035, chroma, hueOf(own));
  const inner = [...curved(MOUTH_TOP), ...curved(MOUTH_FOOT).slice(1, -1)];
  const open = distance(P(13), P(14)) / w;
  if (open > 0.022) {
    fill(pen, inner, lch(0.28, 0.06, 25));
    const soft = gaussian(canvas.L, n, 0.006 * w);
    const inside = filled(n, inner);
    const values: number[] = [];
    for (let i = 0; i < inside.length; i += 1)
      if ((inside[i] as number) > 0.5) values.push(soft[i] as number);
    if (values.length > 3 && quantile(values, 0.75) > own[0] + 0.015) {
      // One shape of teeth under the upper lip, as far down as the photo shows them.
      const bright = quantile(values, 0.75);
      const topLine = curved(MOUTH_TOP);
      const foot = curved(MOUTH_FOOT).reverse();
      let depth = 0;
      for (let k = 1; k <= 10; k += 1) {
        let sum = 0;
        for (const t of [0.35, 0.45, 0.5, 0.55, 0.65]) {
          const at = Math.round(t * (topLine.length - 1));
          const [x, y] = mix(topLine[at] as Point, foot[at] as Point, k / 10);
          sum += sampled(soft, n, x, y) / 5;
        }
        if (sum > bright - 0.14) depth = k / 10;
      }
      depth = Math.max(0.55, depth);
      const last = topLine.length - 1;
      const rim = (t: number, part: number): Point => {
        const at = Math.round(t * last);
        return mix(topLine[at] as Point, foot[at] as Point, part);
      };
      const ts = Array.from({ length: 25 }, (_, k) => 0.05 + (0.9 * k) / 24);
      const bulge = (t: number): number =>
        depth * Math.min(1, step(0.02, 0.2, t) * step(0.98, 0.8, t) + 0.15);
      const teeth = [...ts.map((t) => rim(t, 0)), ...ts.map((t) => rim(1 - t, bulge(1 - t)))];
      fill(pen, teeth, lch(clamp(0.8 + (0.16 * (base - 0.4)) / 0.45, 0.82, 0.95), 0.014, 85));
      within(pen, teeth, () =>
        fill(
          pen,
          [
            ...ts.map((t) => rim(t, 0)),
            ...ts.map((t) => rim(1 - t, 0)).map(([x, y]): Point => [x, y + 0.016 * w]),
          ],
          lch(0.62, 0.02, 60),
          0.5,
        ),
      );
    }
  }
  fill(pen, lower, below);
  fill(pen, upper, above);
  const middle = mix(P(17), P(14), 0.55);
  stroke(
    pen,
    curve([mix(P(84), P(87), 0.5), middle, mix(P(314), P(317), 0.5)]),
    0.02 * w,
    shifted(below, 0.055, 0.9),
    tapered(0.15, 0.15),
    0.8,
  );
  stroke(
    pen,
    curve([P(61), ...pointsOf(canvas, MOUTH_TOP), P(291)]),
    (open <= 0.022 ? 0.016 : 0.011) * w,
    shifted(above, open <= 0.022 ? -0.16 : -0.15, 0.9),
    tapered(0.1, 0.1),
  );
  stroke(
    pen,
    curve(pointsOf(canvas, [182, 18, 406])).map(([x, y]): Point => [x, y + 0.016 * w]),
    0.018 * w,
    skin.deep,
    tapered(0.5, 0.5),
    0.5,
  );
};

const drawEyes = (pen: Pen, portrait: Portrait, skin: SkinTones, side: -1 | 1): void => {
  const { canvas, close } = portrait;
  const w = canvas.width;
  const base = skin.base[0];
  const { n } = close;
  const fine = gaussian(close.L, n, 0.006 * close.width);
  // One colour for both irises: lenses tint them apart.
  const dark = EYES.flatMap((ring) => {
    const mask = filled(n, pointsOf(close, ring));
    const inside = labsWhere(close, (i) => (mask[i] as number) > 0.5);
    const limit = quantile(
      inside.map(([L]) => L),
      0.4,
    );
    return inside.filter(([L]) => L < limit);
  });
  const seen: Lab = dark.length > 5 ? medianLab(dark) : [0.3, 0, 0];
  const iris = lch(clamp(seen[0], 0.27, 0.5), clamp(chromaOf(seen) * 1.3, 0.02, 0.07), hueOf(seen));
  const white = lch(clamp(0.86 + 0.09 * (base - 0.5), 0.82, 0.93), 0.012, 70);
  EYES.forEach((ring, e) => {
    const out = e === 0 ? -1 : 1;
    const upperIds = UPPER[e] as readonly number[];
    const upper = curve(pointsOf(canvas, upperIds));
    const lower = curve(pointsOf(canvas, LOWER[e] as readonly number[]));
    const corner = pointOf(canvas, upperIds[0] as number);
    const wide = distance(corner, pointOf(canvas, upperIds[8] as number));
    const [top, foot] = [
      pointOf(canvas, upperIds[4] as number),
      pointOf(canvas, (LOWER[e] as readonly number[])[4] as number),
    ];
    const high = distance(top, foot);
    const contour = curve(pointsOf(canvas, ring), true);
    const down = (points: Points, by: number): Point[] =>
      points.map(([x, y]): Point => [x, y + by * w]);
    fill(pen, [...upper, ...down(upper, -0.026).reverse()], skin.shadow, 0.8);
    fill(pen, contour, white);

    // The iris is the darkest mass inside, drawn towards the middle.
    const mask = filled(n, pointsOf(close, ring));
    const own = pointsOf(close, ring);
    const centre: Point = [
      own.reduce((s, [x]) => s + x, 0) / own.length,
      own.reduce((s, [, y]) => s + y, 0) / own.length,
    ];
    const closeWide = (wide * close.width) / w;
    const values: number[] = [];
    for (let i = 0; i < mask.length; i += 1)
      if ((mask[i] as number) > 0.5) values.push(fine[i] as number);
    const limit = quantile(values, 0.45);
    let [sx, sy, sum] = [0, 0, 1e-6];
    for (let i = 0; i < mask.length; i += 1) {
      if ((mask[i] as number) <= 0.5) continue;
      const [x, y] = [i % n, Math.floor(i / n)];
      const far = Math.hypot(x - centre[0], y - centre[1]) / (0.32 * closeWide);
      const weight = Math.max(0, limit - (fine[i] as number)) * Math.exp(-far * far);
      sx += weight * x;
      sy += weight * y;
      sum += weight;
    }
    const mass: Point = sum > 1e-4 ? [sx / sum, sy / sum] : centre;
    const [mx, my] = fromClose(portrait, ...mix(centre, mass, 0.7));
    const r = clamp(0.225 * wide, 0.034 * w, 0.05 * w);
    const at: Point = [
      mx,
      high > 0.9 * r
        ? clamp(my, top[1] + 0.55 * r, Math.max(top[1] + 0.55 * r, foot[1] - 0.35 * r))
        : (top[1] + foot[1]) / 2,
    ];
    within(pen, contour, () => {
      disc(pen, at, r, iris);
      disc(pen, at, 0.52 * r, lch(0.17, 0.02, 40));
      fill(pen, [...upper, ...down(upper, 0.012).reverse()], shifted(white, -0.28), 0.7);
      disc(pen, [at[0] + 0.34 * r * side, at[1] - 0.36 * r], 0.24 * r, [1, 0, 0], 0.95);
    });
    const second = pointOf(canvas, upperIds[1] as number);
    const tip: Point = [
      corner[0] + (corner[0] - second[0]) * 0.25 + out * 0.012 * w,
      corner[1] + (corner[1] - second[1]) * 0.25 - 0.004 * w,
    ];
    stroke(
      pen,
      curve([tip, ...pointsOf(canvas, upperIds)]),
      0.027 * w,
      skin.line,
      (t) => step(0, 0.22, t) * (0.45 + 0.55 * step(0, 0.5, 1 - t)),
    );
    stroke(pen, down(lower, 0.004), 0.011 * w, skin.deep, tapered(0.05, 0.6));
    const crease = [0, 2, 4, 6, 8].map((k, i): Point => {
      const [x, y] = pointOf(canvas, upperIds[k] as number);
      return [x, y - 0.03 * w * ([0.4, 1, 1.05, 0.9, 0.3][i] as number)];
    });
    stroke(pen, curve(crease), 0.011 * w, skin.deep, tapered(0.35, 0.35));
    drawBrow(pen, portrait, skin, e, fine);
  });
};

/** A brow lies where the landmarks say, and is as thick and as high as the photo's dark says. */
const drawBrow = (pen: Pen, portrait: Portrait, skin: SkinTones, e: number, fine: Plane): void => {
  const { close, spectacles } = portrait;
  const { n } = close;
  const [over, under] = BROW_EDGES[e] as readonly (readonly number[])[];
  const [tops, feet] = [over, under].map((ids) =>
    curve(pointsOf(close, ids as readonly number[])),
  ) as [Point[], Point[]];
  const ring = pointsOf(close, BROWS[e] as readonly number[]);
  const mask = filled(n, ring);
  const around = grown(mask, n, 0.05 * close.width);
  const eyes = grown(
    filled(n, pointsOf(close, EYES[e] as readonly number[])),
    n,
    0.02 * close.width,
  );
  const beside: number[] = [];
  for (let i = 0; i < mask.length; i += 1)
    if (
      (around[i] as number) > 0.5 &&
      (mask[i] as number) < 0.5 &&
      (eyes[i] as number) < 0.5 &&
      (close.alpha[i] as number) > 0.9
    )
      beside.push(fine[i] as number);
  const bare = quantile(beside, 0.6);
  const count = tops.length;
  const line = tops.map((top, k) => {
    const foot = feet[k] as Point;
    const half: Point = [(foot[0] - top[0]) / 2, (foot[1] - top[1]) / 2];
    const middle = mix(top, foot, 0.5);
    let [sum, moment, square] = [0, 0, 0];
    for (let s = -2; s <= 2.001; s += 0.2) {
      const v = sampled(fine, n, middle[0] + half[0] * s, middle[1] + half[1] * s);
      const weight = Math.max(0, bare - 0.05 - v);
      sum += weight;
      moment += weight * s;
      square += weight * s * s;
    }
    const sure = spectacles ? 0 : step(0.15, 0.9, sum);
    const at = sum > 0.05 ? moment / sum : 0;
    const thick = sum > 0.05 ? 1.75 * Math.sqrt(Math.max(0.05, square / sum - at * at)) : 1;
    return {
      middle,
      half,
      at: clamp(at, -0.8, 0.8) * sure * 0.8,
      thick: 1 + (clamp(thick, 0.6, 1.5) - 1) * sure * 0.8,
      k,
    };
  });
  const average = (k: number, value: (one: (typeof line)[0]) => number): number => {
    const some = line.slice(Math.max(0, k - 5), k + 6);
    return some.reduce((sum, one) => sum + value(one), 0) / some.length;
  };
  const edge = (sign: -1 | 1): Point[] =>
    line.map(({ middle, half, k }) => {
      const t = k / (count - 1);
      const s =
        average(k, (one) => one.at) +
        sign *
          average(k, (one) => one.thick) *
          (0.25 + 0.75 * step(0, 0.35, t)) *
          (0.7 + 0.3 * step(0, 0.15, 1 - t));
      return fromClose(portrait, middle[0] + half[0] * s, middle[1] + half[1] * s);
    });
  const inside = labsWhere(close, (i) => (mask[i] as number) > 0.5);
  const limit = quantile(
    inside.map(([L]) => L),
    0.35,
  );
  const own = medianLab(inside.filter(([L]) => L <= limit + 0.02));
  const base = skin.base[0];
  fill(
    pen,
    [...edge(-1), ...edge(1).reverse()],
    lch(clamp(Math.min(own[0], base - 0.11), 0.2, 0.66), Math.min(chromaOf(own), 0.07), hueOf(own)),
  );
};

const drawGlasses = (pen: Pen, portrait: Portrait, glasses: Spectacles): void => {
  const { canvas, close } = portrait;
  const w = canvas.width;
  const { n } = close;
  const rims = ([-1, 1] as const).map((s) => rimOf(glasses, s));
  const around = rims
    .flat()
    .map(([x, y]): Lab => [
      sampled(close.L, n, x, y),
      sampled(close.a, n, x, y),
      sampled(close.b, n, x, y),
    ]);
  around.sort((p, q) => p[0] - q[0]);
  const seen = medianLab(around.slice(0, around.length >> 1));
  const frame = lch(clamp(seen[0] * 0.9, 0.18, 0.55), Math.min(chromaOf(seen), 0.1), hueOf(seen));
  const upper = clamp(0.016 + 0.12 * (glasses.upper - 0.03), 0.015, 0.034) * w;
  const lower =
    glasses.lower > 0.016
      ? clamp(0.014 + 0.12 * (glasses.lower - 0.03), 0.01, 0.03) * w
      : 0.006 * w;
  const to = (x: number, y: number): Point =>
    fromClose(
      portrait,
      glasses.middle[0] + glasses.across[0] * x + glasses.down[0] * y,
      glasses.middle[1] + glasses.across[1] * x + glasses.down[1] * y,
    );
  const [dx, dy, a, b] = glasses.shape;
  rims.forEach((rim, k) => {
    const side = k === 0 ? -1 : 1;
    const ring = rim.map(([x, y]) => fromClose(portrait, x, y));
    fill(pen, ring, [1, 0, 0], 0.05);
    const centre: Point = [
      ring.reduce((s, [x]) => s + x, 0) / ring.length,
      ring.reduce((s, [, y]) => s + y, 0) / ring.length,
    ];
    const wideAt = (i: number): number =>
      lower + (upper - lower) * step(-0.25, 0.25, -Math.sin((2 * Math.PI * i) / ring.length));
    const offset = (sign: number): Point[] =>
      ring.map((p, i) => {
        const d = distance(p, centre) || 1;
        return mix(centre, p, 1 + (sign * wideAt(i)) / 2 / d);
      });
    pen.beginPath();
    for (const line of [curve(offset(1), true), curve(offset(-1), true)]) {
      line.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
      pen.closePath();
    }
    pen.fillStyle = css(frame);
    pen.fill('evenodd');
    const hinge = to(side * (dx + a * 0.98), dy - b * 0.35);
    const ear = pointOf(canvas, side < 0 ? 234 : 454);
    if ((ear[0] - hinge[0]) * side > 0.02 * w)
      stroke(pen, [hinge, [ear[0], hinge[1] + 0.02 * w]], upper * 0.9, frame, () => 1);
  });
  const bow = 0.012 * close.width;
  const inner = dx - a * 0.97;
  stroke(
    pen,
    curve([
      to(-inner, glasses.bridge + bow),
      to(0, glasses.bridge - bow),
      to(inner, glasses.bridge + bow),
    ]),
    upper * 0.85,
    frame,
    () => 1,
  );
};
