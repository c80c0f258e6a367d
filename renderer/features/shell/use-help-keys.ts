import { useState } from 'react';

import { questionKeyOn } from '../../state/question-key.ts';
import { useKeyDown } from '../../ui/use-key-down.ts';
import type { HelpKind } from '../help/index.ts';

interface AskedHelp {
  /** What was asked for last. It stays after closing, so that the dialog returns the focus. */
  readonly help: { readonly kind: HelpKind; readonly open: boolean } | undefined;
  readonly show: (kind: HelpKind) => void;
  readonly close: () => void;
}

const TEXT =
  'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select, [contenteditable]';

/** Ctrl or ⌘+K opens the commands; '?' opens the shortcuts, unless that key is switched off. */
export function useHelpKeys(): AskedHelp {
  const [help, setHelp] = useState<AskedHelp['help']>();
  useKeyDown((event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (event.defaultPrevented || altKey || document.querySelector('dialog[open]')) return;
    const commands = (ctrlKey || metaKey) && key.toLowerCase() === 'k';
    const inText = target instanceof Element && target.closest(TEXT) !== null;
    const shortcuts = !ctrlKey && !metaKey && key === '?' && !inText && questionKeyOn();
    if (!commands && !shortcuts) return;
    event.preventDefault();
    setHelp({ kind: commands ? 'commands' : 'shortcuts', open: true });
  });
  return {
    help,
    show: (kind) => setHelp({ kind, open: true }),
    close: () => setHelp((now) => now && { ...now, open: false }),
  };
}
