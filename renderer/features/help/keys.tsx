import { t } from '../../i18n/index.ts';
import { readingKey } from '../../ui/direction.ts';
import styles from './help.module.css';

const KEY_NAMES: Readonly<Record<string, string>> = {
  Mod: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : t('Ctrl'),
  Shift: t('Shift'),
  Delete: t('Del'),
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/**
 * Keys as they are printed on a keyboard of the page's language: 'Mod+K' is Ctrl K, or ⌘ K.
 * 'ArrowLeft' points to where reading begins, which is to the right in Arabic.
 */
export const Keys = ({ keys }: { readonly keys: string }) => (
  <span className={styles.combination}>
    {keys.split('+').map((key) => (
      <kbd key={key}>{KEY_NAMES[readingKey(key)] ?? key}</kbd>
    ))}
  </span>
);
