import { useAtom } from 'jotai';
import { useId } from 'react';

import { i18n } from '../../i18n/index.ts';
import { THEME_CHOICES, themeAtom, type ThemeChoice } from '../../state/theme.ts';
import cover from '../../ui/cover.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './theme-switch.module.css';

const LABELS: Record<ThemeChoice, string> = {
  system: i18n.t('System'),
  light: i18n.t('Paper'),
  dark: i18n.t('Darkroom'),
};

/** Three radio buttons drawn as a line of words. `named` labels them if nothing else does. */
export function ThemeSwitch({ named = false }: { readonly named?: boolean }) {
  const name = useId();
  const [chosen, choose] = useAtom(themeAtom);
  return (
    <fieldset className={styles.switch}>
      <legend>
        {named ? i18n.t('Theme') : <VisuallyHidden>{i18n.t('Theme')}</VisuallyHidden>}
      </legend>
      {THEME_CHOICES.map((choice) => (
        <label key={choice}>
          <input
            className={cover.cover}
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
