import { useNavigate } from 'react-router-dom';

import { t } from '../../i18n/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './not-found.module.css';

/** The specification's glitching 404, as a print whose inks are out of register. */
export function NotFoundScreen() {
  const navigate = useNavigate();
  return (
    <div className={cx(ui.page, ui.two, styles.place)}>
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
      <div className={cx(ui.stack4, styles.words)}>
        <p className={ui.heading}>{t("The page you''re looking for doesn''t exist")}</p>
        <p className={ui.quiet}>
          {t('Nothing of yours is lost: avatars and receipts are where you left them.')}
        </p>
        <div className={cx(ui.wrap3, styles.actions)}>
          <ButtonLink to="/" variant="accent">
            {t('Return Home')}
          </ButtonLink>
          <ButtonLink to="/customize">{t('Create Avatar')}</ButtonLink>
          <Button
            variant="quiet"
            onClick={() => {
              // In a newly opened tab there is nothing to go back to.
              void (history.length > 1 ? navigate(-1) : navigate('/'));
            }}
          >
            {t('Go Back')}
          </Button>
        </div>
        <p className={cx(ui.mono, ui.small, ui.quiet)}>
          {t('Error Code: {code}', { code: 'PAGE_NOT_FOUND_YET' })}
        </p>
      </div>
    </div>
  );
}
