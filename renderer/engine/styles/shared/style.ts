import type { RecipeOptions } from '../../../core/avatars.ts';
import { STYLE_LABELS, type BackgroundId, type StyleId } from '../../../core/styles.ts';
import type { Gpu } from '../../worker/gl/gpu.ts';
import type { Target } from '../../worker/gl/target.ts';
import { rngOf, type Rng } from './random.ts';
import type { Direction } from './render-person.ts';
import type { Scene } from './scene.ts';

/** What a style is given for one avatar. */
export interface Setting {
  readonly seed: number;
  readonly options: RecipeOptions;
  readonly background: BackgroundId;
  /** Gamma-encoded, opaque; undefined for a transparent background. Stays the caller's. */
  readonly backdrop: Target | undefined;
  /** Towards the key light. */
  readonly key: Direction;
  /** 0 is the realistic base, 1 the style in full. */
  readonly strength: number;
  /** Waits for the GPU and throws when the avatar is no longer wanted. */
  readonly step: () => Promise<void>;
}

export interface StyleDefinition<Variation> {
  readonly id: StyleId;
  vary(rng: Rng, scene: Scene): Variation;
  /** Straight RGBA, gamma-encoded; the caller releases it. */
  render(gpu: Gpu, scene: Scene, variation: Variation, setting: Setting): Promise<Target>;
}

export interface Style {
  readonly id: StyleId;
  readonly label: string;
  render(gpu: Gpu, scene: Scene, setting: Setting): Promise<Target>;
}

export const defineStyle = <Variation>(definition: StyleDefinition<Variation>): Style => ({
  id: definition.id,
  label: STYLE_LABELS[definition.id],
  render: (gpu, scene, setting) =>
    definition.render(
      gpu,
      scene,
      definition.vary(rngOf(setting.seed, `style ${definition.id}`), scene),
      setting,
    ),
});
