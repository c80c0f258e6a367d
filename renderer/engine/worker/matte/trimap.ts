import type { AnalysedFace } from '../analysis.ts';
import { faceMask, pointIn, type Area } from './area.ts';
import { distanceFrom } from './distance.ts';
import type { Colours } from './linear.ts';
import { boxMean, plane, smoothstep, type Plane } from './planes.ts';
import { skinLike } from './skin.ts';

/** Face mesh numbering: the forehead's middle at the hairline, the lowest point of the chin. */
const FOREHEAD = 10;
const CHIN = 152;

/** How far the band of the unknown reaches, in faces: into hair, out of hair, and either way elsewhere. */
const INTO_HAIR = 0.04;
const OUT_OF_HAIR = 0.05;
const EDGE = 0.014;
/** But never less, in pixels: an edge is mixed over two. */
const LEAST = 1.5;

export interface Trimap {
  /** 1 person, 0 ground, 0.5 unknown. */
  readonly known: Plane;
  /** Where hair may be, 0..1. */
  readonly hair: Plane;
  /** 1 well inside the face's outline. */
  readonly core: Plane;
}

/** 1 above the mouth, 0 from a little below it on, along the face's own axis. */
function aboveMouth(face: Pick<AnalysedFace, 'landmarks'>, area: Area): Plane {
  const [top, chin] = [pointIn(area, face, FOREHEAD), pointIn(area, face, CHIN)];
  const middle = [(top[0] + chin[0]) / 2, (top[1] + chin[1]) / 2] as const;
  const long = Math.max(1, Math.hypot(chin[0] - top[0], chin[1] - top[1]));
  const [ux, uy] = [(chin[0] - top[0]) / long, (chin[1] - top[1]) / long];
  const zone = plane(area.width, area.height);
  for (let y = 0, i = 0; y < area.height; y += 1)
    for (let x = 0; x < area.width; x += 1, i += 1) {
      const down = (x - middle[0]) * ux + (y - middle[1]) * uy;
      zone.data[i] = 1 - smoothstep(0.3 * long, 0.55 * long, down);
    }
  return zone;
}

/** Where hair may be: above the mouth, and where the person's rim isn't skin. */
export function hairZone(
  colours: Colours,
  mask: Plane,
  core: Plane,
  face: Pick<AnalysedFace, 'landmarks'>,
  area: Area,
): Plane {
  const { width, height } = area;
  const scratch = plane(width, height);
  const zone = aboveMouth(face, area);
  const inside = plane(width, height);
  for (let i = 0; i < inside.data.length; i += 1)
    inside.data[i] = (mask.data[i] as number) > 0.6 ? 1 : 0;
  const skin = skinLike(colours, core, inside);
  const around = Math.max(1, Math.round(0.05 * area.face));
  boxMean(skin, around, skin, scratch);
  boxMean(inside, around, inside, scratch);
  for (let i = 0; i < zone.data.length; i += 1) {
    const share = (skin.data[i] as number) / Math.max(1e-3, inside.data[i] as number);
    zone.data[i] = (zone.data[i] as number) * (1 - smoothstep(0.25, 0.5, share));
  }
  return boxMean(zone, Math.max(1, Math.round(0.02 * area.face)), zone, scratch);
}

/**
 * What is surely person, what is surely ground, and the band between that the colours may decide:
 * wide where hair may be, and a few pixels everywhere else, where skin and cloth have clean edges.
 *
 * @param mask the networks' mask, 0..1
 */
export function trimapOf(
  colours: Colours,
  mask: Plane,
  face: Pick<AnalysedFace, 'landmarks'>,
  area: Area,
): Trimap {
  const core = faceMask(face, area, 0.96);
  const hair = hairZone(colours, mask, core, face, area);
  const inward = distanceFrom(mask, (value) => value <= 0.9).data;
  const outward = distanceFrom(mask, (value) => value >= 0.1).data;
  const edge = Math.max(LEAST, EDGE * area.face);
  const [deep, far] = [
    Math.max(edge, INTO_HAIR * area.face),
    Math.max(edge, OUT_OF_HAIR * area.face),
  ];
  const known = plane(area.width, area.height);
  for (let i = 0; i < known.data.length; i += 1) {
    const much = smoothstep(0.2, 0.75, hair.data[i] as number);
    if ((core.data[i] as number) > 0.5 || (inward[i] as number) > edge + (deep - edge) * much)
      known.data[i] = 1;
    else if ((outward[i] as number) <= edge + (far - edge) * much) known.data[i] = 0.5;
  }
  return { known, hair, core };
}
