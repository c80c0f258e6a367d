import type { Point, Square } from './planes.ts';

/** Sets `value` inside a polygon (even-odd rule); points are in pixels of the plane. */
export const fillPolygon = (
  plane: Square,
  width: number,
  points: readonly Point[],
  value = 1,
): void => {
  for (let y = 0; y < plane.length / width; y += 1) {
    const crossings: number[] = [];
    const at = y + 0.5;
    points.forEach(([x0, y0], i) => {
      const [x1, y1] = points[(i + 1) % points.length];
      if (y0 <= at !== y1 <= at) crossings.push(x0 + ((at - y0) / (y1 - y0)) * (x1 - x0));
    });
    crossings.sort((p, q) => p - q);
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const from = Math.max(0, Math.ceil(crossings[k] - 0.5));
      const to = Math.min(width - 1, Math.floor(crossings[k + 1] - 0.5));
      for (let x = from; x <= to; x += 1) plane[y * width + x] = value;
    }
  }
};

/**
 * Interpolates values, `count` per vertex, over triangles.
 * @returns a plane for each of the values, and one that is 1 where a triangle is
 */
export const filledTriangles = (
  n: number,
  xy: ArrayLike<number>,
  values: ArrayLike<number>,
  count: number,
  triangles: ArrayLike<number>,
): Square[] => {
  const planes = Array.from({ length: count + 1 }, (): Square => new Float32Array(n * n));
  const cover = planes[count];
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [i, j, k] = corners;
    const [[ax, ay], [bx, by], [cx, cy]] = corners.map((v) => [xy[2 * v], xy[2 * v + 1]]);
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (Math.abs(area) < 1e-9) continue;
    const y1 = Math.min(n - 1, Math.ceil(Math.max(ay, by, cy)));
    const x1 = Math.min(n - 1, Math.ceil(Math.max(ax, bx, cx)));
    for (let y = Math.max(0, Math.floor(Math.min(ay, by, cy))); y <= y1; y += 1) {
      for (let x = Math.max(0, Math.floor(Math.min(ax, bx, cx))); x <= x1; x += 1) {
        const u = ((bx - x) * (cy - y) - (cx - x) * (by - y)) / area;
        const v = ((cx - x) * (ay - y) - (ax - x) * (cy - y)) / area;
        const w = 1 - u - v;
        if (u < -0.01 || v < -0.01 || w < -0.01) continue;
        cover[y * n + x] = 1;
        for (let p = 0; p < count; p += 1)
          planes[p][y * n + x] =
            u * values[count * i + p] + v * values[count * j + p] + w * values[count * k + p];
      }
    }
  }
  return planes;
};
