import { apply, compose, invert } from '../../worker/frame.ts';
import { pointsOf } from '../shared/canvas.ts';
import type { Brow, Eye } from '../shared/illustration/eyes.ts';
import { geometryOf, type Geometry } from '../shared/illustration/features.ts';
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

/** Two sizes or heights that belong together become one, unless they clearly differ. */
export const paired = (values: readonly number[]): [number, number] => {
  const [p, q] = values as [number, number];
  return Math.abs(p - q) < 1 ? [(p + q) / 2, (p + q) / 2] : [p, q];
};

/**
 * The outline of a superellipse `wide` by `high` cells: those cells inside that have one outside
 * beside them. It has no gap and both its halves are alike.
 */
export const rimCells = (wide: number, high: number, exponent: number): Point[] => {
  const inside = (x: number, y: number): boolean =>
    Math.abs((2 * x + 1) / wide - 1) ** exponent + Math.abs((2 * y + 1) / high - 1) ** exponent <=
    1.04;
  const rim: Point[] = [];
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1)
      if (
        inside(x, y) &&
        !(inside(x - 1, y) && inside(x + 1, y) && inside(x, y - 1) && inside(x, y + 1))
      )
        rim.push([x, y]);
  return rim;
};

/**
 * Narrows two rims, each given by its first column and width, so that two cells of nose stay free
 * between them; rims that touch would look like a block.
 */
export const parted = ([[p, v], [q, w]]: readonly [Point, Point]): [Point, Point] => {
  const by = Math.max(0, Math.ceil((2 - (q - p - v)) / 2));
  return [
    [p, v - by],
    [q + by, w - by],
  ];
};

/** Rows of an eye that is `high` cells high and `wide` cells wide: two at least, so that it looks awake. */
export const eyeRows = (high: number, wide: number): number =>
  high < SHUT * wide ? 1 : clamp(Math.round(high + 0.5), 2, Math.ceil(wide / 2));

/** An eye that is lower than this part of its width is shut. */
const SHUT = 0.1;

export type EyePart = 'lash' | 'white' | 'shade' | 'iris' | 'pupil' | 'light';

/**
 * The cells of an eye from its top left, `wide` by `rows`; the lashes lie above, at -1. The lid
 * arches over it: the first row is narrower by the lashes at its ends, the last of three as well.
 * `first` is the iris' first column. The catch light lies within the iris, as beside it the white
 * would swallow it, and the person would look aside.
 */
export const eyeCells = (
  wide: number,
  rows: number,
  first: number,
  light: -1 | 1,
): { x: number; y: number; part: EyePart }[] => {
  const made: { x: number; y: number; part: EyePart }[] = [];
  const across = irisWidth(wide);
  const middle = across === 3 ? 1 : light > 0 ? 0 : 1;
  for (let x = 0; x < wide; x += 1) {
    const end = x === 0 || x === wide - 1;
    made.push({ x, y: end ? 0 : -1, part: 'lash' });
    for (let y = end ? 1 : 0; y < rows; y += 1) {
      if (end && y > 1 && y === rows - 1) continue;
      const k = x - first;
      const lit = rows > 1 && y === 0 && k === middle;
      made.push({
        x,
        y,
        part:
          k < 0 || k >= across
            ? y === 0
              ? 'shade'
              : 'white'
            : lit
              ? 'light'
              : k === middle || (rows > 1 && y === 0)
                ? 'pupil'
                : 'iris',
      });
    }
  }
  return made;
};

const irisWidth = (wide: number): number => (wide >= 6 ? 3 : 2);

/**
 * Rows of a brow per cell, from its inner end outwards, 0 for the highest: a level line whose ends
 * come down by one cell where the person's do. Only an arch comes down at the inner end; else the
 * person would seem to frown. `heights` is the brow's line in cells, downwards.
 */
export const browSteps = (heights: readonly number[]): number[] => {
  const count = heights.length;
  const peak = Math.min(...heights);
  const [inner, outer] = [heights[0] as number, heights[count - 1] as number];
  const falls = outer - peak > 0.4 ? Math.max(1, Math.round(count / 4)) : 0;
  const rises = falls > 0 && inner - peak > 0.6 ? Math.max(1, Math.round(count / 5)) : 0;
  return heights.map((_, k) => (k < rises || k >= count - falls ? 1 : 0));
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
  const { lips: own, open, teeth, gap } = geometryOf(portrait, skin);

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

  drawEyes(cells, portrait, shapes, geometryOf(portrait, skin), at, paint);

  const { spectacles } = portrait;
  if (spectacles) drawRims(cells, portrait, spectacles, skin.base[0] - 0.22, at);
  return cells;
};

