import { DRAWN_EDGE } from '../../core/avatars.ts';
import { hexOf } from '../../core/banners/colour.ts';
import { rgbOf } from '../../core/colour.ts';
import { LikenessError } from '../../core/errors.ts';
import { labelsFrame } from '../faces/parser.ts';
import type { AnalysedFace } from '../photo/analysis.ts';
import { apply } from '../photo/frame.ts';
import { LABELS, likeliest, type FaceLabels, type Label } from '../photo/labels.ts';
import { gaussian } from '../raster/blur.ts';
import { areasOf, label, withoutSpecks, type Areas } from '../raster/label.ts';
import { clamp } from '../raster/numbers.ts';
import type { Point, Square } from '../raster/planes.ts';
import { scaled } from '../raster/points.ts';
import { fillPolygon } from '../raster/polygons.ts';
import { pointsOf } from '../styles/shared/canvas.ts';
import { BROWS, EYES, LIPS } from '../styles/shared/mesh.ts';
import { outlinesOf, pathOf } from './outlines.ts';
import { tonesOf, type Tones } from './tones.ts';

/** The layers of a drawing, the lowest first. */
const PARTS = [
  'background',
  'clothes',
  'neck',
  'skin',
  'hair',
  'headwear',
  'beard',
  'jewellery',
  'lips',
  'eyes',
  'brows',
  'spectacles',
  'lines',
] as const;
type Part = (typeof PARTS)[number];

const PART_OF: Readonly<Record<Label, Part>> = {
  background: 'background',
  'face skin': 'skin',
  'other skin': 'neck',
  'scalp hair': 'hair',
  'facial hair': 'beard',
  headwear: 'headwear',
  spectacles: 'spectacles',
  clothes: 'clothes',
  jewellery: 'jewellery',
};

/** Edge of the picture that a drawing is traced from, in pixels; its own units are the same. */
export const TRACED_EDGE = 1024;
/** The largest file, in bytes. */
const MOST_BYTES = 400_000;
/** What an area, and a pixel of its border, takes of a file at least, in bytes. */
const AREA_BYTES = 24;
const BORDER_BYTES = 0.9;
/** Areas of fewer pixels go to what is around them. */
const SPECK = 14;
/** How far a curve may be beside the outline, in pixels. */
const OFF = 0.45;
/** Blur of an area's outline in pixels, which takes the pixels' steps out of it. */
const SMOOTH = 1;
/** Pixels by which an area goes on below what lies on it, so that no gap shows between the two. */
const BELOW = 2;
/** Pixels repeated around the picture, so that outlines leave it. */
const RIM = 4;
/** A part has at least this much of a narrow area that is its own; else it is of the drawn lines. */
const OWN = 0.55;
/** Width of the widest lines, in pixels. */
const LINE = 16;

/** What each pixel belongs to, as an index of `PARTS`. */
const partsAt = (n: number, face: AnalysedFace, labels: FaceLabels): Uint8Array => {
  const parts = new Uint8Array(n * n);
  const frame = labelsFrame(face);
  const best = likeliest(labels);
  for (let i = 0; i < n * n; i += 1) {
    const [u, v] = apply(frame, (i % n) + 0.5, Math.floor(i / n) + 0.5).map((t) =>
      clamp(Math.floor(t), 0, labels.n - 1),
    );
    parts[i] = PARTS.indexOf(PART_OF[LABELS[best[v * labels.n + u]]]);
  }
  const plane = new Float32Array(parts);
  const ring = (ids: readonly number[], grown: number, part: Part): void =>
    fillPolygon(plane, n, scaled(pointsOf(face, ids), grown), PARTS.indexOf(part));
  for (const eye of EYES) ring(eye, 1.45, 'eyes');
  for (const brow of BROWS) ring(brow, 1.3, 'brows');
  ring(LIPS, 1.1, 'lips');
  return Uint8Array.from(plane);
};

type Layers = ReturnType<typeof layersOf>;

const layersOf = (
  { colours, of }: Tones,
  { at, sizes, values, borders }: Areas,
  n: number,
  parts: Uint8Array | undefined,
) => {
  const votes = sizes.map(() => new Uint32Array(PARTS.length));
  if (parts) for (let i = 0; i < n * n; i += 1) votes[at[i]][parts[i]] += 1;
  const clear = values.includes(-1);
  const partOf = votes.map((found, area) => {
    // What is seen of a transparent picture is the person.
    if (clear) found[0] = 0;
    const most = Math.max(...found);
    // A line has two borders: its width is twice its pixels by those of its border.
    const narrow = 2 * sizes[area] < LINE * borders[area];
    return parts && narrow && most < OWN * sizes[area] ? PARTS.length - 1 : found.indexOf(most);
  });
  // One layer for each part and colour; the largest of a part is the lowest.
  const count = colours.length;
  const whole = new Uint32Array(PARTS.length * count);
  sizes.forEach((size, area) => {
    if (values[area] >= 0) whole[partOf[area] * count + values[area]] += size;
  });
  const order = [...whole.keys()]
    .filter((k) => whole[k] > 0)
    .sort((p, q) => Math.floor(p / count) - Math.floor(q / count) || whole[q] - whole[p]);
  const rank = new Int16Array(whole.length);
  order.forEach((k, i) => (rank[k] = i));
  const m = n + 2 * RIM;
  const ranks = new Int16Array(m * m).fill(-1);
  const boxes = order.map(() => [m, m, 0, 0]);
  for (let i = 0; i < m * m; i += 1) {
    const [x, y] = [i % m, Math.floor(i / m)];
    const from = Math.min(n - 1, Math.max(0, y - RIM)) * n + Math.min(n - 1, Math.max(0, x - RIM));
    if (of[from] < 0) continue;
    const own = rank[partOf[at[from]] * count + of[from]];
    ranks[i] = own;
    const box = boxes[own];
    [box[0], box[1]] = [Math.min(box[0], x), Math.min(box[1], y)];
    [box[2], box[3]] = [Math.max(box[2], x), Math.max(box[3], y)];
  }
  return order.map((k, own) => ({
    part: PARTS[Math.floor(k / count)],
    colour: colours[k % count],
    outlines: shapeOf(ranks, m, own, boxes[own]),
  }));
};

