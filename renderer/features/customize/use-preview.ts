import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useState } from 'react';

import type { Choices } from '../../core/drafts.ts';
import { analysesAtom, useDrafts } from '../../state/drafts/index.ts';
import { usePorts } from '../../state/ports.ts';
import { createPreviewer, type PreviewRequest, type PreviewState } from './previewer.ts';

/** Stores with the photo what the engine finds wrong with its cut-out, to say it before paying. */
export function useVerdict({ preview, stale }: PreviewState): void {
  const drafts = useDrafts();
  const { draftId, faults } = preview ?? {};
  useEffect(() => {
    if (draftId !== undefined && faults && !stale) drafts.judge(draftId, faults);
  }, [drafts, draftId, faults, stale]);
}

const NOTHING: PreviewState = { done: 0, stale: true };

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
