import { apply, compose, invert } from '../../worker/frame.ts';
import { pointsOf } from '../shared/canvas.ts';
import { geometryOf } from '../shared/illustration/features.ts';
import {
  clamp,
  curve,
  distance,
  LIP_FOOT,
  LIP_TOP,
  MOUTH_FOOT,
  MOUTH_TOP,
} from '../shared/illustration/pen.ts';
import { type Shapes } from '../shared/illustration/shapes.ts';
import { medianLab } from '../shared/illustration/tones.ts';
import { BROWS, EYES } from '../shared/mesh.ts';
import { chromaOf, hueOf, lch, rgbOf, type Lab } from '../shared/oklab.ts';
import { quantile } from '../shared/planes.ts';
import { fromClose } from '../shared/portrait.ts';
import type { Portrait } from '../shared/portrait.ts';
import type { Point } from '../shared/raster.ts';
import type { Scene } from '../shared/scene.ts';
import { rimOf, type Spectacles } from '../shared/spectacles.ts';

/** A grid of `edge` squared cells, each `cell` px of a 1024 px picture, centred on the picture. */
export interface Grid {
  readonly edge: number;
  readonly cell: number;
  /** Position of the first cell's corner in pixels of a 1024 px picture; 0 or less. */
  readonly offset: number;
}

export const gridOf = (cell: number): Grid => {
  const edge = Math.ceil(1024 / cell);
  return { edge, cell, offset: (1024 - edge * cell) / 2 };
};

/** RGBA cells, in which features are set one by one as a pixel artist does. */
export interface Cells {
  readonly edge: number;
  readonly rgba: Uint8Array<ArrayBuffer>;
  put(x: number, y: number, lab: Lab): void;
}

export const cellsOf = (edge: number): Cells => {
  const rgba = new Uint8Array(edge * edge * 4);
  return {
    edge,
    rgba,
    put(x, y, lab) {
      if (x < 0 || y < 0 || x >= edge || y >= edge) return;
      rgbOf(lab).forEach((v, c) => {
        rgba[4 * (y * edge + x) + c] = Math.round(255 * v);
      });
      rgba[4 * (y * edge + x) + 3] = 255;
    },
  };
};

/** Height at `x` of a line that runs from left to right; level beyond its ends. */
export const heightAt = (line: readonly Point[], x: number): number => {
  const [first, last] = [line[0], line[line.length - 1]] as [Point, Point];
  if (x <= first[0]) return first[1];
  for (let k = 1; k < line.length; k += 1) {
    const [p, q] = [line[k - 1], line[k]] as [Point, Point];
    if (x <= q[0]) return p[1] + ((q[1] - p[1]) * (x - p[0])) / Math.max(1e-6, q[0] - p[0]);
  }
  return last[1];
};

/** Lowers what is higher over fewer than `least` columns (an opening, J. Serra 1982). */
export const evened = (heights: readonly number[], least: number): number[] => {
  const low = heights.map((_, k) => Math.min(...heights.slice(k, k + least)));
  return heights.map((_, k) => Math.max(...low.slice(Math.max(0, k - least + 1), k + 1)));
};

const rightwards = (line: readonly Point[]): Point[] => [...line].sort((p, q) => p[0] - q[0]);

/**
 * The cells that a line passes, without corners: a cell is dropped if the ones before and after it
 * touch diagonally (the 'pixel-perfect' line of pixel editors).
 */
export const traced = (line: readonly Point[]): Point[] => {
  const cells: Point[] = [];
  for (const [x, y] of line) {
    const cell: Point = [Math.floor(x), Math.floor(y)];
    const last = cells[cells.length - 1];
    if (!last || last[0] !== cell[0] || last[1] !== cell[1]) cells.push(cell);
  }
  const clean: Point[] = [];
  cells.forEach((cell, k) => {
    const [before, after] = [clean[clean.length - 1], cells[k + 1]];
    const corner =
      before &&
      after &&
      ((before[0] === cell[0] && after[1] === cell[1]) ||
        (before[1] === cell[1] && after[0] === cell[0])) &&
      Math.abs(before[0] - after[0]) === 1 &&
      Math.abs(before[1] - after[1]) === 1;
    if (!corner) clean.push(cell);
  });
  return clean;
};

/**
 * Draws eyes, brows, nose, mouth and glasses cell by cell, guided by the landmarks; reduced from a
 * larger picture, they would be a smear (after T. Gerstner et al., "Pixelated image abstraction",
 * 2012, where an artist sets important cells by hand). `paint` applies the avatar's tint to skin
 * colours.
 */
