import { lazy, Suspense, type ComponentType } from 'react';

import { t } from '../i18n/index.ts';
import styles from './toasts.module.css';

/** In place of a part that couldn't be loaded. Few browsers would ask for it again on this page. */
const Missing = () => (
  <p className={styles.stack} role="alert">
    <a className={styles.toast} href="">
      {t('Reload this page to continue.')}
    </a>
  </p>
);

/**
 * A part whose code loads when it is first shown, with nothing in its place until then:
 * `lazily(async () => (await import('./on-demand.tsx')).Menu)`.
 */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part: ComponentType<P> = lazy(async () => ({
    default: await load().catch((thrown: unknown) => {
      if (typeof document === 'undefined') throw thrown; // The build, whose pages must be whole.
      reportError(thrown); // The page's log takes note of it.
      return Missing;
    }),
  }));
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
