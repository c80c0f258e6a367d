import type { Recipe } from '../../core/avatars.ts';
import type { Choices } from '../../core/drafts.ts';
import { errorCode, isAbort, type ErrorCode } from '../../core/errors.ts';
import type { Engine, Sitting } from '../../ports/engine.ts';

export interface Wish {
  readonly draftId: string;
  readonly choices: Choices;
}

export interface Preview {
  readonly draftId: string;
  readonly recipe: Recipe;
  /** Edge length in pixels. */
  readonly size: number;
  readonly picture: Blob;
  /** The photo in the same frame. */
  readonly photo: Blob;
  readonly likeness?: number;
  readonly softened: boolean;
}

export interface PreviewState {
  readonly sitting?: Sitting;
  /** The last picture that was ready; it stays while the next is made. */
  readonly preview?: Preview;
  /** 0 to 1; 1 when what is shown is what was chosen, in full. */
  readonly done: number;
  /** What is shown is of an earlier choice. */
  readonly stale: boolean;
  readonly error?: ErrorCode;
}

/**
 * Each picture comes three times, ever sharper. The first is small enough to follow a hand and is
 * always finished, so that a drag shows something all the way; the others give way to a newer
 * choice. The last is made and checked as a kept avatar is: the first of a batch looks like it.
 */
const STAGES = [
  { size: 320, check: false, draft: true, done: 0.15 },
  { size: 512, check: false, draft: true, done: 0.4 },
  { size: 1024, check: true, draft: false, done: 1 },
] as const;
type Stage = (typeof STAGES)[number];

export const recipeOf = (choices: Choices, engine: Pick<Engine, 'version'>): Recipe => ({
  ...choices,
  engine: engine.version,
});

/** What decides the frame: as long as it stays, the framed photo does. */
const frameOf = ({ draftId, choices: { style, seed, options } }: Wish): string =>
  JSON.stringify([draftId, style, seed, options.crop, options.face]);

interface Parts {
  readonly engine: () => Promise<Engine>;
  readonly sittingOf: (draftId: string) => Promise<Sitting>;
  readonly show: (state: PreviewState, wish: Wish) => void;
}

export interface Previewer {
  want(wish: Wish): void;
  stop(): void;
}

const NOTHING: PreviewState = { done: 0, stale: true };

/** Shows the newest wish, whatever happens to those before it. */
export function createPreviewer({ engine: openEngine, sittingOf, show }: Parts): Previewer {
  let wanted: Wish | undefined;
  let busy = false;
  let interrupt: (() => void) | undefined;
  let shown: { readonly draftId: string; readonly state: PreviewState } | undefined;
  let framed: { readonly frame: string; readonly size: number; readonly photo: Blob } | undefined;

  const update = (wish: Wish, change: (before: PreviewState) => PreviewState): void => {
    if (wanted?.draftId !== wish.draftId) return;
    shown = {
      draftId: wish.draftId,
      state: change(shown?.draftId === wish.draftId ? shown.state : NOTHING),
    };
    show(shown.state, wanted);
  };

  const develop = async (wish: Wish, stage: Stage, signal: AbortSignal): Promise<void> => {
    const [engine, sitting] = await Promise.all([openEngine(), sittingOf(wish.draftId)]);
    if (signal.aborted) return;
    update(wish, (before) => ({ ...before, sitting }));
    const { choices, draftId } = wish;
    const recipe = recipeOf(choices, engine);
    const { picture, likeness, softened } = await engine.render(sitting, recipe, {
      size: stage.size,
      format: choices.background === 'none' ? 'png' : 'jpeg',
      check: stage.check,
      draft: stage.draft,
      priority: 'preview',
      signal,
      onProgress: ({ done }) => {
        if (stage.check && wish === wanted)
          update(wish, (before) => ({
            ...before,
            done: Math.max(before.done, Math.min(0.99, done)),
          }));
      },
    });
    const frame = frameOf(wish);
    const small = stage === STAGES[0];
    if (!framed || (!small && (framed.frame !== frame || framed.size < stage.size))) {
      framed = {
        frame,
        size: stage.size,
        photo: await engine.framedPhoto(sitting, recipe, { size: stage.size, signal }),
      };
    }
    const preview: Preview = {
      draftId,
      recipe,
      picture,
      photo: framed.photo,
      size: stage.size,
      softened,
      ...(likeness !== undefined && { likeness }),
    };
    update(wish, () => ({
      sitting,
      preview,
      done: wish === wanted ? stage.done : 0,
      stale: wish !== wanted,
    }));
  };

  const run = async (): Promise<void> => {
    busy = true;
    let served: Wish | undefined;
    while (wanted && wanted !== served) {
      const wish = wanted;
      served = wish;
      for (const stage of STAGES) {
        const abort = new AbortController();
        interrupt = () => {
          if (stage !== STAGES[0] || wanted?.draftId !== wish.draftId) abort.abort();
        };
        try {
          await develop(wish, stage, abort.signal);
        } catch (failure) {
          if (wish === wanted && !isAbort(failure))
            update(wish, ({ sitting, preview }) => ({
              ...(sitting && { sitting }),
              ...(preview && { preview }),
              done: 1,
              stale: true,
              error: errorCode(failure),
            }));
          break;
        }
        if (wish !== wanted) break;
      }
    }
    interrupt = undefined;
    busy = false;
  };

  return {
    want(wish) {
      if (wanted?.draftId !== wish.draftId) framed = undefined;
      wanted = wish;
      interrupt?.();
      update(wish, ({ sitting, preview }) => ({
        ...(sitting && { sitting }),
        ...(preview && { preview }),
        done: 0,
        stale: true,
      }));
      if (!busy) void run();
    },
    stop() {
      wanted = undefined;
      interrupt?.();
    },
  };
}
