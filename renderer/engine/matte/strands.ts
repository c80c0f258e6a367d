import { distanceFrom } from '../raster/distance.ts';
import type { Colours } from '../raster/guided-filter.ts';
import { label } from '../raster/label.ts';
import type { Plane } from '../raster/planes.ts';
import { apart, type Hair, type Smooth, type Tone } from './hair.ts';

/** How far from the person strands are looked for, in face widths; what goes on beyond isn't one. */
const LONGEST = 0.35;
/** In face widths: distance of the background that a strand is compared with, on either side of it. */
const COMPARED_AT = 0.02;
/** Least length of a strand, in face widths from the person. */
const SHORTEST = 0.05;
/** Least depth of hair that has loose strands, in face widths from its outline: stubble has none. */
const DEEP = 0.08;
/** Least distance of the hair's colour from the background's; colours are 0..1. */
const CONTRAST = 0.15;
/** How close to the hair a strand begins, in pixels: the hair's own rim is mixed. */
const ROOT = 2;
/** Least alpha of a strand. */
const FAINT = 0.2;
/** What a mix of hair and background may leave unexplained: a share of their contrast, and grain. */
const REST = 0.3;
const GRAIN = 0.03;
/** Tones that this share of the surroundings has, within a distance, don't show strands. */
const COMMON = 0.02;
const LIKE = 0.1;
/** In face widths from the person: where its surroundings begin and end. */
const SURROUNDINGS = [0.06, 0.5] as const;

/** The tones that are rare in the background around the person. */
function rareTones(
  colours: Colours,
  tones: readonly Tone[],
  away: Float32Array,
  face: number,
): Tone[] {
  const [red, green, blue] = [colours[0].data, colours[1].data, colours[2].data];
  const counts = tones.map(() => 0);
  let total = 0;
  for (let i = 0; i < away.length; i += 3) {
    const far = away[i];
    if (far < SURROUNDINGS[0] * face || far > SURROUNDINGS[1] * face) continue;
    total += 1;
    tones.forEach((tone, k) => {
      if (apart(tone, red[i], green[i], blue[i]) < LIKE ** 2) counts[k] = counts[k] + 1;
    });
  }
  return tones.filter((_, k) => counts[k] < COMMON * total);
}

/**
 * A function for the alpha of a thin line of the hair's colours at a pixel, whether it is hair or
 * not. In one of four directions, a line differs from what is on either side of it, towards a tone
 * of the hair; its alpha is where its colour lies between those two, for the side that it resembles
 * more. Given a `least` alpha, lesser ones may come out as 0, which is quicker.
 *
 * @param steps offsets of the background beside a line, one for each direction
 */
function lineIn(
  colours: Colours,
  [r, g, b]: Smooth,
  tones: readonly Tone[],
  steps: readonly number[],
): (i: number, least: number) => number {
  const [red, green, blue] = [colours[0].data, colours[1].data, colours[2].data];
  return (i, least) => {
    const here: Tone = [red[i], green[i], blue[i]];
    const [ir, ig, ib] = here;
    const change = (least * CONTRAST) ** 2;
    let most = 0;
    for (const step of steps) {
      const [r1, g1, b1] = [r[i + step], g[i + step], b[i + step]];
      if (apart(here, r1, g1, b1) < change) continue;
      const [r2, g2, b2] = [r[i - step], g[i - step], b[i - step]];
      if (apart(here, r2, g2, b2) < change) continue;
      for (const tone of tones) {
        const [one, other] = [apart(tone, r1, g1, b1), apart(tone, r2, g2, b2)];
        if (one < CONTRAST ** 2 || other < CONTRAST ** 2) continue;
        const [tr, tg, tb] = tone;
        const alpha = Math.min(
          1,
          ((ir - r1) * (tr - r1) + (ig - g1) * (tg - g1) + (ib - b1) * (tb - b1)) / one,
          ((ir - r2) * (tr - r2) + (ig - g2) * (tg - g2) + (ib - b2) * (tb - b2)) / other,
        );
        if (alpha <= most) continue;
        const behind = 0.5 * (1 - alpha);
        const rest = Math.hypot(
          ir - behind * (r1 + r2) - alpha * tr,
          ig - behind * (g1 + g2) - alpha * tg,
          ib - behind * (b1 + b2) - alpha * tb,
        );
        if (rest < REST * alpha * Math.sqrt(Math.min(one, other)) + GRAIN) most = alpha;
      }
    }
    return most;
  };
}

/**
 * Adds loose strands to alpha, in place: thin lines of the hair's colours that begin at the hair
 * and end near it, so that neither the folds of a curtain nor the frames of a window count.
 *
 * @param mask the networks' mask, 0..1
 * @param face width of the face in the planes' pixels
 */
export function addStrands(
  alpha: Plane,
  colours: Colours,
  mask: Plane,
  { tones, body, smooth }: Hair,
  face: number,
): void {
  const { width, height } = alpha;
  const away = distanceFrom(mask, (value) => value > 0.5, SURROUNDINGS[1] * face).data;
  const seen = rareTones(colours, tones, away, face);
  const depth = distanceFrom(body, (value) => value === 0, DEEP * face).data;
  if (seen.length === 0 || depth.every((value) => value < DEEP * face)) return;
  const straight = Math.max(3, Math.round(COMPARED_AT * face));
  const slant = Math.round(straight * Math.SQRT1_2);
  const steps = [straight, straight * width, slant * (width + 1), slant * (width - 1)];
  const line = lineIn(colours, smooth, seen, steps);
  const lines = new Float32Array(width * height);
  const marks = new Uint8Array(lines.length);
  const eachNear = (visit: (i: number) => void): void => {
    for (let y = straight; y < height - straight; y += 1)
      for (let x = straight; x < width - straight; x += 1) {
        const i = y * width + x;
        if (away[i] <= (LONGEST + 0.01) * face && mask.data[i] <= 0.9) visit(i);
      }
  };
  eachNear((i) => {
    lines[i] = line(i, FAINT);
    if (lines[i] <= FAINT) return;
    // Lines are thin and break easily, so they are joined across a pixel.
    marks[i] = 1;
    marks[i - 1] = 1;
    marks[i + 1] = 1;
    marks[i - width] = 1;
    marks[i + width] = 1;
  });
  eachNear((i) => {
    if (marks[i] === 1 && lines[i] <= FAINT) lines[i] = line(i, 0);
  });
  const { labels, sizes } = label(marks, width, height);
  const root = distanceFrom(body, (value) => value === 1, ROOT).data;
  const rooted = new Uint8Array(sizes.length);
  const length = new Float32Array(sizes.length);
  for (let i = 0; i < labels.length; i += 1) {
    const name = labels[i];
    if (root[i] <= ROOT) rooted[name] = 1;
    // A line that reaches the upper edge goes on beyond it.
    length[name] = i < width * (straight + 1) ? Infinity : Math.max(length[name], away[i]);
  }
  for (let i = 0; i < lines.length; i += 1) {
    const name = labels[i];
    const long = length[name];
    if (name === 0 || rooted[name] === 0 || long < SHORTEST * face || long > LONGEST * face)
      continue;
    alpha.data[i] = Math.max(alpha.data[i], lines[i]);
  }
}
