import { places } from '../../core/places.ts';
import { i18n } from '../../i18n/index.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import styles from './footer.module.css';
import { LanguageChoice, ThemeSwitch } from './preferences.tsx';

const LINKS = places().filter(({ bar }) => bar === 'footer');

export const Footer = ({ onCommands }: { readonly onCommands: () => void }) => (
  <footer className={styles.footer}>
    <div className={styles.inner}>
      <Wordmark />
      <ThemeSwitch />
      <LanguageChoice />
      <nav className={styles.links} aria-label={i18n.t('About Likeness')}>
        {LINKS.map(({ to, label }) => (
          <Anchor key={to} to={to}>
            {label}
          </Anchor>
        ))}
        <button type="button" className={styles.commands} onClick={onCommands}>
          {i18n.t('Commands')} <kbd>Ctrl/⌘ K</kbd>
        </button>
      </nav>
    </div>
  </footer>
);
