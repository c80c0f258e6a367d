import type { IntroDesign, IntroTemplateId } from './design.ts';

/** A template's own length in seconds. Longer and shorter intros play it slower or faster. */
const NATURAL: Readonly<Record<IntroTemplateId, number>> = {
  developing: 6,
  sheet: 7,
  slices: 6,
  halftone: 5,
};
/** The intro ends with a still of this many seconds. That frame is also saved as a picture. */
export const END_SECONDS = 0.8;

/** 0 before `from`, 1 after `to`. */
export const span = (at: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (at - from) / (to - from)));
/** Starts fast and ends softly. */
const easeOut = (x: number): number => 1 - (1 - x) ** 3;
const easeInOut = (x: number): number => (x < 0.5 ? 4 * x ** 3 : 1 - (2 - 2 * x) ** 3 / 2);
/** Overshoots a little and comes back (R. Penner, 2001). */
const backOut = (x: number): number => 1 + 2.70158 * (x - 1) ** 3 + 1.70158 * (x - 1) ** 2;

/** Shared by all templates: how far the words have come in and the background has moved, 0..1. */
export interface IntroMoment {
  /** Seconds of the template's own time. */
  readonly at: number;
  readonly name: number;
  readonly handle: number;
  readonly drift: number;
}

const WORDS: Readonly<Record<IntroTemplateId, readonly [name: number, handle: number]>> = {
  developing: [2.6, 3.7],
  sheet: [4.1, 5.2],
  slices: [3.6, 4.5],
  halftone: [2.3, 3.3],
};

/** @param seconds since the intro's beginning */
export function introAt(
  { template, seconds: length }: Pick<IntroDesign, 'template' | 'seconds'>,
  seconds: number,
): IntroMoment {
  const natural = NATURAL[template];
  // Only what comes before the end is stretched: the end is equally long in every intro.
  const moves = length - END_SECONDS;
  const at = Math.min(1, seconds / moves) * (natural - END_SECONDS);
  const [name, handle] = WORDS[template];
  return {
    at,
    name: easeOut(span(at, name, name + 0.9)),
    handle: easeOut(span(at, handle, handle + 0.6)),
    drift: easeInOut(span(seconds, 0, moves)),
  };
}

/** The print sharpens, gains its colour, and moves aside for the words. */
export const developing = ({ at }: IntroMoment) => ({
  /** Blur in pixels of 1080 lines. */
  blur: 70 * (1 - span(at, 0, 2.1)) ** 1.6,
  colour: easeInOut(span(at, 0.9, 2.4)),
  /** From the first frame on, the person can be made out. */
  light: easeOut(span(at, -0.15, 1)),
  percent: Math.round(100 * span(at, 0, 2.1)),
  aside: easeInOut(span(at, 2.2, 3.1)),
});

/** A film strip runs on. One of its frames is chosen and grows to fill the picture. */
export const sheet = ({ at }: IntroMoment) => ({
  /** How far the film has run. It starts at rest: an intro's first frame is often its poster. */
  run: easeInOut(span(at, 0, 1.7)),
  /** How fast it runs, as a fraction of its highest speed. */
  speed: (1 - Math.abs(2 * span(at, 0, 1.7) - 1)) ** 2,
  chosen: easeOut(span(at, 1.8, 2.2)),
  grown: easeInOut(span(at, 2.4, 3.6)),
});

/**
 * New slices push the first ones out of the picture, one by one. Some widen and close again, then
 * all move aside for the words.
 */
export const slices = ({ at }: IntroMoment, count: number) => ({
  fallen: Array.from({ length: count }, (_, k) => easeInOut(span(at, 0.08 * k, 0.08 * k + 1))),
  wide: Array.from({ length: count }, (_, k) => {
    const turn = count < 2 ? -1 : [1, count - 2].indexOf(k);
    if (turn < 0 || (turn === 1 && count < 4)) return 0;
    const from = 1.5 + turn * 0.75;
    return easeInOut(span(at, from, from + 0.4)) * (1 - easeInOut(span(at, from + 0.6, from + 1)));
  }),
  aside: easeInOut(span(at, 3, 3.7)),
});

/** Ever finer dots, down to the print itself, while its second ink comes into register. */
const PITCHES = [120, 78, 51, 33, 21, 14] as const;
export const halftone = ({ at }: IntroMoment) => {
  const x = span(at, 0.1, 2.1) * PITCHES.length;
  const step = Math.min(PITCHES.length - 1, Math.floor(x));
  return {
    pitch: PITCHES[step] ?? 14,
    /** How much of the print itself shows. */
    whole: easeInOut(span(at, 1.9, 2.8)),
    /** How far the second ink lies off, in pixels of 1080 lines. */
    off: 60 * (1 - backOut(span(at, 0.1, 3.1))),
  };
};
