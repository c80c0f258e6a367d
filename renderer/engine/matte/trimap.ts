import type { AnalysedFace } from '../photo/analysis.ts';
import { distanceFrom } from '../raster/distance.ts';
import type { Colours } from '../raster/guided-filter.ts';
import { smoothstep } from '../raster/numbers.ts';
import { plane, type Plane } from '../raster/planes.ts';
import { faceMask, type Area } from './area.ts';
import { doubtIntrusions, hairOf, type Hair } from './hair.ts';

/** Reach of the unknown band, in faces: into and out of hair, and into and out of anything else. */
const INTO_HAIR = 0.04;
const OUT_OF_HAIR = 0.05;
const INTO = 0.025;
const OUT_OF = 0.014;
/** Least reach, in pixels: an edge is mixed over two. */
const LEAST = 1.5;

/** Outside hair, the mask is ground up to the first and person from the second on. */
const DECIDED = [0.35, 0.65] as const;

export interface Trimap {
  /** 1 person, 0 ground, 0.5 unknown. */
  readonly known: Plane;
  readonly hair: Hair;
  /** 1 well inside the face's outline. */
  readonly core: Plane;
}

/**
 * Splits the area into what is surely person, what is surely ground, and a band between for the
 * colours to decide. The band is wide where hair may be, and a few pixels elsewhere, where skin and
 * cloth have clean edges; there doubt in the mask is decided, as no cloth is half transparent.
 *
 * @param mask the networks' mask, 0..1; doubt outside hair is decided in place
 */
export function trimapOf(
  colours: Colours,
  mask: Plane,
  face: Pick<AnalysedFace, 'landmarks'>,
  area: Area,
): Trimap {
  const core = faceMask(face, area, 0.96);
  const hair = hairOf(colours, mask, core, face, area);
  for (let i = 0; i < mask.data.length; i += 1) {
    const value = mask.data[i];
    const decided = smoothstep(DECIDED[0], DECIDED[1], value);
    mask.data[i] = decided + (value - decided) * smoothstep(0, 0.2, hair.zone.data[i]);
  }
  const entered = doubtIntrusions(colours, mask, core, hair, area.face);
  const reach = (faces: number): number => Math.max(LEAST, faces * area.face);
  const [into, outOf] = [reach(INTO), reach(OUT_OF)];
  const [deep, far] = [reach(INTO_HAIR), reach(OUT_OF_HAIR)];
  const inward = distanceFrom(mask, (value) => value <= 0.9, deep).data;
  const outward = distanceFrom(mask, (value) => value >= 0.1, far).data;
  const known = plane(area.width, area.height);
  for (let i = 0; i < known.data.length; i += 1) {
    const much = smoothstep(0.2, 0.75, hair.zone.data[i]);
    if (core.data[i] > 0.5 || inward[i] > into + (deep - into) * much) known.data[i] = 1;
    else if (entered.data[i] > 0 || outward[i] <= outOf + (far - outOf) * much) known.data[i] = 0.5;
  }
  return { known, hair, core };
}
