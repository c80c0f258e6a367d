import { clamp, radians } from '../raster/numbers.ts';
import type { Point, Square } from '../raster/planes.ts';

/**
 * Closed outlines of where a plane is above 0.5, one point for each pixel they pass, inside on one
 * side throughout; nothing may be inside at the plane's rim (marching squares: W. Lorensen, H. Cline
 * 1987). Points are in pixels, a pixel's middle at its whole coordinates.
 */
export const outlinesOf = (plane: Square, width: number): Point[][] => {
  // An edge between two pixels is named by the first, twice, and one more if it goes down.
  const next = new Int32Array(2 * plane.length).fill(-1);
  const starts: number[] = [];
  for (let at = 0; at < plane.length - width; at += 1) {
    if (at % width === width - 1) continue;
    const corners = [plane[at], plane[at + 1], plane[at + width + 1], plane[at + width]];
    const inside = corners.map((v) => v > 0.5);
    if (inside.every((v) => v === inside[0])) continue;
    const edges = [2 * at, 2 * (at + 1) + 1, 2 * (at + width), 2 * at + 1];
    const joined = corners.reduce((sum, v) => sum + v, 0) > 2;
    for (let k = 0; k < 4; k += 1) {
      if (!inside[k] || inside[(k + 1) % 4]) continue;
      // Leaves the inside here; where two corners face each other, their middle says how to go on.
      let into = k;
      const step = joined ? 1 : 3;
      do into = (into + step) % 4;
      while (inside[into] || !inside[(into + 1) % 4]);
      next[edges[k]] = edges[into];
      starts.push(edges[k]);
    }
  }
  const pointOf = (edge: number): Point => {
    const from = edge >> 1;
    const to = edge % 2 === 1 ? from + width : from + 1;
    const part = (0.5 - plane[from]) / (plane[to] - plane[from]);
    const [x, y] = [from % width, Math.floor(from / width)];
    return edge % 2 === 1 ? [x, y + part] : [x + part, y];
  };
  return starts.flatMap((start) => {
    const points: Point[] = [];
    for (let edge = start; next[edge] >= 0;) {
      points.push(pointOf(edge));
      const to = next[edge];
      next[edge] = -1;
      edge = to;
    }
    return points.length > 2 ? [points] : [];
  });
};

type Cubic = readonly [Point, Point, Point, Point];

const minus = ([x, y]: Point, [u, v]: Point): Point => [x - u, y - v];
const along = ([x, y]: Point, [u, v]: Point, by: number): Point => [x + u * by, y + v * by];
const dot = ([x, y]: Point, [u, v]: Point): number => x * u + y * v;
const unit = ([x, y]: Point): Point => {
  const long = Math.hypot(x, y) || 1;
  return [x / long, y / long];
};

const at = ([p, q, r, s]: Cubic, t: number): Point => {
  const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
  return [a * p[0] + b * q[0] + c * r[0] + d * s[0], a * p[1] + b * q[1] + c * r[1] + d * s[1]];
};

/** The cubic from the first to the last point, along both tangents, that is nearest to the others. */
const nearest = (
  points: readonly Point[],
  ts: readonly number[],
  out: Point,
  back: Point,
): Cubic => {
  const [p, s] = [points[0], points[points.length - 1]];
  const flat: Cubic = [p, p, s, s];
  let [oo, ob, bb, xo, xb] = [0, 0, 0, 0, 0];
  points.forEach((point, i) => {
    const t = ts[i];
    const [b, c] = [3 * t * (1 - t) ** 2, 3 * t * t * (1 - t)];
    const off = minus(point, at(flat, t));
    oo += b * b;
    ob += b * c * dot(out, back);
    bb += c * c;
    xo += b * dot(out, off);
    xb += c * dot(back, off);
  });
  const whole = oo * bb - ob * ob;
  const long = Math.hypot(...minus(s, p));
  let [from, to] = [(xo * bb - xb * ob) / whole, (oo * xb - ob * xo) / whole];
  if (!(from > 0.01 * long && to > 0.01 * long && from < 3 * long && to < 3 * long))
    from = to = long / 3;
  return [p, along(p, out, from), along(s, back, to), s];
};

/**
 * Cubic Bézier curves along the points, at most `off` pixels beside them (P. Schneider, "An Algorithm
 * for Automatically Fitting Digitized Curves", Graphics Gems 1990).
 */