export const drawSprites = (
  scene: Scene,
  portrait: Portrait,
  shapes: Shapes,
  grid: Grid,
  paint: (lab: Lab) => Lab,
): Cells => {
  const { canvas } = portrait;
  const cells = cellsOf(grid.edge);
  const toPicture = compose(scene.frame, invert(portrait.frame));
  const at = ([x, y]: Point): Point => {
    const [u, v] = apply(toPicture, x, y);
    return [(u / scene.unit - grid.offset) / grid.cell, (v / scene.unit - grid.offset) / grid.cell];
  };
  const all = (ids: readonly number[]): Point[] => pointsOf(canvas, ids).map(at);
  const point = (id: number): Point => all([id])[0] as Point;
  const wide = distance(point(234), point(454));
  const { skin } = shapes;
  const dark = skin.line;
  const { lips: own, open, teeth, gap, eyes, brows, iris: seen } = geometryOf(portrait, skin);

  // Nose: its base, and a shadow beside the bridge on the side away from the light.
  const [foot, left, right] = [point(2), point(98), point(327)];
  const noseY = Math.floor(foot[1]);
  for (let x = Math.round(left[0]); x < Math.round(right[0]); x += 1)
    cells.put(x, noseY, paint(skin.deep));
  for (const x of [Math.round(left[0]), Math.round(right[0]) - 1])
    cells.put(x, noseY, paint(lch(skin.deep[0] - 0.09, chromaOf(skin.deep), hueOf(skin.deep))));
  const bridge = curve(all([197, 195, 5]));
  const aside = portrait.side > 0 ? -1 : 1;
  for (const [x, y] of traced(bridge))
    cells.put(x + aside * Math.max(1, Math.round(wide / 22)), y, paint(skin.shadow));

  // Mouth, column by column, between the lines of the lips.
  const lip = paint(
    lch(
      clamp(own[0] - 0.03, skin.base[0] - 0.24, skin.base[0] - 0.09),
      clamp(chromaOf(own) * 1.15, chromaOf(skin.base) * 1.05, 0.16),
      hueOf(own),
    ),
  );
  const shut = lch(Math.max(0.2, lip[0] - 0.2), chromaOf(lip), hueOf(lip));
  const [lipTop, lipFoot, mouthTop, mouthFoot] = [LIP_TOP, LIP_FOOT, MOUTH_TOP, MOUTH_FOOT].map(
    (ids) => rightwards(curve(all(ids))),
  ) as [Point[], Point[], Point[], Point[]];
  const [start, end] = [Math.round(point(61)[0]), Math.round(point(291)[0])];
  const white = lch(clamp(0.84 + 0.16 * (skin.base[0] - 0.4), 0.84, 0.95), 0.012, 85);
  const within = (x: number): boolean => {
    const part = (x - start) / Math.max(1, end - start - 1);
    return 0.16 < part && part < 0.84;
  };
  const columns = Array.from({ length: Math.max(0, end - start) }, (_, k) => start + k);
  // The upper lip is level in so few cells.
  const tops = columns.filter(within).map((x) => Math.round(heightAt(mouthTop, x + 0.5)));
  const first = quantile(tops, 0.5);
  // No single tooth stands out.
  const heights = evened(
    columns.map((x) => (within(x) ? Math.round(heightAt(mouthFoot, x + 0.5)) - first : 0)),
    4,
  ).map((height) => Math.max(1, height));
  const tallest = Math.max(...heights);
  const teethRows = teeth ? (gap && tallest > 1 ? tallest - 1 : tallest) : 0;
  columns.forEach((x, k) => {
    const mid = x + 0.5;
    const line = Math.floor((heightAt(mouthTop, mid) + heightAt(mouthFoot, mid)) / 2);
    const inner = within(x);
    if (open && inner) {
      const bottom = first + (heights[k] as number);
      for (let y = first; y < bottom; y += 1)
        cells.put(x, y, y - first < teethRows ? white : gap ? shut : lip);
      if (heightAt(mouthTop, mid) - heightAt(lipTop, mid) > 0.5) cells.put(x, first - 1, lip);
      if (heightAt(lipFoot, mid) - heightAt(mouthFoot, mid) > 0.45) cells.put(x, bottom, lip);
    } else {
      cells.put(x, line, shut);
      if (inner && heightAt(lipFoot, mid) - line > 1.2) cells.put(x, line + 1, lip);
      if (inner && line - heightAt(lipTop, mid) > 0.8) cells.put(x, line - 1, lip);
    }
  });

  // Brows, then eyes.
  EYES.forEach((ring, e) => {
    const { iris, upper, lower } = eyes[e] as (typeof eyes)[0];
    const points = all(ring);
    const xs = points.map(([x]) => x);
    const [from, to] = [Math.min(...xs), Math.max(...xs)];
    const count = Math.round(clamp(to - from + 0.8, 4, 8));
    const x0 = Math.round((from + to - count) / 2);
    const top = Math.min(...upper.map((p) => at(p)[1]));
    const bottom = Math.max(...lower.map((p) => at(p)[1]));
    const rows = bottom - top > 1.45 ? (bottom - top > 2.7 ? 3 : 2) : 1;
    const y0 = Math.round((top + bottom - rows) / 2 + 0.1);
    const out = e === 0 ? -1 : 1;

    const brow = brows[e] as (typeof brows)[0];
    const edge = brow.outline.map(at);
    const [over, under] = [
      rightwards(edge.slice(0, edge.length >> 1)),
      rightwards(edge.slice(edge.length >> 1)),
    ];
    const ends = all(BROWS[e] as readonly number[]).map(([x]) => x);
    const hair = paint(brow.colour);
    for (let x = Math.round(Math.min(...ends)); x < Math.round(Math.max(...ends)); x += 1) {
      const [high, low] = [heightAt(over, x + 0.5), heightAt(under, x + 0.5)];
      const y = Math.min(Math.floor((high + low) / 2), y0 - 3);
      cells.put(x, y, hair);
      if (low - high > 1.7) cells.put(x, y + 1 < y0 - 2 ? y + 1 : y - 1, hair);
    }

    const irisLab = lch(
      clamp(seen[0], 0.26, 0.5),
      clamp(chromaOf(seen) * 1.4, 0.02, 0.09),
      hueOf(seen),
    );
    const pupil = lch(0.16, 0.02, 40);
    for (let x = x0; x < x0 + count; x += 1) cells.put(x, y0 - 1, dark);
    cells.put(out < 0 ? x0 - 1 : x0 + count, y0, dark);
    const across = count >= 6 ? 3 : 2;
    const first = clamp(
      Math.round(at(iris)[0] - across / 2),
      x0 + (count > 4 ? 1 : 0),
      x0 + count - across - (count > 4 ? 1 : 0),
    );
    for (let y = y0; y < y0 + rows; y += 1)
      for (let x = x0; x < x0 + count; x += 1) {
        const k = x - first;
        const inIris = k >= 0 && k < across;
        const corner = rows > 1 && y === y0 + rows - 1 && (x === x0 || x === x0 + count - 1);
        if (corner) cells.put(x, y, paint(skin.shadow));
        else
          cells.put(
            x,
            y,
            inIris
              ? k === (across === 3 ? 1 : portrait.side > 0 ? 0 : 1)
                ? pupil
                : irisLab
              : white,
          );
      }
    if (rows > 1 || across > 2)
      cells.put(portrait.side > 0 ? first + across - 1 : first, y0, [0.98, 0, 0]);
  });

  const { spectacles } = portrait;
  if (spectacles) drawRims(cells, portrait, spectacles, skin.base[0] - 0.22, at);
  return cells;
};

