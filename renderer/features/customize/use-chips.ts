import { useEffect, useRef, useState } from 'react';

import type { Recipe } from '../../core/avatars.ts';
import type { Choices } from '../../core/drafts.ts';
import { isAbort } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { BACKGROUND_IDS, STYLE_IDS, type BackgroundId, type StyleId } from '../../core/styles.ts';
import type { PhotoAnalysis } from '../../ports/engine.ts';
import { usePorts } from '../../state/ports.ts';
import { recipeOf } from './previewer.ts';

/** Twice a chip's width, with room for the crop that enlarges the face. */
const CHIP_SIZE = 320;
/** Every style with every background, and as many again for the previous seed. */
const KEPT = 2 * STYLE_IDS.length * BACKGROUND_IDS.length;

export interface Chips {
  readonly styles: Readonly<Partial<Record<StyleId, Blob>>>;
  readonly backgrounds: Readonly<Partial<Record<BackgroundId, Blob>>>;
}

const EMPTY: Chips = { styles: {}, backgrounds: {} };

/**
 * The person's own photo in every style on the chosen background, and in the chosen style on every
 * background. They render one after the other once the preview is done (`ready`); old ones stay
 * until their replacement arrives.
 */
export function useChips(
  analysis: PhotoAnalysis | undefined,
  choices: Choices,
  ready: boolean,
): Chips {
  const { engine: openEngine } = usePorts();
  const [chips, setChips] = useState<{ analysis: PhotoAnalysis; shown: Chips }>();
  const latest = useRef<{ analysis: PhotoAnalysis; shown: Chips }>(undefined);
  const made = useRef(new Map<string, Blob>());
  const { style, background, seed, options } = choices;

  // Keeps nothing of a photo that was cleared.
  useEffect(() => {
    const kept = made.current;
    return () => {
      kept.clear();
      latest.current = undefined;
      setChips(undefined);
    };
  }, [analysis]);

  useEffect(() => {
    if (!analysis || !ready) return undefined;
    const stop = new AbortController();
    const shownNow = (): Chips =>
      latest.current?.analysis === analysis ? latest.current.shown : EMPTY;
    const before = shownNow();
    const renderChips = async (): Promise<void> => {
      const engine = await openEngine();
      const chip = async (recipe: Recipe): Promise<Blob> => {
        const key = JSON.stringify([analysis.id, recipe]);
        const kept = made.current.get(key);
        if (kept) return kept;
        const { picture } = await engine.render(analysis, recipe, {
          size: CHIP_SIZE,
          format: recipe.background === 'none' ? 'png' : 'jpeg',
          draft: true,
          priority: 'chip',
          signal: stop.signal,
        });
        made.current.set(key, picture);
        for (const old of [...made.current.keys()].slice(0, -KEPT)) made.current.delete(old);
        return picture;
      };
      const chosen = recipeOf({ style, background, seed, options }, engine);
      const wanted = [
        ...STYLE_IDS.map((id) => ({
          row: 'styles' as const,
          id,
          bare: !before.styles[id],
          recipe: { ...chosen, style: id },
        })),
        ...BACKGROUND_IDS.map((id) => ({
          row: 'backgrounds' as const,
          id,
          bare: !before.backgrounds[id],
          recipe: { ...chosen, background: id },
        })),
      ];
      // Empty chips first, so that all of them fill up even while the user tries look after look.
      for (const { row, id, recipe } of [
        ...wanted.filter(({ bare }) => bare),
        ...wanted.filter(({ bare }) => !bare),
      ]) {
        const picture = await chip(recipe).catch(unlessStopped);
        if (stop.signal.aborted) return;
        if (!picture) continue;
        const now = shownNow();
        latest.current = { analysis, shown: { ...now, [row]: { ...now[row], [id]: picture } } };
        setChips(latest.current);
      }
    };
    renderChips().catch(noted('customize.chips'));
    return () => stop.abort();
  }, [analysis, ready, style, background, seed, options, openEngine]);

  return chips && chips.analysis === analysis ? chips.shown : EMPTY;
}

/** A chip that can't be made stays empty; when it is chosen, its preview says why. */
function unlessStopped(failure: unknown): undefined {
  if (isAbort(failure)) throw failure;
  return undefined;
}
