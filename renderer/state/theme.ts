import { atom } from 'jotai';

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** Also read by public/boot.js, before the first paint. */
const STORAGE_KEY = 'theme';
const SYSTEM_DARK = '(prefers-color-scheme: dark)';

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return THEME_CHOICES.find((choice) => choice === stored) ?? 'system';
  } catch {
    return 'system'; // Site data is switched off.
  }
}

function apply(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && matchMedia(SYSTEM_DARK).matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  // The browser's bar, which follows the system until the app is there, has --page.
  for (const bar of document.querySelectorAll<HTMLMetaElement>('[name=theme-color]'))
    bar.content = dark ? '#131110' : '#f7f3eb';
}

const choiceAtom = atom<ThemeChoice>('system');
choiceAtom.onMount = (set) => {
  const system = matchMedia(SYSTEM_DARK);
  const follow = (): void => {
    set(storedChoice());
    apply(storedChoice());
  };
  const otherTab = (event: StorageEvent): void => {
    if (event.key === STORAGE_KEY) follow();
  };
  follow();
  system.addEventListener('change', follow);
  addEventListener('storage', otherTab);
  return () => {
    system.removeEventListener('change', follow);
    removeEventListener('storage', otherTab);
  };
};

/** The chosen theme. Setting it applies and remembers it; 'system' forgets it. */
export const themeAtom = atom(
  (get) => get(choiceAtom),
  (_get, set, choice: ThemeChoice) => {
    try {
      if (choice === 'system') localStorage.removeItem(STORAGE_KEY);
      else localStorage.setItem(STORAGE_KEY, choice);
    } catch {
      // It still applies for this visit.
    }
    set(choiceAtom, choice);
    apply(choice);
  },
);
