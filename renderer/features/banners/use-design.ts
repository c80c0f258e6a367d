import { useAtom } from 'jotai';
import { useState } from 'react';

import type { BannerDesign } from '../../core/banners/design.ts';
import { bannerDesignAtom } from '../../state/banners.ts';
import { useKeyDown } from '../../ui/use-key-down.ts';

interface History {
  readonly past: readonly BannerDesign[];
  readonly future: readonly BannerDesign[];
  /** What the last change was about: changes of the same thing in a row are one step. */
  readonly of: string;
}
const NOTHING: History = { past: [], future: [], of: '' };
const MOST_STEPS = 50;

/** The design with undo and redo. */
export function useDesign() {
  const [design, setDesign] = useAtom(bannerDesignAtom);
  const [{ past, future, of }, setHistory] = useState(NOTHING);
  const change = (next: BannerDesign, what: string): void => {
    setHistory({
      past: what === of ? past : [...past.slice(-MOST_STEPS), design],
      future: [],
      of: what,
    });
    setDesign(next);
  };
  const before = past.at(-1);
  const after = future[0];
  const undo = (): void => {
    if (!before) return;
    setHistory({ past: past.slice(0, -1), future: [design, ...future], of: '' });
    setDesign(before);
  };
  const redo = (): void => {
    if (!after) return;
    setHistory({ past: [...past, design], future: future.slice(1), of: '' });
    setDesign(after);
  };
  useKeyDown((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z')
      return;
    // Text fields have their own undo.
    if (event.target instanceof Element && event.target.closest('input:not([type="radio"])'))
      return;
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  });
  return {
    design,
    change,
    undo: before && undo,
    redo: after && redo,
  };
}
