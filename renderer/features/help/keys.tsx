const KEY_NAMES: Readonly<Record<string, string>> = {
  Mod: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl',
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** Keys as they are printed on a keyboard: 'Mod+K' is Ctrl K, or ⌘ K. */
export const Keys = ({ keys }: { readonly keys: string }) =>
  keys.split('+').map((key) => <kbd key={key}>{KEY_NAMES[key] ?? key}</kbd>);
