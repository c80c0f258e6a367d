import { lazy, Suspense, useState } from 'react';

import { i18n } from '../../i18n/index.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { MenuIcon } from '../../ui/icons.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { Account } from './account.tsx';
import styles from './header.module.css';
import { Nav } from './nav.tsx';
import { Seal } from './seal.tsx';

const Menu = lazy(async () => ({ default: (await import('./menu.tsx')).Menu }));

export function Header() {
  /** Undefined until it is first opened. */
  const [menu, setMenu] = useState<boolean>();
  return (
    <>
      <Seal />
      <header className={styles.header}>
        <div className={styles.bar}>
          <Anchor to="/" className={styles.home} aria-label={i18n.t('Likeness, home')}>
            <Wordmark />
          </Anchor>
          <div className={styles.wide}>
            <Nav />
          </div>
          <div className={styles.end}>
            <div className={styles.roomy}>
              <Account />
            </div>
            <button
              type="button"
              className={styles.burger}
              aria-label={i18n.t('Menu')}
              aria-haspopup="dialog"
              onClick={() => setMenu(true)}
            >
              <MenuIcon size={24} strokeWidth={1.5} aria-hidden="true" />
            </button>
          </div>
        </div>
      </header>
      <Suspense>
        {menu !== undefined && <Menu open={menu} onClose={() => setMenu(false)} />}
      </Suspense>
    </>
  );
}
