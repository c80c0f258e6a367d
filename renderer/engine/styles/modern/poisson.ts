import type { Point } from '../../raster/planes.ts';
import type { Rng } from '../shared/random.ts';

/**
 * Points in a square of `size`, each at a wanted distance from the others: dart throwing with a
 * grid (R. Bridson 2007). Between two points, roughly the smaller of their distances holds.
 */
export class Spread {
  readonly points: Point[] = [];
  readonly #distances: number[] = [];
  readonly #cells = new Map<number, number[]>();
  readonly #size: number;
  readonly #cell: number;

  /** @param cell about the smallest distance that will be used */
  constructor(size: number, cell: number) {
    this.#size = size;
    this.#cell = cell;
  }

  /** Adds a point unless another is too near, given its `distance`. */
  add(x: number, y: number, distance: number): void {
    const reach = Math.ceil(distance / this.#cell);
    const [cx, cy] = [Math.floor(x / this.#cell), Math.floor(y / this.#cell)];
    for (let j = cy - reach; j <= cy + reach; j += 1) {
      for (let i = cx - reach; i <= cx + reach; i += 1) {
        for (const index of this.#cells.get(j * 4096 + i) ?? []) {
          const [px, py] = this.points[index];
          const least = Math.min(distance, Math.max(distance * 0.6, this.#distances[index]));
          const [dx, dy] = [px - x, py - y];
          if (dx * dx + dy * dy < least * least) return;
        }
      }
    }
    const key = cy * 4096 + cx;
    this.#cells.set(key, [...(this.#cells.get(key) ?? []), this.points.length]);
    this.points.push([x, y]);
    this.#distances.push(distance);
  }

  /**
   * Throws `darts` random points at the square, or at the smaller one at `left`, `top`;
   * `distanceAt` gives the distance wanted at each.
   */
  scatter(
    rng: Rng,
    darts: number,
    distanceAt: (x: number, y: number) => number,
    [left, top, edge]: readonly [number, number, number] = [0, 0, this.#size],
  ): void {
    for (let i = 0; i < darts; i += 1) {
      const [x, y] = [left + rng() * edge, top + rng() * edge];
      this.add(x, y, distanceAt(x, y));
    }
  }

  /** Adds points just outside the border, so that the triangles cover the whole square. */
  hem(step: number): void {
    const count = Math.ceil(this.#size / step);
    for (let i = 0; i <= count; i += 1) {
      const t = (i / count) * this.#size;
      for (const [x, y] of [
        [t, -2],
        [t, this.#size + 2],
        [-2, t],
        [this.#size + 2, t],
      ] as const)
        this.add(x, y, step * 0.5);
    }
  }
}
