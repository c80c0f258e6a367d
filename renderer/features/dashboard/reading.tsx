import { i18n } from '../../i18n/index.ts';
import { Film, Frame } from '../../ui/film.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './dashboard-screen.module.css';

/** Stands in for the strip of avatars while the library is read. */
export const Reading = () => (
  <div className={styles.reading} role="status">
    <VisuallyHidden>{i18n.t('Reading your library')}</VisuallyHidden>
    <div aria-hidden="true">
      <Film label="">
        {[1, 2, 3, 4].map((number) => (
          <Frame key={number} number={number} picture={<span className={styles.blank} />} />
        ))}
      </Film>
    </div>
  </div>
);
