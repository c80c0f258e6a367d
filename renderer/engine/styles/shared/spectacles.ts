import type { Lab } from '../../../core/colour.ts';
import { LENSES } from '../../faces/lenses.ts';
import { meanOf, median } from '../../raster/numbers.ts';
import { sampled, type Point, type Square } from '../../raster/planes.ts';
import { centreOf, distance, mix } from '../../raster/points.ts';
import { pointsOf, type PortraitCanvas } from './canvas.ts';
import { medianLab } from './labs.ts';
import { EYES } from './mesh.ts';

export type Spectacles = NonNullable<ReturnType<typeof spectaclesOf>>;

/** Smallest share of the network's square in which a lens is found. */
const LENS_SHARE = 0.02;
/** Points of a rim, and how many waves around it are kept of its distance from the middle. */
const TURNS = 72;
const WAVES = 6;
/** In face widths: how far from its middle a lens reaches at most, and how far a rim's surroundings are looked at. */
const LENS_RADIUS = 0.36;
const RIM_REACH = 0.05;
/** A rim that differs from its surroundings by less than this, in OKLab lightness, isn't seen. */
const FAINT = 0.03;

const ANGLES = Array.from({ length: TURNS }, (_, k) => (2 * Math.PI * k) / TURNS);

/** Leaves out what changes quickly around a ring (elliptic Fourier descriptors: F. Kuhl, C. Giardina 1982). */
const smoothed = (ring: readonly number[]): number[] => {
  const out = ring.map(() => meanOf(ring));
  for (let wave = 1; wave <= WAVES; wave += 1) {
    const part = (of: (v: number) => number): number =>
      (2 / TURNS) * ring.reduce((sum, v, k) => sum + v * of(wave * ANGLES[k]), 0);
    const [c, s] = [part(Math.cos), part(Math.sin)];
    ANGLES.forEach((angle, k) => {
      out[k] += c * Math.cos(wave * angle) + s * Math.sin(wave * angle);
    });
  }
  return out;
};

/**
 * Finds glasses, if any are worn, where the network sees their lenses. `canvas` is a close-up of
 * the eyes. Of each pair, the one on the picture's left comes first.
 */
