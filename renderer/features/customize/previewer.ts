import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useState } from 'react';

import type { Recipe } from '../../core/avatars.ts';
import type { CutOutFault } from '../../core/cut-out-faults.ts';
import type { Choices } from '../../core/drafts.ts';
import { errorCode, isAbort, type ErrorCode } from '../../core/errors.ts';
import type { Engine, PhotoAnalysis } from '../../ports/engine.ts';
import { analysesAtom, useDrafts } from '../../state/drafts/index.ts';
import { usePorts } from '../../state/ports.ts';

export interface PreviewRequest {
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
  /** What is wrong with the cut-out; absent until it is made at full quality. */
  readonly faults?: readonly CutOutFault[];
}

export interface PreviewState {
  readonly analysis?: PhotoAnalysis;
  /** The last finished picture; it stays while the next one renders. */
  readonly preview?: Preview;
  /** 0 to 1; 1 when the picture shows the current choice in full. */
  readonly done: number;
  /** The picture shows an earlier choice. */
  readonly stale: boolean;
  readonly error?: ErrorCode;
}

const NOTHING: PreviewState = { done: 0, stale: true };

/**
 * Each picture is rendered three times, ever sharper. The first is small enough to keep up with a
 * drag and always finishes, so that the drag shows something throughout. The others are aborted by
 * a newer choice. The last is rendered and checked as a kept avatar is, so that the first of a
 * batch looks the same.
 */
const STAGES = [
  { size: 320, check: false, draft: true, done: 0.15 },
  { size: 512, check: false, draft: true, done: 0.4 },
  { size: 1024, check: true, draft: false, done: 1 },
] as const;
type Stage = (typeof STAGES)[number];

/** Identifies the frame: while it stays the same, so does the framed photo. */
const frameOf = ({ draftId, choices: { style, seed, options } }: PreviewRequest): string =>
  JSON.stringify([draftId, style, seed, options.crop, options.face, options.strokes]);

interface Deps {
  readonly engine: () => Promise<Engine>;
  readonly analysisOf: (draftId: string) => Promise<PhotoAnalysis>;
  readonly show: (state: PreviewState, request: PreviewRequest) => void;
}

export interface Previewer {
  want(request: PreviewRequest): void;
  stop(): void;
}

/** Shows the newest request, whatever happens to earlier ones. */
export function createPreviewer({ engine: openEngine, analysisOf, show }: Deps): Previewer {
  let wanted: PreviewRequest | undefined;
  let busy = false;
  let interrupt: (() => void) | undefined;
  let shown: { readonly draftId: string; readonly state: PreviewState } | undefined;
  let framed: { readonly frame: string; readonly size: number; readonly photo: Blob } | undefined;

  const update = (
    request: PreviewRequest,
    change: (before: PreviewState) => PreviewState,
  ): void => {
    if (wanted?.draftId !== request.draftId) return;
    shown = {
      draftId: request.draftId,
      state: change(shown?.draftId === request.draftId ? shown.state : NOTHING),
    };
    show(shown.state, wanted);
  };

  const renderStage = async (
    request: PreviewRequest,
    stage: Stage,
    signal: AbortSignal,
  ): Promise<void> => {
    const [engine, analysis] = await Promise.all([openEngine(), analysisOf(request.draftId)]);
    if (signal.aborted) return;
    update(request, (before) => ({ ...before, analysis }));
    const { choices, draftId } = request;
    const recipe = { ...choices, engine: engine.version };
    const { picture, likeness, softened, faults } = await engine.render(analysis, recipe, {
      size: stage.size,
      format: choices.background === 'none' ? 'png' : 'jpeg',
      check: stage.check,
      draft: stage.draft,
      priority: 'preview',
      signal,
      onProgress: ({ done }) => {
        if (stage.check && request === wanted)
          update(request, (before) => ({
            ...before,
            done: Math.max(before.done, Math.min(0.99, done)),
          }));
      },
    });
    const frame = frameOf(request);
    const small = stage === STAGES[0];
    if (!framed || (!small && (framed.frame !== frame || framed.size < stage.size))) {
      framed = {
        frame,
        size: stage.size,
        photo: await engine.framedPhoto(analysis, recipe, { size: stage.size, signal }),
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
      ...(faults && { faults }),
    };
    update(request, () => ({
      analysis,
      preview,
      done: request === wanted ? stage.done : 0,
      stale: request !== wanted,
    }));
  };

  const run = async (): Promise<void> => {
    busy = true;
    let served: PreviewRequest | undefined;
    while (wanted && wanted !== served) {
      const request = wanted;
      served = request;
      for (const stage of STAGES) {
        const abort = new AbortController();
        interrupt = () => {
          if (stage !== STAGES[0] || wanted?.draftId !== request.draftId) abort.abort();
        };
        try {
          await renderStage(request, stage, abort.signal);
        } catch (failure) {
          if (request === wanted && !isAbort(failure))
            update(request, (before) => ({
              ...before,
              done: 1,
              stale: true,
              error: errorCode(failure),
            }));
          break;
        }
        if (request !== wanted) break;
      }
    }
    interrupt = undefined;
    busy = false;
  };

  return {
    want(request) {
      if (wanted?.draftId !== request.draftId) framed = undefined;
      wanted = request;
      interrupt?.();
      update(request, ({ error: _error, ...before }) => ({ ...before, done: 0, stale: true }));
      if (!busy) void run();
    },
    stop() {
      wanted = undefined;
      interrupt?.();
    },
  };
}

/** Renders the chosen look on the person's own photo. A new `attempt` retries after a failure. */
export function usePreview(
  draftId: string | undefined,
  choices: Choices,
  attempt: number,
): PreviewState {
  const { engine } = usePorts();
  const analyses = useAtomValue(analysesAtom);
  const [current, setCurrent] = useState<{ state: PreviewState; request: PreviewRequest }>();
  const { style, background, seed, options } = choices;
  const previewer = useMemo(
    () =>
      draftId === undefined
        ? undefined
        : createPreviewer({
            engine,
            analysisOf: (id) => analyses.of(id),
            show: (state, request) => setCurrent({ state, request }),
          }),
    [draftId, engine, analyses],
  );

  useEffect(
    () => () => {
      previewer?.stop();
      // Keeps nothing of a photo that was cleared.
      setCurrent(undefined);
    },
    [previewer],
  );
  useEffect(() => {
    if (draftId !== undefined)
      previewer?.want({ draftId, choices: { style, background, seed, options } });
  }, [previewer, draftId, style, background, seed, options, attempt]);

  if (!current || current.request.draftId !== draftId) return NOTHING;
  const { choices: shown } = current.request;
  const upToDate =
    shown.style === style &&
    shown.background === background &&
    shown.seed === seed &&
    shown.options === options;
  // Between a choice and its effect, the picture must not pass for the new choice.
  return upToDate ? current.state : { ...current.state, done: 0, stale: true };
}

/** Stores with the photo what the engine finds wrong with its cut-out, to say it before paying. */
export function useVerdict({ preview, stale }: PreviewState): void {
  const drafts = useDrafts();
  const { draftId, faults } = preview ?? {};
  useEffect(() => {
    if (draftId !== undefined && faults && !stale) drafts.judge(draftId, faults);
  }, [drafts, draftId, faults, stale]);
}
