import type { RecipeOptions } from '../../../core/avatars.ts';
import type { BackgroundId, StyleId } from '../../../core/styles.ts';
import type { Gpu } from '../../gl/gpu.ts';
import type { Target } from '../../gl/target.ts';
import { rngOf, type Rng } from './random.ts';
import type { Direction } from './render-person.ts';
import type { Scene } from './scene.ts';

/** What a style gets for one avatar, besides the scene. */
export interface Setting {
  readonly seed: number;
  readonly options: RecipeOptions;
  readonly background: BackgroundId;
  /** Gamma-encoded, opaque; undefined for a transparent background. */
  readonly backdrop: Target | undefined;
  /** Direction towards the key light. */
  readonly key: Direction;
  /** From 0, the realistic base, to 1, the full style. */
  readonly strength: number;
  /** Waits for the GPU; throws if the avatar is no longer wanted. */
  readonly step: () => Promise<void>;
}

/** What a living avatar's paint does; 'phases' is redrawn at several phases of the loop. */
export type MotionKind = 'light' | 'rim' | 'strokes' | 'wet' | 'paper' | 'phases' | 'cells';

/** How the avatars of a style move. */
export interface StyleMotion {
  readonly kind: MotionKind;
  /** 'phases': the light turns about the person. Otherwise the tones swell. */
  readonly turning?: boolean;
  /** 'paper': the figure has drawn lines, which stay still, and a border like a sticker's. */
  readonly inked?: boolean;
  /** 'cells': the grid by whose cells everything moves, in pixels of a 1024 px picture. */
  readonly grid?: (seed: number) => { readonly cell: number; readonly offset: number };
  /** How much larger its eyes are than the photo's, along and across the eye. */
  readonly eyes?: readonly [along: number, across: number];
  /**
   * How eyes are closed, other than by painting a photo with closed eyes: 'lashes' also draws the
   * lashes, which the brush loses; 'afterwards' closes them in the finished picture.
   */
  readonly blink?: 'lashes' | 'afterwards';
}

/** What the rest of the engine has to know of a style. */
export interface StyleTraits {
  readonly id: StyleId;
  readonly motion: StyleMotion;
  /** The style divides its background into flat regions, so backdrops come without texture. */
  readonly plain?: boolean;
  /** The background's own light falls on the person, so Professional shows lit places. */
  readonly lit?: boolean;
}

export interface StyleDefinition<Variation> extends StyleTraits {
  vary(rng: Rng, scene: Scene): Variation;
  /** Straight RGBA, gamma-encoded. What it makes on the GPU is freed by the scope it runs in. */
  render(gpu: Gpu, scene: Scene, variation: Variation, setting: Setting): Promise<Target>;
  /**
   * For a style that coarsens its picture on purpose at the end: the picture before that, opaque,
   * to measure the likeness on. When missing, the result itself is measured.
   */
  likeness?(gpu: Gpu, scene: Scene, variation: Variation, setting: Setting): Target;
}

export type Style = ReturnType<typeof defineStyle>;

export const defineStyle = <Variation>(definition: StyleDefinition<Variation>) => {
  const vary = (scene: Scene, { seed }: Setting): Variation =>
    definition.vary(rngOf(seed, `style ${definition.id}`), scene);
  return {
    ...(definition as StyleTraits),
    render: (gpu: Gpu, scene: Scene, setting: Setting) =>
      definition.render(gpu, scene, vary(scene, setting), setting),
    /** See `StyleDefinition.likeness`; undefined if the result itself is measured. */
    likeness: (gpu: Gpu, scene: Scene, setting: Setting) =>
      definition.likeness?.(gpu, scene, vary(scene, setting), setting),
  };
};
