import { i18n, locale } from '../../i18n/index.ts';
import { isLocale, LANGUAGES, LOCALES } from '../../i18n/locales.ts';
import { chooseLanguage } from '../../state/language.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './language-choice.module.css';

/** A list of the languages, each by its own name. `named` labels it if nothing else does. */
export function LanguageChoice({ named = false }: { readonly named?: boolean }) {
  return (
    <label className={styles.choice}>
      {named ? i18n.t('Language') : <VisuallyHidden>{i18n.t('Language')}</VisuallyHidden>}
      <select
        value={locale}
        onChange={({ target }) => {
          if (isLocale(target.value)) chooseLanguage(target.value);
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
