import { useEffect, useState } from 'react';
import type { Recipe } from '../../core/avatars.ts';
import { type ErrorCode, errorCode, isAbort } from '../../core/errors.ts';
import type { Engine, Sitting } from '../../ports/engine.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { type Choices, sittingsAtom } from '../../state/drafts/index.ts';
import { usePorts } from '../../state/ports.ts';

export const PREVIEW_SIZE = 1024;

export interface Preview {
  readonly draftId: string;
  readonly recipe: Recipe;
  readonly picture: Blob;
  /** The photo in the same frame. */
  readonly photo: Blob;
  readonly likeness?: number;
}

export interface PreviewState {
  readonly sitting?: Sitting;
  /** The last picture that was ready; it stays while the next is made. */
  readonly preview?: Preview;
  /** 0 to 1; 1 when what is shown is what was chosen. */
  readonly done: number;
  readonly error?: ErrorCode;
}

export const recipeOf = (choices: Choices, engine: Pick<Engine, 'version'>): Recipe => ({
  style: choices.style,
  background: choices.background,
  seed: choices.seed,
  options: choices.options,
  engine: engine.version,
});

interface Current extends PreviewState {
  readonly draftId: string;
}

/**
 * The chosen look on the person's own photo. A choice that changes stops the rendering before it.
 * It is made and checked exactly as a kept avatar is, so that the first one of a batch is this one.
 */
export function usePreview(draftId: string | undefined, choices: Choices, attempt: number): PreviewState {
  const { engine: openEngine } = usePorts();
  const sittings = useAtomValue(sittingsAtom);
  const [current, setCurrent] = useState<Current>();
  const { style, background, seed, options } = choices;

  useEffect(() => {
    if (draftId === undefined) return undefined;
    const stop = new AbortController();
    const update = (change: (before: Current) => Current): void => {
      if (stop.signal.aborted) return;
      setCurrent((before) => change(before?.draftId === draftId ? before : { draftId, done: 0 }));
    };
    const develop = async (): Promise<void> => {
      const [engine, sitting] = await Promise.all([openEngine(), sittings.of(draftId)]);
      update(({ preview }) => ({ draftId, sitting, ...(preview && { preview }), done: 0 }));
      const recipe = recipeOf({ style, background, seed, options }, engine);
      const photo = await engine.framedPhoto(sitting, recipe, { size: PREVIEW_SIZE, signal: stop.signal });
      const rendered = await engine.render(sitting, recipe, {
        size: PREVIEW_SIZE,
        format: background === 'none' ? 'png' : 'jpeg',
        check: true,
        priority: 'preview',
        signal: stop.signal,
        onProgress: ({ done }) => update((before) => ({ ...before, done: Math.min(0.99, done) })),
      });
      const { picture, likeness } = rendered;
      const preview: Preview = { draftId, recipe, picture, photo, ...(likeness !== undefined && { likeness }) };
      update(() => ({ draftId, sitting, preview, done: 1 }));
    };
    develop().catch((failure: unknown) => {
      if (!isAbort(failure)) update((before) => ({ ...before, done: 1, error: errorCode(failure) }));
    });
    return () => stop.abort();
  }, [draftId, style, background, seed, options, attempt, openEngine, sittings]);

  return current && current.draftId === draftId ? current : { done: 0 };
}
