import { useAtom } from 'jotai';
import { useId, useRef, useState } from 'react';

import { locale, t } from '../../i18n/index.ts';
import { isLocale, LANGUAGES, LOCALES } from '../../i18n/locales.ts';
import { chooseLanguage } from '../../state/language.ts';
import { THEME_CHOICES, themeAtom, type ThemeChoice } from '../../state/theme.ts';
import { ui } from '../../ui/shared.ts';
import { VisuallyHidden } from '../../ui/text.tsx';
import styles from './preferences.module.css';

/**
 * A list of the languages, each by its own name. `named` labels it if nothing else does. A choice
 * loads the page again. Arrow keys choose without opening the list: Enter or leaving it confirms.
 */
export function LanguageChoice({ named = false }: { readonly named?: boolean }) {
  const [chosen, setChosen] = useState(locale);
  const byKey = useRef(false);
  const confirm = (language: string): void => {
    if (language === locale || !isLocale(language)) return;
    setChosen(locale); // The page may be kept: the browser asks if it would lose work.
    chooseLanguage(language);
  };
  return (
    <label className={styles.choice}>
      {named ? t('Language') : <VisuallyHidden>{t('Language')}</VisuallyHidden>}
      <select
        value={chosen}
        onPointerDown={() => (byKey.current = false)}
        onKeyDown={({ key }) => {
          byKey.current = true;
          if (key === 'Enter') confirm(chosen);
        }}
        onChange={({ target }) => {
          if (isLocale(target.value)) setChosen(target.value);
          if (!byKey.current) confirm(target.value);
        }}
        onBlur={({ target }) => {
          // It stays the active element while only the window is left.
          if (document.activeElement !== target) confirm(chosen);
        }}
      >
        {LOCALES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGES[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

const LABELS: Record<ThemeChoice, string> = {
  system: t('System'),
  light: t('Paper'),
  dark: t('Darkroom'),
};

/** Three radio buttons drawn as a line of words. `named` labels them if nothing else does. */
export function ThemeSwitch({ named = false }: { readonly named?: boolean }) {
  const name = useId();
  const [chosen, choose] = useAtom(themeAtom);
  return (
    <fieldset className={styles.switch}>
      <legend>{named ? t('Theme') : <VisuallyHidden>{t('Theme')}</VisuallyHidden>}</legend>
      {THEME_CHOICES.map((choice) => (
        <label key={choice}>
          <input
            className={ui.cover}
            type="radio"
            name={name}
            checked={choice === chosen}
            onChange={() => choose(choice)}
          />
          {LABELS[choice]}
        </label>
      ))}
    </fieldset>
  );
}
