import { LikenessError } from '../../core/errors.ts';
import type { Progress, Rendered } from '../../ports/engine.ts';
import type { Models } from '../models/runtime.ts';
import type { Analysis } from '../photo/analysis.ts';
import type { Ask } from '../protocol.ts';
import type { Checkpoint } from '../shared/checkpoint.ts';
import { TRACED_EDGE } from '../vector/index.ts';
import { canvasOfPixels, convert, encode, thumbnailOf } from './encode.ts';
import { measureLikeness, type Likeness } from './likeness.ts';
import type { Renderer } from './render.ts';

/** Factors on the style's strength, tried in turn until the result keeps the likeness. */
const STRENGTHS = [1, 0.8, 0.6, 0.35];

/**
 * Renders, checks and encodes one avatar. A result that drifts too far from the photo's face is
 * rendered again at a lower strength; if none is good enough, the best one is returned.
 * @param drawn is called whenever the GPU has all of a picture's work
 * @throws LikenessError as `Renderer.render` and `encode` do
 */
export async function renderAvatar(
  renderer: Renderer,
  models: () => Promise<Models>,
  analysis: Analysis,
  ask: Ask<'render'>,
  checkpoint: Checkpoint,
  report: (progress: Progress) => void,
  drawn: () => void,
): Promise<Rendered> {
  const { recipe, format } = ask;
  const size = format === 'svg' ? TRACED_EDGE : ask.size;
  let best:
    | { canvas: OffscreenCanvas; likeness: Likeness | undefined; softened: boolean }
    | undefined;

  for (const gentler of STRENGTHS) {
    const strength = gentler * (recipe.options.strength ?? 1);
    checkpoint();
    report({ done: 0.05, stage: 'style' });
    const { pixels, measured, frame } = await renderer.render(analysis, recipe, {
      size,
      strength,
      check: ask.check,
      checkpoint,
      drawn,
    });
    checkpoint();
    const canvas = canvasOfPixels(pixels, size);
    if (!ask.check) {
      best = { canvas, likeness: undefined, softened: false };
      break;
    }
    report({ done: 0.75, stage: 'check' });
    const likeness = await measureLikeness(
      await models(),
      analysis,
      recipe,
      strength,
      frame,
      measured ? canvasOfPixels(measured, size) : canvas,
    );
    if (!best?.likeness || likeness.accepted || likeness.value > best.likeness.value) {
      best = { canvas, likeness, softened: gentler < 1 };
    }
    if (likeness.accepted) break;
  }

  if (!best) throw new LikenessError('engine-failed');
  const { canvas, likeness, softened } = best;
  checkpoint();
  report({ done: 0.85, stage: 'encode' });
  const picture = await (format === 'svg'
    ? convert(canvas, size, format, models)
    : encode(canvas, format));
  const thumb = ask.thumb === undefined ? undefined : await thumbnailOf(canvas, ask.thumb);
  report({ done: 1, stage: 'encode' });
  return {
    picture,
    ...(thumb && { thumb }),
    size,
    softened,
    ...(analysis.faults && { faults: analysis.faults }),
    ...(likeness ? { likeness: likeness.value } : {}),
  };
}