const fitted = (points: readonly Point[], out: Point, back: Point, off: number): Cubic[] => {
  const last = points.length - 1;
  const lengths = [0];
  for (let i = 1; i <= last; i += 1)
    lengths.push(lengths[i - 1] + Math.hypot(...minus(points[i], points[i - 1])));
  let ts = lengths.map((v) => v / (lengths[last] || 1));
  let [worst, far] = [0, 0];
  for (let round = 0; round < 4; round += 1) {
    const cubic = nearest(points, ts, out, back);
    [worst, far] = [0, 0];
    points.forEach((point, i) => {
      const beside = Math.hypot(...minus(point, at(cubic, ts[i])));
      if (beside > far && i > 0 && i < last) [worst, far] = [i, beside];
    });
    if (far <= off) return [cubic];
    if (far > 4 * off) break;
    // Each point's place on the curve, one step of Newton's on.
    const [p, q, r, s] = cubic;
    const [u, v, w] = [minus(q, p), minus(r, q), minus(s, r)];
    ts = ts.map((t, i) => {
      const speed = along(
        along([(1 - t) ** 2 * u[0], (1 - t) ** 2 * u[1]], v, 2 * t * (1 - t)),
        w,
        t * t,
      );
      const steep = dot(speed, speed);
      const step = steep > 0 ? dot(minus(at(cubic, t), points[i]), speed) / (3 * steep) : 0;
      return clamp(t - step);
    });
  }
  if (last < 2) return [nearest(points, ts, out, back)];
  const middle = clamp(worst, 1, last - 1);
  const cross = unit(minus(points[Math.max(0, middle - 2)], points[Math.min(last, middle + 2)]));
  return [
    ...fitted(points.slice(0, middle + 1), out, cross, off),
    ...fitted(points.slice(middle), [-cross[0], -cross[1]], back, off),
  ];
};

/** How far before and after a point its turn is measured, in points; and the turn of a corner. */
const TURN_REACH = 4;
const SHARP = Math.cos(radians(60));

/** The points of a closed outline at which it has a corner. */
const cornersOf = (points: readonly Point[]): number[] => {
  const count = points.length;
  const p = (i: number): Point => points[(i + count) % count];
  const turns = points.map((point, i) =>
    dot(unit(minus(point, p(i - TURN_REACH))), unit(minus(p(i + TURN_REACH), point))),
  );
  return turns.flatMap((turn, i) => {
    if (turn > SHARP) return [];
    for (let k = 1; k <= TURN_REACH; k += 1)
      if (turns[(i + k) % count] < turn || turns[(i - k + count) % count] <= turn) return [];
    return [i];
  });
};

const number = (tenths: number): string => String(tenths / 10).replace(/^(-?)0\./, '$1.');

/** An outline as data of an SVG path, in tenths of pixels, at most `off` pixels beside the points. */
export const pathOf = (points: readonly Point[], off: number): string => {
  const count = points.length;
  const p = (i: number): Point => points[(i + count) % count];
  const found = count > 4 * TURN_REACH ? cornersOf(points) : [];
  const smooth = found.length === 0;
  const corners = smooth ? [0] : found;
  const tenths = ([x, y]: Point): Point => [Math.round(10 * x), Math.round(10 * y)];
  let pen = tenths(p(corners[0]));
  let data = `M${number(pen[0])} ${number(pen[1])}`;
  corners.forEach((from, k) => {
    const to = corners[k + 1] ?? corners[0] + count;
    const run = Array.from({ length: to - from + 1 }, (_, i) => p(from + i));
    // A corner's own point is rounded off, so its tangents begin beside it.
    const out = unit(
      smooth ? minus(p(from + 2), p(from - 2)) : minus(p(from + TURN_REACH), p(from + 1)),
    );
    const back = unit(smooth ? minus(p(to - 2), p(to + 2)) : minus(p(to - TURN_REACH), p(to - 1)));
    for (const [, ...rest] of fitted(run, out, back, off)) {
      const ends = rest.map((point) => minus(tenths(point), pen));
      pen = [pen[0] + ends[2][0], pen[1] + ends[2][1]];
      data += `c${ends.map(([x, y]) => `${number(x)} ${number(y)}`).join(' ')}`.replaceAll(
        ' -',
        '-',
      );
    }
  });
  return `${data}z`;
};
