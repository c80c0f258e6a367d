import { MOTION_RATE, secondsOf, type Camera, type Living, type Move } from '../../core/motion.ts';
import { clamp, smoothstep } from '../raster/numbers.ts';
import type { Pose } from './field.ts';

/** A moment of the loop. */
export interface Moment extends Pose {
  /** How far both lids are down, 0..1. */
  readonly blink: number;
  /** How far the irises slide against the head's turn, in eye widths. */
  readonly gaze: number;
  /** How far the background has moved, as a fraction of the picture. */
  readonly groundX: number;
  readonly groundY: number;
  readonly camera: View;
}

/** What the camera sees: the picture enlarged about a fixed point, whose x and y are 0..1. */
export type View = Readonly<Record<'zoom' | 'x' | 'y', number>>;

export type MotionAsked = Omit<Living, 'size'>;

/** How much of each part of the motion suits a face, 0..1. */
export type MotionLimits = Readonly<Record<'turn' | 'smile' | 'blink' | 'breath', number>>;

const TAU = 2 * Math.PI;
const [SHUTS, HOLDS, OPENS] = [0.1, 0.05, 0.2];

/** How far the lids are down, 0..1, some seconds into a blink: they fall fast and rise slowly. */
export function blinkAt(seconds: number): number {
  if (seconds < 0) return 0;
  if (seconds < SHUTS) return smoothstep(0, 1, seconds / SHUTS);
  if (seconds < SHUTS + HOLDS) return 1;
  const x = (seconds - SHUTS - HOLDS) / OPENS;
  return x < 1 ? (1 - x) ** 2 * (1 + 2 * x) : 0;
}

/** When blinks begin, in seconds: the middle of each is on a frame, which is thus fully shut. */
export const blinksOf = (seconds: number, rate: number): readonly number[] =>
  (seconds >= 5 ? [0.22, 0.71] : [0.3]).map(
    (part) => Math.round((part * seconds + SHUTS + HOLDS / 2) * rate) / rate - SHUTS - HOLDS / 2,
  );

/** Breathes in during 42 % of the loop, and out during the rest. */
const breathAt = (f: number): number => {
  const x = f - Math.floor(f);
  return x < 0.42
    ? 0.5 - 0.5 * Math.cos((Math.PI * x) / 0.42)
    : 0.5 + 0.5 * Math.cos((Math.PI * (x - 0.42)) / 0.58);
};

/** Fraction of its time that a style is shown alone; then the next one spreads over it. */
const RESTS = 0.34;

/**
 * Which style is shown at f = 0..1 of a loop through `count` styles and back to the first: the one
 * at `from`, and how far the next has spread over it, 0..1.
 */
export function styleAt(f: number, count: number) {
  if (count < 2) return { from: 0, spread: 0 };
  const at = (f - Math.floor(f)) * count;
  const part = at - Math.floor(at);
  return { from: Math.floor(at) % count, spread: smoothstep(RESTS / 2, 1 - RESTS / 2, part) };
}

/** When blinks begin: while a style is shown alone, and never at the loop's seam. */
const blinksAmong = (styles: number, seconds: number): readonly number[] =>
  [...new Set([1, Math.max(1, styles - 1)])].map(
    (k) => Math.round((k / styles) * seconds * MOTION_RATE) / MOTION_RATE - SHUTS - HOLDS / 2,
  );

const TRAVELS: Readonly<Record<Camera, number>> = {
  still: 0,
  push: 0.16,
  drift: 0.13,
  orbit: 0.06,
};

/** The camera's view at f = 0..1; it moves out and back on a cosine, so that no seam shows. */
function viewAt(f: number, camera: Camera, strength: number): View {
  const out = 0.5 - 0.5 * Math.cos(TAU * f);
  const zoom = 1 + TRAVELS[camera] * (0.5 + 0.5 * strength) * out;
  return { zoom, x: camera === 'drift' ? 0.5 + 0.48 * Math.sin(TAU * f) : 0.5, y: 0.4 };
}

/** Progress of a move, 0..1. Each move has its own part of the loop. */
function moveAt(f: number, move: Move, moves: readonly Move[]): number {
  const at = moves.indexOf(move);
  if (at < 0) return 0;
  const [first, last] = [0.06, 0.94];
  return clamp(((f - first) / (last - first)) * moves.length - at);
}

/** Rises, holds, and falls again. */
const held = (x: number): number => smoothstep(0.05, 0.4, x) * (1 - smoothstep(0.62, 0.97, x));

/** The largest turn, in degrees, at which the head's outline still looks right. */
const YAW_MOST = 6.5;

/** The moment at f = 0..1 of a loop; at 0 and 1 it is the still. */
export function momentAt(f: number, asked: MotionAsked, limits: MotionLimits): Moment {
  const { motion, strength, premium } = asked;
  const seconds = secondsOf(asked);
  const { moves = [], camera = 'still', styles = [] } = premium ?? {};
  const lives = motion === 'paint' ? 0 : 1;
  const lively = motion === 'lively';
  // A longer animation repeats its motions instead of slowing them down.
  const breaths = Math.max(1, Math.round(seconds / 4));
  const often = lively ? breaths : 1;
  const wave = (turns: number, phase: number): number =>
    Math.sin(TAU * turns * f + phase) - Math.sin(phase);
  const own = (turns: number, phase: number): number => lives * wave(turns * often, phase);
  const turn = strength * limits.turn;
  const round = camera === 'orbit' ? Math.sin(TAU * f) : 0;
  const nod = moveAt(f, 'nod', moves);
  const yaw =
    turn *
    (2.4 * (lively ? 1.55 : 1) * (own(1, 0.35) - 0.22 * own(2, 0.9)) -
      3.6 * held(moveAt(f, 'look', moves)) +
      2.6 * round);
  const smiles = moves.includes('smile')
    ? held(moveAt(f, 'smile', moves)) * 1.05
    : lives * 0.8 * (lively ? 1.25 : 1) * smoothstep(0.5, 0.66, f) * (1 - smoothstep(0.8, 0.97, f));
  const blinks =
    styles.length > 0 ? blinksAmong(styles.length + 1, seconds) : blinksOf(seconds, MOTION_RATE);
  const turned = premium ? YAW_MOST * Math.tanh(yaw / YAW_MOST) : yaw;
  return {
    yaw: turned,
    pitch: turn * (0.7 * own(1, 1.9) + 1.9 * Math.sin(2 * TAU * nod) * Math.sin((TAU / 2) * nod)),
    roll: turn * (0.45 * own(1, -0.5) + 1.5 * held(moveAt(f, 'tilt', moves))),
    sway: turn * (0.006 * own(1, 0.1) + 0.008 * held(moveAt(f, 'tilt', moves))),
    smile: strength * limits.smile * smiles,
    breath:
      lives *
      0.016 *
      (lively ? 1.1 : 1) *
      strength *
      limits.breath *
      breathAt(f * (premium ? breaths : 1)),
    blink:
      (lives === 1 || moves.length > 0 ? limits.blink : 0) *
      blinks.reduce((most, at) => Math.max(most, blinkAt(f * seconds - at)), 0),
    gaze: 0.012 * turned,
    groundX: -0.003 * turned - 0.018 * round,
    groundY: lives * 0.004 * strength * wave(1, 0),
    camera: viewAt(f, camera, strength),
  };
}
