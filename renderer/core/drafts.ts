import type { RecipeOptions } from './avatars.ts';
import type { BackgroundId, StyleId } from './looks.ts';
import type { Scope } from './scope.ts';

/**
 * The photo being worked on and the choices made for it. The photo itself is kept apart, sealed
 * under a key of its own, and goes when the batch is done, on clearing, or after 24 hours.
 */
export interface Draft extends Scope {
  readonly id: string;
  readonly fileName: string;
  readonly width: number;
  readonly height: number;
  readonly style: StyleId;
  readonly background: BackgroundId;
  readonly seed: number;
  readonly options: RecipeOptions;
  readonly createdAt: number;
}
