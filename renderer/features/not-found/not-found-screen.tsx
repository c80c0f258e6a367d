import { useNavigate } from 'react-router-dom';

import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import t from '../../ui/type.module.css';
import styles from './not-found.module.css';

/** The specification's glitching 404, as a print whose inks are out of register. */
export function NotFoundScreen() {
  const navigate = useNavigate();
  return (
    <div className={cx(t.page, styles.place)}>
      <h1 className={styles.plate}>
        <span className={styles.key}>404</span>
        <span className={styles.ink} aria-hidden="true">
          404
        </span>
        <span className={styles.ochre} aria-hidden="true">
          404
        </span>
        <i className={styles.cross} aria-hidden="true" />
      </h1>
      <div className={styles.words}>
        <p className={t.heading}>The page you&apos;re looking for doesn&apos;t exist</p>
        <p className={t.quiet}>
          Nothing of yours is lost: avatars and receipts are where you left them.
        </p>
        <div className={styles.actions}>
          <ButtonLink to="/" variant="accent">
            Return Home
          </ButtonLink>
          <ButtonLink to="/customize">Create Avatar</ButtonLink>
          <Button
            variant="quiet"
            onClick={() => {
              // In a newly opened tab there is nothing to go back to.
              void (history.length > 1 ? navigate(-1) : navigate('/'));
            }}
          >
            Go Back
          </Button>
        </div>
        <p className={cx(t.mono, t.small, t.quiet)}>Error Code: PAGE_NOT_FOUND_YET</p>
      </div>
    </div>
  );
}
