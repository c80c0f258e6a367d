import type { RecipeOptions } from '../../../core/avatars.ts';
import { STYLE_LABELS, type BackgroundId, type StyleId } from '../../../core/styles.ts';
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

export interface StyleDefinition<Variation> {
  readonly id: StyleId;
  /** The style divides its background into flat regions, so backdrops come without texture. */
  readonly plain?: boolean;
  vary(rng: Rng, scene: Scene): Variation;
  /** Straight RGBA, gamma-encoded. What it makes on the GPU is freed by the scope it runs in. */
  render(gpu: Gpu, scene: Scene, variation: Variation, setting: Setting): Promise<Target>;
  /**
   * For a style that coarsens its picture on purpose at the end: the picture before that, opaque,
   * to measure the likeness on. When missing, the result itself is measured.
   */
  likeness?(gpu: Gpu, scene: Scene, variation: Variation, setting: Setting): Target;
}

export interface Style {
  readonly id: StyleId;
  readonly label: string;
  readonly plain: boolean;
  render(gpu: Gpu, scene: Scene, setting: Setting): Promise<Target>;
  /** See `StyleDefinition.likeness`; undefined if the result itself is measured. */
  likeness(gpu: Gpu, scene: Scene, setting: Setting): Target | undefined;
}

export const defineStyle = <Variation>(definition: StyleDefinition<Variation>): Style => ({
  id: definition.id,
  label: STYLE_LABELS[definition.id],
  plain: definition.plain ?? false,
  render: (gpu, scene, setting) =>
    definition.render(gpu, scene, variationOf(definition, scene, setting), setting),
  likeness: (gpu, scene, setting) =>
    definition.likeness?.(gpu, scene, variationOf(definition, scene, setting), setting),
});

const variationOf = <Variation>(
  definition: StyleDefinition<Variation>,
  scene: Scene,
  { seed }: Setting,
): Variation => definition.vary(rngOf(seed, `style ${definition.id}`), scene);
