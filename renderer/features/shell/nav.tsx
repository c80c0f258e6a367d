import { useLocation } from 'react-router-dom';

import { NAV_HOME_OF } from '../../content/brand.ts';
import { places } from '../../core/places.ts';
import { i18n } from '../../i18n/index.ts';
import { Anchor } from '../../ui/anchor.tsx';
import styles from './header.module.css';

/** The header link that a path belongs to, e.g. '/avatar/101' -> '/dashboard'. */
function currentLink(pathname: string): string {
  const first = `/${pathname.split('/')[1] ?? ''}`;
  return NAV_HOME_OF[first] ?? first;
}

const LINKS = places().filter(({ bar }) => bar === 'header');

export function Nav({ onFollow }: { readonly onFollow?: () => void }) {
  const current = currentLink(useLocation().pathname);
  return (
    <nav className={styles.nav} aria-label={i18n.t('Main')}>
      {LINKS.map(({ to, label }) => (
        <Anchor
          key={to}
          to={to}
          aria-current={to === current ? 'page' : undefined}
          onClick={onFollow}
        >
          {label}
        </Anchor>
      ))}
    </nav>
  );
}
