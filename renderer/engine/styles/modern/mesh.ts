import Delaunator from 'delaunator';

import { chromaOf, hueOf, lch, type Lab } from '../../../core/colour.ts';
import { apply, compose, invert } from '../../photo/frame.ts';
import { clamp, meanOf, median, smoothstep } from '../../raster/numbers.ts';
import type { Point } from '../../raster/planes.ts';
import { centreOf } from '../../raster/points.ts';
import { faceWidthOf, pointOf, type PortraitCanvas } from '../shared/canvas.ts';
import {
  BROWS,
  CHIN,
  CROWN,
  EARS,
  EYES,
  JAW,
  LIPS,
  MOUTH,
  NOSE_RIDGE,
  OVAL,
} from '../shared/mesh.ts';
import { toClose, type Portrait } from '../shared/portrait.ts';
import type { Rng } from '../shared/random.ts';
import type { Direction } from '../shared/render-person.ts';
import type { Scene } from '../shared/scene.ts';
import { GROUND, HAIR, SKIN, type Cut, type Region } from './cut.ts';
import { Spread } from './poisson.ts';

/** Lengths here are in pixels of a 1024 px picture, whatever size is rendered. */
const SIDE = 1024;

/** Landmarks at the edges of the planes that a sculptor would see in a nose. */
const NOSE = [
  ...NOSE_RIDGE,
  ...[1, 2, 98, 327, 129, 358, 45, 275, 48, 278, 64, 294, 115, 344, 220, 440, 122, 351],
] as const;
/** Around the nose's tip, wings and nostrils; without these small planes a nose looks too short. */
const NOSTRILS = [
  19, 94, 20, 250, 242, 462, 97, 326, 141, 370, 44, 274, 237, 457, 218, 438, 219, 439, 60, 290, 99,
  328, 102, 331, 49, 279, 203, 423, 165, 391,
] as const;
const CHEEKS = [
  9, 151, 50, 280, 205, 425, 118, 347, 101, 330, 187, 411, 214, 434, 210, 430, 200, 199, 18, 43,
  273, 69, 299, 109, 338, 104, 333, 68, 298, 122, 351, 142, 371,
] as const;

/** Where a likeness is won or lost: around eyes, nose, mouth and jaw facets are finest. */
const FINE = [
  ...[33, 160, 158, 133, 153, 144, 263, 387, 385, 362, 380, 373],
  ...[197, 4, 2, 98, 327, 129, 358],
  ...[61, 37, 0, 267, 291, 314, 17, 84],
  ...JAW.slice(3, -3),
] as const;

/** How much darker than the skin's median the neck below the jaw is, to set off the chin. */
const UNDER_JAW = 0.1;
/** How far from its middle the face is cut into facets of its own size, in face widths. */
const FACE = 0.62;
/** Darts thrown at the face and at the whole picture: enough to fill most gaps. */
const DARTS = { face: 2500, picture: 3800 } as const;
/** How far a facet of skin is evened out, so that wrinkles and grain make no dark patches. */
const EVEN = 0.4;
/** Most colours that clothes or a hat have. */
const COLOURS = 4;

/** Barycentric points at which a facet is sampled: a grid with `steps` steps per side. */
const placesOf = (steps: number): readonly (readonly [number, number, number])[] =>
  Array.from({ length: steps - 1 }, (_, i) => i + 1).flatMap((i) =>
    Array.from({ length: steps - i }, (_, j): readonly [number, number, number] => {
      const [a, b] = [(i - 0.4) / steps, (j + 0.4) / steps];
      return [a, b, 1 - a - b];
    }),
  );
const MANY = placesOf(6);
const FEW = placesOf(4);
/** Facets of fewer texels are sampled at few points. */
const SMALL = 16;

/**
 * Cuts the picture into Delaunay triangles (B. Delaunay 1934). Their corners are the face's
 * landmarks, the smooth outlines of person, hair and clothes, and Poisson-disc points weighted by
 * features (after M. Gai, G. Wang 2016): dense at eyes, nose, mouth and jaw. A facet's colour is
 * that of the region it mostly lies in.
 * @param size a factor on all distances between points, except at features
 * @param ground the distance between those on the background beside the person; it grows outwards
 */
