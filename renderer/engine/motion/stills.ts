import type { Recipe } from '../../core/avatars.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { Gpu } from '../gl/gpu.ts';
import type { Target } from '../gl/target.ts';
import type { Analysis } from '../photo/analysis.ts';
import { faceOf } from '../photo/frame.ts';
import { STYLES } from '../styles/index.ts';
import type { PortraitCanvas } from '../styles/shared/canvas.ts';
import { lazy } from '../styles/shared/lazy.ts';
import type { Portrait } from '../styles/shared/portrait.ts';
import { makeScene, uploadPerson, type Scene } from '../styles/shared/scene.ts';
import type { Setting } from '../styles/shared/style.ts';
import { shutLandmarks } from './eyes.ts';
import { closeEyes, drawLashes, type Cells } from './lids.ts';
import { SWELL } from './shader.ts';

/** Paints a scene by a recipe, for the scope of `gpu`. */
export type PaintScene = (
  gpu: Gpu,
  scene: Scene,
  recipe: Recipe,
  change?: (setting: Setting) => Partial<Setting>,
) => Promise<Target>;

/** One style of a portrait, to be painted in several ways. */
export interface StyleStage {
  /** The scope that everything is painted in. */
  readonly gpu: Gpu;
  readonly analysis: Analysis;
  /** The scene with open eyes, which the caller owns. */
  readonly scene: Scene;
  readonly recipe: Recipe;
  readonly paint: PaintScene;
  readonly checkpoint: Checkpoint;
}

/** A portrait without its person: the same face and light, but no texel belongs to them. */
const withoutPerson = (portrait: Portrait): Portrait => {
  const cleared = (canvas: PortraitCanvas): PortraitCanvas => {
    const none = new Float32Array(canvas.n * canvas.n);
    return { ...canvas, L: none, a: none, b: none, alpha: none };
  };
  const canvas = cleared(portrait.canvas);
  const none = canvas.alpha;
  return {
    ...portrait,
    canvas,
    close: cleared(portrait.close),
    person: { ...portrait.person, skin: none, hair: none, beard: none, clothes: none, bald: true },
    normals: [none, none, none.map(() => 1)],
    spectacles: undefined,
  };
};

/** Paints the recipe without the person, but with the person's palette, tones and light. */
export const paintEmpty = ({ gpu, analysis, scene, recipe, paint }: StyleStage): Promise<Target> =>
  gpu.scope((own) => {
    const edge = 64;
    const empty: Analysis = {
      ...analysis,
      width: edge,
      height: edge,
      person: new Uint8ClampedArray(edge * edge * 4),
    };
    const nobody = uploadPerson(own, empty);
    const { faceProfile, frame, size, noise } = scene;
    nobody.faceProfiles.set(faceOf(analysis, recipe), {
      ...faceProfile,
      gpu: own,
      portrait: lazy(() => withoutPerson(faceProfile.portrait())),
    });
    return paint(own, makeScene(empty, nobody, recipe, frame, size, noise), recipe);
  });

/**
 * Paints the still with both eyes closed.
 * @param cells those of pixel art
 */
export const closedStill = (
  { gpu, analysis, scene, recipe, paint, checkpoint }: StyleStage,
  whole: Target,
  sights: Float32Array,
  cells: Cells | undefined,
): Promise<{ readonly shut: Target; readonly skin: readonly [number, number] }> =>
  gpu.scope(async (passing) => {
    const { size, faceProfile, frame, noise } = scene;
    const face = faceOf(analysis, recipe);
    const { blink } = STYLES[recipe.style].motion;
    const own = closeEyes(analysis.person, analysis.width, analysis.height, face.landmarks);
    if (blink === 'afterwards') {
      const open = await passing.read(whole, checkpoint);
      const { pixels } = closeEyes(open, size, size, sights);
      if (cells) drawLashes(pixels, open, size, sights, cells);
      return { shut: passing.upload(pixels, size, size), skin: own.skin };
    }
    const person = uploadPerson(passing, { ...analysis, person: own.pixels });
    // Styles that draw the features themselves draw shut lids; everything else stays as it is.
    const portrait = lazy((): Portrait => {
      const open = faceProfile.portrait();
      const shut = (canvas: PortraitCanvas): PortraitCanvas => ({
        ...canvas,
        landmarks: shutLandmarks(canvas.landmarks),
      });
      return { ...open, canvas: shut(open.canvas), close: shut(open.close) };
    });
    person.faceProfiles.set(face, { ...faceProfile, gpu: passing, portrait });
    const closed = makeScene(analysis, person, recipe, frame, size, noise);
    const painted = await paint(passing, closed, recipe);
    if (blink !== 'lashes') return { shut: painted, skin: own.skin };
    const pixels = await passing.read(painted, checkpoint);
    drawLashes(pixels, await passing.read(whole, checkpoint), size, scene.landmarks);
    return { shut: passing.upload(pixels, size, size), skin: own.skin };
  });

/** Paints the still at another phase of its loop: dots swell, or the light on facets turns. */
export function phaseOf({ gpu, scene, recipe, paint }: StyleStage, phase: number): Promise<Target> {
  if (STYLES[recipe.style].motion.turning) {
    const angle = 2 * Math.PI * phase;
    return paint(gpu, scene, recipe, ({ key: [x, y, z] }) => ({
      key: [
        x * Math.cos(angle) - y * Math.sin(angle),
        x * Math.sin(angle) + y * Math.cos(angle),
        z,
      ],
    }));
  }
  const person = gpu.drawn(SWELL, scene.size, {
    person: scene.person,
    features: scene.features,
    phase,
    key: [0.6, -0.6],
  });
  return paint(gpu, { ...scene, person }, recipe);
}

/** Paints the picture with different strokes, which the moving front then shows. */
export const otherHand = ({ gpu, scene, recipe, paint }: StyleStage): Promise<Target> =>
  paint(gpu, scene, recipe, ({ seed }) => ({ seed: (seed ^ 0x5bd1e995) >>> 0 }));
