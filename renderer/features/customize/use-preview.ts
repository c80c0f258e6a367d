import { useEffect, useMemo, useState } from 'react';

import type { Choices } from '../../core/drafts.ts';
import { sittingsAtom } from '../../state/drafts/index.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { usePorts } from '../../state/ports.ts';
import { createPreviewer, type PreviewState, type Wish } from './previewer.ts';

const NOTHING: PreviewState = { done: 0, stale: true };

/** The chosen look on the person's own photo. `attempt` asks again after a failure. */
export function usePreview(
  draftId: string | undefined,
  choices: Choices,
  attempt: number,
): PreviewState {
  const { engine } = usePorts();
  const sittings = useAtomValue(sittingsAtom);
  const [current, setCurrent] = useState<{ state: PreviewState; wish: Wish }>();
  const { style, background, seed, options } = choices;
  const previewer = useMemo(
    () =>
      draftId === undefined
        ? undefined
        : createPreviewer({
            engine,
            sittingOf: (id) => sittings.of(id),
            show: (state, wish) => setCurrent({ state, wish }),
          }),
    [draftId, engine, sittings],
  );

  useEffect(
    () => () => {
      previewer?.stop();
      // Nothing of a photo that was cleared stays.
      setCurrent(undefined);
    },
    [previewer],
  );
  useEffect(() => {
    if (draftId !== undefined)
      previewer?.want({ draftId, choices: { style, background, seed, options } });
  }, [previewer, draftId, style, background, seed, options, attempt]);

  if (!current || current.wish.draftId !== draftId) return NOTHING;
  const { choices: shown } = current.wish;
  const upToDate =
    shown.style === style &&
    shown.background === background &&
    shown.seed === seed &&
    shown.options === options;
  // Between a choice and its effect nothing claims to be what was chosen.
  return upToDate ? current.state : { ...current.state, done: 0, stale: true };
}