export const facetsOf = (
  scene: Scene,
  cut: Cut,
  rng: Rng,
  key: Direction,
  size: number,
  ground: number,
) => {
  const portrait = scene.faceProfile.portrait();
  const { canvas, normals } = portrait;
  const unit = scene.size / SIDE;
  const toCanvas = compose(portrait.frame, invert(scene.frame));
  const canvasPoint = (x: number, y: number): Point => apply(toCanvas, x * unit, y * unit);
  const texelAt = (at: Point): number => texelIn(canvas, at);
  const fromCanvas = invert(toCanvas);
  const point = (i: number): Point => {
    const [x, y] = pointOf(scene, i);
    return [x / unit, y / unit];
  };
  const width = faceWidthOf(scene) / unit;
  const middle: Point = [centreOf(EARS.map(point))[0], centreOf([point(CROWN), point(CHIN)])[1]];

  const spread = new Spread(SIDE, 20);
  spread.hem(Math.min(170, ground * 3));
  const add = (points: readonly Point[], part: number): void => {
    for (const [x, y] of points) spread.add(x, y, part * width);
  };
  add([...EYES.flat(), ...LIPS, ...MOUTH].map(point), 0.035);
  add([...BROWS.flat(), ...NOSE].map(point), 0.035);
  add(NOSTRILS.map(point), 0.024);
  add(OVAL.map(point), 0.04);
  const within = canvas.width;
  const distanceToFine = distanceTo(FINE.map(point));
  const distanceAt = (x: number, y: number): number => {
    const i = texelAt(canvasPoint(x, y));
    const out = cut.away[i] / within;
    if (cut.regions[i] === GROUND) return ground * (1 + 2.3 * smoothstep(0, 0.9, out));
    const far = Math.hypot(x - middle[0], y - middle[1]) / width;
    const finer = 0.045 * cut.detail[i];
    // Faces get the same facets for every `size`; larger ones would lose the likeness.
    const coarser = 0.5 + 0.5 * smoothstep(0.06, 0.12, distanceToFine(x, y) / width);
    if (far < FACE) return width * (0.056 - 0.5 * finer) * coarser;
    return width * size * (0.105 + 0.065 * smoothstep(0.5, 1.4, far) - finer);
  };
  const outlines = cut.outlines.map((outline) =>
    outline.map((at) => {
      const [x, y] = apply(fromCanvas, ...at).map((v) => v / unit);
      return [x, y, distanceAt(x, y)] as const;
    }),
  );
  // Outlines get points closer together than those beside them, so that no facet crosses them; the
  // second round fills the gaps of the first.
  for (const closer of [0.7, 0.45])
    for (const outline of outlines)
      for (const [x, y, apart] of outline)
        spread.add(x, y, Math.min(0.06 * size * width, closer * apart));
  add(CHEEKS.map(point), 0.05);
  const reach = FACE * width;
  spread.scatter(rng, DARTS.face, distanceAt, [middle[0] - reach, middle[1] - reach, 2 * reach]);
  spread.scatter(rng, DARTS.picture, distanceAt);

  const corners = spread.points;
  const xy = Float32Array.from(corners.flat(), (v) => v / SIDE);
  const { triangles } = new Delaunator(xy);
  const colours: (Lab | undefined)[] = [];
  const colourAt = labsOf(portrait);
  const kindOf = (i: number): number => cut.regions[i] * COLOURS + cut.colours[i];
  const counts = new Array<number>(4 * COLOURS).fill(0);
  const cornerOf = (i: number): Point => canvasPoint(...corners[triangles[i]]);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [cornerOf(t), cornerOf(t + 1), cornerOf(t + 2)];
    const area = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
    const places = (area < SMALL ? FEW : MANY).map(([p, q, r]): Point => [
      a[0] * p + b[0] * q + c[0] * r,
      a[1] * p + b[1] * q + c[1] * r,
    ]);
    const texels = places.map(texelAt);
    counts.fill(0);
    for (const i of texels) counts[kindOf(i)] += 1;
    const kind = counts.indexOf(Math.max(...counts));
    const region = Math.floor(kind / COLOURS) as Region;
    if (region === GROUND) {
      colours.push(undefined);
      continue;
    }
    const isPlain = (i: number): boolean => region !== SKIN || cut.features[i] < 0.5;
    const isOwn = (i: number): boolean => kindOf(i) === kind && canvas.alpha[i] > 0.4 && isPlain(i);
    const own = places.filter((_, k) => isOwn(texels[k]));
    const some = own.length ? own : places;
    const of = some.map(texelAt);
    const mean = (plane: Float32Array | Uint8Array): number => meanOf(of.map((i) => plane[i]));
    const seen = some.map(colourAt);
    const colour = [0, 1, 2].map((k) => {
      const values = seen.map((lab) => lab[k]);
      return 0.4 * meanOf(values) + 0.6 * median(values);
    }) as [number, number, number];
    // At the skin's border the photo's hair is partly skin, and facets of it would look like teeth.
    if (kind === HAIR * COLOURS) {
      const part = mean(cut.mixed);
      cut.hair.forEach((plane, k) => (colour[k] += part * (mean(plane) - colour[k])));
    }
    if (region === SKIN) {
      const part = own.length ? EVEN : 1;
      cut.skin.forEach((plane, k) => {
        const even = mean(plane);
        if (even > 0 || k > 0) colour[k] += part * (even - colour[k]);
      });
      const above = Math.max(0, colour[0] - (cut.light[SKIN] - UNDER_JAW));
      colour[0] -= Math.min(UNDER_JAW * mean(cut.neck), above);
    }
    const facing = [mean(normals[0]), mean(normals[1]), mean(normals[2])] as const;
    colours.push(lit(colour, region, cut, facing, key, rng));
  }
  return {
    /** Coordinates of the corners, 0 to 1: x and y in turn. */
    xy,
    /** Three corners per facet, as indices. */
    triangles,
    /** Colours of the person's facets; undefined for the background's. */
    colours,
  };
};