/** The outlines of the pixels of one rank; they go on below higher ranks, and fill holes of theirs. */
const shapeOf = (
  ranks: Int16Array,
  m: number,
  own: number,
  [left, top, right, bottom]: readonly number[],
): Point[][] => {
  const edge = Math.max(right - left, bottom - top) + 1 + 2 * RIM;
  const [x0, y0] = [left - RIM, top - RIM];
  const near = new Int16Array(edge * edge).fill(-1);
  for (let y = Math.max(0, -y0); y < Math.min(edge, m - y0); y += 1) {
    const [from, to] = [Math.max(0, -x0), Math.min(edge, m - x0)];
    near.set(ranks.subarray((y + y0) * m + x0 + from, (y + y0) * m + x0 + to), y * edge + from);
  }
  const mask: Square = new Float32Array(near.length);
  const gaps = new Uint8Array(near.length);
  for (let i = 0; i < near.length; i += 1)
    if (near[i] === own) mask[i] = 1;
    else gaps[i] = 1;
  const holes = label(gaps, edge, edge);
  const open = holes.sizes.map((_, name) => name === holes.labels[0]);
  for (let i = 0; i < near.length; i += 1) if (near[i] < own) open[holes.labels[i]] = true;
  for (let i = 0; i < near.length; i += 1) if (gaps[i] === 1 && !open[holes.labels[i]]) mask[i] = 1;
  for (let round = 0; round < BELOW; round += 1) {
    const reached: number[] = [];
    for (let i = edge; i < near.length - edge; i += 1)
      if (
        near[i] > own &&
        mask[i] === 0 &&
        mask[i - 1] + mask[i + 1] + mask[i - edge] + mask[i + edge] > 0
      )
        reached.push(i);
    for (const i of reached) mask[i] = 1;
  }
  return outlinesOf(gaussian(mask, edge, SMOOTH), edge).map((points) =>
    points.map(([x, y]): Point => [x + x0 - RIM + 0.5, y + y0 - RIM + 0.5]),
  );
};

const written = (layers: Layers, n: number, off: number): string => {
  const groups = PARTS.flatMap((part) => {
    const paths = layers
      .filter((layer) => layer.part === part)
      .map(({ colour, outlines }) => {
        const data = outlines.map((points) => pathOf(points, off)).join('');
        return { colour: hexOf(rgbOf(colour).map((v) => 255 * v)), data };
      })
      .filter(({ data }) => data !== '');
    if (paths.length === 0) return [];
    const lines = paths.map(
      ({ colour, data }, k) => `<path id="${part}-${String(k + 1)}" fill="${colour}" d="${data}"/>`,
    );
    return [`<g id="${part}">\n${lines.join('\n')}\n</g>`];
  });
  const [edge, whole] = [n, DRAWN_EDGE].map(String);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${whole}" viewBox="0 0 ${edge} ${edge}">\n${groups.join('\n')}\n</svg>\n`;
};

/** How much coarser than usual a drawing is at most. */
const COARSEST = 64;

/**
 * A flat picture as SVG: areas of one colour, as filled paths in groups named by what they show.
 * @param pixels straight RGBA, n * n
 * @param seen the face in the picture; without one all is background
 * @throws LikenessError 'engine-unsupported' for a picture that is no flat one
 */
export const drawingOf = (
  pixels: Uint8ClampedArray,
  n: number,
  seen: { readonly face: AnalysedFace; readonly labels: FaceLabels } | undefined,
): string => {
  const tones = tonesOf(pixels, n);
  const parts = seen && partsAt(n, seen.face, seen.labels);
  for (let coarse = 1; coarse < COARSEST; coarse *= 1.25) {
    withoutSpecks(tones.of, n, SPECK * coarse ** 2);
    const areas = areasOf(tones.of, n);
    const border = areas.borders.reduce((all, one) => all + one, 0) / 2;
    const least = areas.sizes.length * AREA_BYTES + border * BORDER_BYTES;
    if (least > 10 * MOST_BYTES) break;
    if (least > MOST_BYTES) continue;
    const drawing = written(layersOf(tones, areas, n, parts), n, OFF * coarse);
    if (drawing.length <= MOST_BYTES) return drawing;
  }
  throw new LikenessError('engine-unsupported', { part: 'svg of this picture' });
};