export const spectaclesOf = (canvas: PortraitCanvas, lenses: Square) => {
  const { n, L, a, b, width } = canvas;
  const eyes = EYES.map((ring) => centreOf(pointsOf(canvas, ring)));
  const apart = distance(eyes[0], eyes[1]);
  const across: Point = [(eyes[1][0] - eyes[0][0]) / apart, (eyes[1][1] - eyes[0][1]) / apart];
  const middle = centreOf(eyes);
  /** Right of the middle between the eyes, in the direction from eye to eye, and below it. */
  const placeOf = ([x, y]: Point): Point => {
    const [u, v] = [x - middle[0], y - middle[1]];
    return [u * across[0] + v * across[1], v * across[0] - u * across[1]];
  };
  const around = (centre: Point, angle: number, r: number): Point => {
    const [c, s] = [Math.cos(angle) * r, Math.sin(angle) * r];
    return [centre[0] + across[0] * c - across[1] * s, centre[1] + across[1] * c + across[0] * s];
  };
  const scale = n / LENSES.edge;
  const likely = (x: number, y: number): number =>
    sampled(lenses, LENSES.edge, x / scale - 0.5, y / scale - 0.5);

  const centreOfTexel = (i: number): Point => [
    ((i % LENSES.edge) + 0.5) * scale,
    (Math.floor(i / LENSES.edge) + 0.5) * scale,
  ];
  const within = [...lenses.keys()].filter((i) => lenses[i] >= 0.5).map(centreOfTexel);
  const found: { readonly centre: Point; readonly radii: readonly number[] }[] = [];
  for (const side of [-1, 1]) {
    const own = within.filter((p) => placeOf(p)[0] * side >= 0);
    if (own.length < LENS_SHARE * lenses.length) return undefined;
    const centre = centreOf(own);
    // The radius that a sector of the same area has.
    const radii = smoothed(
      ANGLES.map((angle) => {
        let sector = 0;
        for (let r = 0.25; r < LENS_RADIUS * width; r += 0.5) {
          const p = around(centre, angle, r);
          if (placeOf(p)[0] * side < 0) break;
          sector += likely(...p) * r * 0.5;
        }
        return Math.sqrt(2 * sector);
      }),
    );
    found.push({ centre, radii });
  }

  // What the photo shows across each rim.
  const seen = found.flatMap(({ centre, radii }) =>
    radii.map((r, k) => {
      const along = (plane: Square, by: number): number =>
        sampled(plane, n, ...around(centre, ANGLES[k], r + by));
      const reach = RIM_REACH * width;
      const [inside, outside] = [-1, 1].map((end) =>
        meanOf([0.7, 0.85, 1].map((t) => along(L, end * t * reach))),
      );
      let [most, at, ink] = [0, 0, 0];
      for (let by = -0.6 * reach; by <= 0.6 * reach; by += 0.5) {
        const share = (by / reach + 1) / 2;
        const darker = inside + (outside - inside) * share - along(L, by);
        ink += Math.max(0, darker) * 0.5;
        if (darker > most) [most, at] = [darker, by];
      }
      return {
        upper: Math.sin(ANGLES[k]) < 0,
        darker: most,
        wide: ink / Math.max(most, 1e-3),
        lab: [along(L, at), along(a, at), along(b, at)] as Lab,
      };
    }),
  );
  const widthOf = (upper: boolean): number => {
    const half = seen.filter((rim) => rim.upper === upper);
    const isSeen = median(half.map(({ darker }) => darker)) >= FAINT;
    return isSeen ? median(half.map(({ wide }) => wide)) : 0;
  };
  const clearest = seen.toSorted((p, q) => q.darker - p.darker).slice(0, TURNS);

  const rims = found.map(({ centre, radii }) =>
    radii.map((r, k) => around(centre, ANGLES[k], r)),
  ) as [Point[], Point[]];

  // Over the nose: the row that is darkest against those above and below it.
  const inner = rims.map((ring, k) =>
    ring.filter((p) => (placeOf(p)[0] - placeOf(found[k].centre)[0]) * (k === 0 ? 1 : -1) > 0),
  );
  const outer = rims.map((ring, k) => ring.filter((p) => !inner[k].includes(p)));
  const level = (points: readonly Point[], y: number): Point =>
    points.reduce((best, p) =>
      Math.abs(placeOf(p)[1] - y) < Math.abs(placeOf(best)[1] - y) ? p : best,
    );
  const heights = rims.flat().map((p) => placeOf(p)[1]);
  const [top, foot] = [Math.min(...heights), Math.max(...heights)];
  let [bridge, darkest] = [top + 0.3 * (foot - top), 0];
  for (let y = top; y < top + 0.6 * (foot - top); y += 1) {
    const [p, q] = inner.map((points) => level(points, y));
    const places = [0.2, 0.35, 0.5, 0.65, 0.8].map((t) => mix(p, q, t));
    const row = (by: number): number =>
      meanOf(places.map(([x, y]) => sampled(L, n, x - across[1] * by, y + across[0] * by)));
    const darker = (row(-RIM_REACH * width) + row(RIM_REACH * width)) / 2 - row(0);
    if (darker > darkest) [bridge, darkest] = [y, darker];
  }
  const ends = (sides: readonly Point[][], y: number): [Point, Point] => [
    level(sides[0], y),
    level(sides[1], y),
  ];
  return {
    /** The middle line of each rim, clockwise from the right. */
    rims,
    /** Where the bridge meets the rims. */
    bridge: ends(inner, bridge),
    /** Where the temples begin. */
    hinges: ends(outer, top + 0.32 * (foot - top)),
    /** Width of the rims' upper and lower halves; 0 where no rim is seen. */
    upper: widthOf(true),
    lower: widthOf(false),
    frame: medianLab(clearest.map(({ lab }) => lab)),
  };
};