/** Draws brows and eyes, both in one manner: cells set by chance would make a face squint. */
const drawEyes = (
  cells: Cells,
  portrait: Portrait,
  { skin }: Shapes,
  { eyes, brows, iris: seen }: Geometry,
  at: (p: Point) => Point,
  paint: (lab: Lab) => Lab,
): void => {
  const light = portrait.side;
  const white = lch(clamp(0.86 + 0.16 * (skin.base[0] - 0.4), 0.86, 0.96), 0.012, 85);
  const colours: Record<EyePart, Lab> = {
    lash: skin.line,
    white,
    shade: lch(white[0] - 0.12, 0.015, 70),
    iris: lch(
      clamp(seen[0] + 0.1, 0.38, 0.6),
      clamp(chromaOf(seen) * 1.8, 0.04, 0.11),
      hueOf(seen),
    ),
    pupil: lch(0.16, 0.02, 40),
    light: [0.98, 0, 0],
  };
  const found = eyes.map(({ upper, lower }, e) => {
    const xs = pointsOf(portrait.canvas, EYES[e] as readonly number[]).map((p) => at(p)[0]);
    return {
      from: Math.min(...xs),
      to: Math.max(...xs),
      top: Math.min(...upper.map((p) => at(p)[1])),
      foot: Math.max(...lower.map((p) => at(p)[1])),
    };
  });
  const wides = paired(found.map(({ from, to }) => to - from + 0.8)).map((v) =>
    Math.round(clamp(v, 4, 8)),
  );
  const highs = paired(found.map(({ top, foot }) => foot - top));
  const middles = paired(found.map(({ top, foot }) => (top + foot) / 2));
  const rowsOf = found.map(({ from, to }, e) => eyeRows(highs[e] as number, to - from));
  const tops = rowsOf.map((rows, e) => Math.round((middles[e] as number) - rows / 2 + 0.1));

  // Each brow's line from the inner end outwards, at the same parts of its length.
  const lines = brows.map(({ outline }, e) => {
    const edge = outline.map(at);
    const [over, under] = [edge.slice(0, edge.length >> 1), edge.slice(edge.length >> 1)].map(
      rightwards,
    ) as [Point[], Point[]];
    const ends = pointsOf(portrait.canvas, BROWS[e] as readonly number[]).map((p) => at(p)[0]);
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    const parts = [0.06, 0.25, 0.5, 0.75, 0.94].map((t) => {
      const x = e === 0 ? to + (from - to) * t : from + (to - from) * t;
      const [high, low] = [heightAt(over, x), heightAt(under, x)];
      return { middle: (high + low) / 2, thick: low - high };
    });
    return { from, to, parts };
  });
  const counts = paired(lines.map(({ from, to }) => to - from)).map(Math.round);
  const meanOf = (k: number, value: (part: { middle: number; thick: number }) => number): number =>
    lines.reduce(
      (sum, { parts }) => sum + value(parts[k] as { middle: number; thick: number }),
      0,
    ) / lines.length;
  const profile = [0, 1, 2, 3, 4].map((k) => meanOf(k, ({ middle }) => middle));
  const thick = meanOf(2, (part) => part.thick) > 1.7;
  // Both brows are as high above their eyes as they are on average.
  const gap = (middles[0] + middles[1]) / 2 - Math.min(...profile);
  lines.forEach(({ from, to }, e) => {
    const count = counts[e] as number;
    const x0 = Math.round((from + to - count) / 2);
    const steps = browSteps(
      Array.from({ length: count }, (_, k) => {
        const t = (k / Math.max(1, count - 1)) * 4;
        const i = Math.min(3, Math.floor(t));
        return (
          (profile[i] as number) + (t - i) * ((profile[i + 1] as number) - (profile[i] as number))
        );
      }),
    );
    const down = Math.max(...steps) + (thick ? 1 : 0);
    // A row of skin stays free between brow and lashes.
    const y0 = Math.min(Math.floor((middles[e] as number) - gap), (tops[e] as number) - 3 - down);
    const hair = paint((brows[e] as Brow).colour);
    steps.forEach((step, k) => {
      const x = e === 0 ? x0 + count - 1 - k : x0 + k;
      cells.put(x, y0 + step, hair);
      if (thick && k < 0.65 * count) cells.put(x, y0 + step + 1, hair);
    });
  });

  found.forEach(({ from, to }, e) => {
    const wide = wides[e] as number;
    const x0 = Math.round((from + to - wide) / 2);
    const across = irisWidth(wide);
    const aside = wide > 4 ? 1 : 0;
    const first = clamp(
      Math.round(at((eyes[e] as Eye).iris)[0] - across / 2) - x0,
      aside,
      wide - across - aside,
    );
    for (const { x, y, part } of eyeCells(wide, rowsOf[e] as number, first, light))
      cells.put(x0 + x, (tops[e] as number) + y, colours[part]);
  });
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
  const boxes = glasses.shapes.map(([dx, dy, a, b], k) => {
    const side = k === 0 ? -1 : 1;
    const [x, y] = at(
      fromClose(
        portrait,
        glasses.middle[0] + glasses.across[0] * side * dx + glasses.down[0] * dy,
        glasses.middle[1] + glasses.across[1] * side * dx + glasses.down[1] * dy,
      ),
    );
    const texel = distance(at(fromClose(portrait, 0, 0)), at(fromClose(portrait, 1, 0)));
    return { x, y, wide: 2 * a * texel + 1, high: 2 * b * texel + 1 };
  });
  const wide = paired(boxes.map((box) => box.wide)).map(Math.round);
  const high = paired(boxes.map((box) => box.high)).map(Math.round);
  const middles = paired(boxes.map(({ y }) => y));
  const spans = parted(
    boxes.map(({ x }, k): Point => {
      const w = wide[k] as number;
      return [Math.round(x - w / 2), w];
    }) as [Point, Point],
  );
  spans.forEach(([x0, w], k) => {
    const h = high[k] as number;
    const y0 = Math.round((middles[k] as number) - h / 2);
    for (const [dx, dy] of rimCells(w, h, (glasses.shapes[k] as readonly number[])[4] as number))
      cells.put(x0 + dx, y0 + dy, frame);
  });
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
