import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';

import { isAbort } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { analysesAtom } from '../../state/drafts/index.ts';
import type { Look } from '../../state/generation/index.ts';
import { usePorts } from '../../state/ports.ts';

/** Twice the width of a frame. */
const SIZE = 192;
/** Cached looks, so that going back to one doesn't wait. */
const KEPT = 60;
/** Waits this long, so that moving a slider doesn't start twelve pictures at every step. */
const CALM_MS = 250;

export const lookKey = ({ photo, choices }: Look): string => JSON.stringify([photo, choices]);

/** Small previews of the looks, made one after the other; those that can't be made are left out. */
export function useLooks(looks: readonly Look[], ready: boolean): ReadonlyMap<string, Blob> {
  const { engine: openEngine } = usePorts();
  const analyses = useAtomValue(analysesAtom);
  const [made, setMade] = useState<ReadonlyMap<string, Blob>>(new Map());
  const latest = useRef(made);
  const photos = [...new Set(looks.map(({ photo }) => photo))].join();

  // Keeps nothing of a photo that was cleared.
  useEffect(
    () => () => {
      latest.current = new Map();
      setMade(latest.current);
    },
    [photos],
  );

  useEffect(() => {
    if (!ready || looks.length === 0) return undefined;
    const stop = new AbortController();
    const renderLooks = async (): Promise<void> => {
      const engine = await openEngine();
      for (const look of looks) {
        const key = lookKey(look);
        if (latest.current.has(key)) continue;
        try {
          const analysis = await analyses.of(look.photo);
          if (stop.signal.aborted) return;
          const { picture } = await engine.render(
            analysis,
            { ...look.choices, engine: engine.version },
            {
              size: SIZE,
              format: look.choices.background === 'none' ? 'png' : 'jpeg',
              draft: true,
              priority: 'chip',
              signal: stop.signal,
            },
          );
          latest.current = new Map([...latest.current, [key, picture] as const].slice(-KEPT));
          setMade(latest.current);
        } catch (failure) {
          // A look that can't be made says why in its large preview.
          if (isAbort(failure) || stop.signal.aborted) return;
        }
      }
    };
    const timer = setTimeout(() => void renderLooks().catch(noted('customize.chips')), CALM_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [looks, ready, analyses, openEngine]);
  return made;
}