const drawRims = (
  cells: Cells,
  portrait: Portrait,
  glasses: Spectacles,
  lightest: number,
  at: (p: Point) => Point,
): void => {
  const { close } = portrait;
  const rims = ([-1, 1] as const).map((side) => rimOf(glasses, side));
  const seen = rims.flat().map(([x, y]): Lab => {
    const i = Math.round(clamp(y, 0, close.n - 1)) * close.n + Math.round(clamp(x, 0, close.n - 1));
    return [close.L[i] as number, close.a[i] as number, close.b[i] as number];
  });
  seen.sort((p, q) => p[0] - q[0]);
  const own = medianLab(seen.slice(0, seen.length >> 1));
  const frame = lch(
    clamp(own[0] * 0.85, 0.16, Math.max(0.2, lightest)),
    Math.min(chromaOf(own) * 1.2, 0.12),
    hueOf(own),
  );
  for (const rim of rims) {
    const ring = curve(
      rim.map(([x, y]) => at(fromClose(portrait, x, y))),
      true,
    );
    for (const [x, y] of traced([...ring, ring[0] as Point])) cells.put(x, y, frame);
  }
  const { middle, across, down, bridge, shapes } = glasses;
  const [left, right] = shapes.map(([dx, , a]) => dx - a) as [number, number];
  const [p, q] = [-left, right].map((x) =>
    at(
      fromClose(
        portrait,
        middle[0] + across[0] * x + down[0] * bridge,
        middle[1] + across[1] * x + down[1] * bridge,
      ),
    ),
  ) as [Point, Point];
  for (let x = Math.floor(p[0]); x <= Math.floor(q[0]); x += 1)
    cells.put(x, Math.floor((p[1] + q[1]) / 2), frame);
};
