import type { MotionNote } from '../../core/motion.ts';
import { leastDeterminant } from './field.ts';
import type { StyleLayers } from './layers.ts';
import { momentAt, type MotionAsked, type MotionLimits } from './time.ts';

/** Below this opening, in eye widths, an eye counts as shut. */
const SHUT = 0.12;
/** An eye counts as covered when less than this part of the ring around it reads as skin. */
const SKIN = 0.15;
/** The least determinant that a field may have, well above 0, where the picture would fold. */
export const LEAST_DETERMINANT = 0.45;

/** Works out how much of each motion suits a face, and notes why the rest is left out. */
export function limitsOf(
  { body, openings, skin }: StyleLayers['measures'],
  asked: MotionAsked,
): { readonly limits: MotionLimits; readonly notes: readonly MotionNote[] } {
  const notes: MotionNote[] = [];
  const note = <T>(what: MotionNote, value: T): T => {
    notes.push(what);
    return value;
  };
  const turned = Math.abs(body.turned);
  let turn = turned > 0.5 ? note('turned', 0) : turned > 0.3 ? note('turned', 0.5) : 1;
  const smile = body.lipsApart > 0.15 ? note('smiling', 0.4) : 1;
  const blink = openings.some((opening) => opening < SHUT)
    ? note('eyes-shut', 0)
    : skin.some((part) => part < SKIN)
      ? note('eyes-covered', 0)
      : 1;
  const breath = body.faceWidth > 0.6 * body.size ? note('close', 0) : 1;
  const moments = asked.premium ? 24 : 12;
  const least = (): number =>
    Array.from({ length: moments }, (_, k) =>
      leastDeterminant(
        body.at(momentAt((k + 0.5) / moments, asked, { turn, smile, blink, breath })),
        body.size,
      ),
    ).reduce((low, one) => Math.min(low, one));
  const { motion, premium } = asked;
  const moves =
    motion !== 'paint' || (premium && (premium.moves.length > 0 || premium.camera === 'orbit'));
  if (moves)
    // A little above the limit, because frames lie between the moments checked here.
    while (turn > 0.05 && least() < LEAST_DETERMINANT + 0.04) turn *= 0.75;
  return { limits: { turn, smile, blink, breath }, notes: moves ? notes : [] };
}
