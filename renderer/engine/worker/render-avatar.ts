import { LikenessError } from '../../core/errors.ts';
import type { Progress, Rendered } from '../../ports/engine.ts';
import type { Models } from '../models/runtime.ts';
import type { Analysis } from '../photo/analysis.ts';
import type { Ask } from '../protocol.ts';
import type { Checkpoint } from '../shared/checkpoint.ts';
import { stopwatch } from '../shared/stopwatch.ts';
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
  const watch = stopwatch();
  const passes: Record<string, number> = {};
  let best:
    | { canvas: OffscreenCanvas; likeness: Likeness | undefined; softened: boolean }
    | undefined;

  for (const gentler of STRENGTHS) {
    const strength = gentler * (recipe.options.strength ?? 1);
    checkpoint();
    report({ done: 0.05, stage: 'style' });
    const { pixels, measured, frame, timings } = await watch.time('render', () =>
      renderer.render(analysis, recipe, { size, strength, check: ask.check, checkpoint, drawn }),
    );
    for (const [pass, ms] of Object.entries(timings)) passes[pass] = (passes[pass] ?? 0) + ms;
    checkpoint();
    const canvas = canvasOfPixels(pixels, size);
    if (!ask.check) {
      best = { canvas, likeness: undefined, softened: false };
      break;
    }
    report({ done: 0.75, stage: 'check' });
    const loaded = await models();
    const likeness = await watch.time('check', () =>
      measureLikeness(
        loaded,
        analysis,
        recipe,
        strength,
        frame,
        measured ? canvasOfPixels(measured, size) : canvas,
      ),
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
  const picture = await watch.time('encode', () =>
    format === 'svg' ? convert(canvas, size, format, models) : encode(canvas, format),
  );
  const { thumb: thumbSize } = ask;
  const thumb =
    thumbSize === undefined
      ? undefined
      : await watch.time('thumb', () => thumbnailOf(canvas, thumbSize));
  report({ done: 1, stage: 'encode' });
  return {
    picture,
    ...(thumb && { thumb }),
    size,
    softened,
    ...(analysis.faults && { faults: analysis.faults }),
    timings: { ...passes, ...watch.timings },
    ...(likeness ? { likeness: likeness.value } : {}),
  };
}
