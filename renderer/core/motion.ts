import type { StyleId } from './styles.ts';

/** How a living avatar moves: the person, gently or more lively, or only the paint. */
export const MOTIONS = ['calm', 'lively', 'paint'] as const;
export type Motion = (typeof MOTIONS)[number];

/** Why a face gets less of the motion than was asked for. */
export const MOTION_NOTES = ['turned', 'smiling', 'eyes-shut', 'eyes-covered', 'close'] as const;
export type MotionNote = (typeof MOTION_NOTES)[number];

/** Frames per second of a living avatar. */
export const MOTION_RATE = 24;
export const MOTION_SECONDS: Readonly<Record<Motion, number>> = { calm: 4, lively: 3, paint: 4 };
/** Edge lengths of a saved living avatar, in pixels; the largest needs premium animations. */
export const MOTION_SIZES = [480, 720, 1080] as const;

/** What the person does in a premium animation, each move once and in turn. */
export const MOVES = ['look', 'nod', 'tilt', 'smile'] as const;
export type Move = (typeof MOVES)[number];
/** Where the camera goes in a premium animation; by the end it is back. */
export const CAMERAS = ['still', 'push', 'drift', 'orbit'] as const;
export type Camera = (typeof CAMERAS)[number];
export const PREMIUM_SECONDS = [4, 5, 6, 7, 8] as const;
/** The most styles that one face goes through, its own included. */
export const STYLES_MOST = 6;

/** What a premium animation adds to a loop. */
export interface Premium {
  /** Whole seconds, 4 to 8. */
  readonly seconds: number;
  /** In the order of `MOVES`. */
  readonly moves: readonly Move[];
  readonly camera: Camera;
  /** The styles after the avatar's own, before it returns: none to five, all different. */
  readonly styles: readonly StyleId[];
}

/** What defines a living avatar, besides its avatar: the same values give the same result. */
export interface Living {
  readonly motion: Motion;
  /** 0.25 to 1. */
  readonly strength: number;
  /** Edge of the frames in pixels, 256 to 1080; even. */
  readonly size: number;
  readonly premium?: Premium;
}

export const secondsOf = ({ motion, premium }: Pick<Living, 'motion' | 'premium'>): number =>
  premium?.seconds ?? MOTION_SECONDS[motion];

export const framesOf = (living: Pick<Living, 'motion' | 'premium'>): number =>
  secondsOf(living) * MOTION_RATE;

/** Whether it needs what premium animations unlock. */
export const isPremium = ({ premium, size }: Pick<Living, 'premium' | 'size'>): boolean =>
  premium !== undefined || size > 720;
