import { useId } from 'react';

import { useAtom } from '../../state/jotai.ts';
import { THEME_CHOICES, themeAtom, type ThemeChoice } from '../../state/theme.ts';
import cover from '../../ui/cover.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './theme-switch.module.css';

const LABELS: Record<ThemeChoice, string> = { system: 'System', light: 'Paper', dark: 'Darkroom' };

/** Three radio buttons drawn as a line of words. `named` labels them if nothing else does. */
export function ThemeSwitch({ named = false }: { readonly named?: boolean }) {
  const name = useId();
  const [chosen, choose] = useAtom(themeAtom);
  return (
    <fieldset className={styles.switch}>
      <legend>{named ? 'Theme' : <VisuallyHidden>Theme</VisuallyHidden>}</legend>
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