/** A function that returns the distance from a place to the nearest of some points. */
const distanceTo =
  (points: readonly Point[]) =>
  (x: number, y: number): number =>
    Math.sqrt(Math.min(...points.map(([u, v]) => (u - x) * (u - x) + (v - y) * (v - y))));

/** The index of the texel at a place of a square, or of that at its edge which is nearest. */
const texelIn = ({ n }: Pick<PortraitCanvas, 'n'>, [x, y]: Point): number =>
  clamp(Math.floor(y), 0, n - 1) * n + clamp(Math.floor(x), 0, n - 1);

/** The person's colours at points of the canvas, from the close-up if it covers the point. */
const labsOf = (portrait: Portrait): ((at: Point) => Lab) => {
  const { canvas, close } = portrait;
  const [left, top] = toClose(portrait, [0, 0]);
  const scale = toClose(portrait, [1, 0])[0] - left;
  return ([x, y]) => {
    const [u, v] = [left + x * scale, top + y * scale];
    const inside = u >= 0 && v >= 0 && u < close.n && v < close.n;
    const from = inside ? close : canvas;
    const i = texelIn(from, inside ? [u, v] : [x, y]);
    return [from.L[i], from.a[i], from.b[i]];
  };
};

/** For skin, hair and clothes: how strongly light changes a facet. */
const LIT = [0.03, 0.12, 0.13] as const;
/** For the same: how much a facet's direction varies at random. */
const TILT = [0.02, 0.13, 0.14] as const;
/** For the same: how far facets are pushed from the region's median lightness. */
const APART = [0.16, 0.18, 0] as const;

/** The colour of a lit facet, by the direction that it faces. */
const lit = (
  own: Lab,
  region: Exclude<Region, typeof GROUND>,
  cut: Cut,
  facing: readonly [number, number, number],
  key: Direction,
  rng: Rng,
): Lab => {
  const length = Math.hypot(...facing) || 1;
  const facet = facing.map(
    (v) => v / length + TILT[region] * (rng() + rng() + rng() - 1.5) * 2,
  ) as unknown as Direction;
  const towards = facet[0] * key[0] + facet[1] * key[1] + facet[2] * key[2] - 0.62;
  // White clothes get less light and shade, else their facets would look like grey patches.
  const part =
    LIT[region] *
    clamp(own[0] / 0.45, 0.45, 1.15) *
    (region !== SKIN && region !== HAIR && own[0] > 0.78 ? 0.4 : 1);
  const off = own[0] - cut.light[region];
  // The shadow side of a face is dark enough as it is; darker still, it would look dirty.
  const push = APART[region] * (region === SKIN && off < 0 ? 0.3 : 1);
  const light = own[0] + part * towards + push * off;
  const warm = region === SKIN ? (towards > 0 ? 3.5 : -3) : 0;
  return lch(clamp(light, 0.13, 0.97), chromaOf(own) * 1.12, hueOf(own) + warm);
};
