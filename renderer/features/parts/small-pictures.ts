import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';

import { isAbort } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { BACKGROUND_IDS, STYLE_IDS } from '../../core/styles.ts';
import { analysesAtom } from '../../state/drafts/index.ts';
import type { PlannedPicture } from '../../state/generation/index.ts';
import { usePorts } from '../../state/ports.ts';

/** A picture of a photo, and where it is shown. */
export interface SmallPicture extends PlannedPicture {
  readonly place: string;
}

/** Every style with every background, and as many again for the previous seed. */
const KEPT = 2 * STYLE_IDS.length * BACKGROUND_IDS.length;
const NONE: ReadonlyMap<string, Blob> = new Map();

/** The last ones, this one at the end. */
const withOne = (all: ReadonlyMap<string, Blob>, key: string, picture: Blob) =>
  new Map([...[...all].filter(([other]) => other !== key), [key, picture] as const].slice(-KEPT));

/**
 * Small pictures of photos by their places, made one after the other. A place keeps its picture
 * until the next one arrives. One that can't be made is left out: its large preview says why.
 * @param wanted the same array for the same pictures
 * @param size edge length in pixels
 * @param ready the pictures that come first have been made
 */
export function useSmallPictures(
  wanted: readonly SmallPicture[],
  size: number,
  ready: boolean,
): ReadonlyMap<string, Blob> {
  const { engine: openEngine } = usePorts();
  const analyses = useAtomValue(analysesAtom);
  const photos = [...new Set(wanted.map(({ photo }) => photo))].join();
  const [shown, setShown] = useState({ photos, pictures: NONE });
  const latest = useRef(NONE);
  const cached = useRef(NONE);

  // Keeps nothing of a photo that was cleared.
  useEffect(
    () => () => {
      latest.current = NONE;
      cached.current = NONE;
      setShown({ photos, pictures: NONE });
    },
    [photos],
  );

  useEffect(() => {
    if (!ready || wanted.length === 0) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const renderPictures = async (): Promise<void> => {
      const engine = await openEngine();
      // Empty places first, so that all fill up even while the user tries one choice after another.
      const isFilled = ({ place }: SmallPicture) => Number(latest.current.has(place));
      for (const { place, photo, choices } of wanted.toSorted(
        (a, b) => isFilled(a) - isFilled(b),
      )) {
        const key = JSON.stringify([photo, choices]);
        try {
          let picture = cached.current.get(key);
          if (!picture) {
            const recipe = { ...choices, engine: engine.version };
            const format = choices.background === 'none' ? 'png' : 'jpeg';
            const how = { size, format, draft: true, priority: 'chip', signal } as const;
            ({ picture } = await engine.render(await analyses.of(photo, signal), recipe, how));
          }
          if (signal.aborted) return;
          cached.current = withOne(cached.current, key, picture);
          latest.current = withOne(latest.current, place, picture);
          setShown({ photos, pictures: latest.current });
        } catch (failure) {
          if (isAbort(failure) || signal.aborted) return;
        }
      }
    };
    renderPictures().catch(noted('customize.chips'));
    return () => stop.abort();
  }, [wanted, photos, size, ready, analyses, openEngine]);

  return shown.photos === photos ? shown.pictures : NONE;
}
