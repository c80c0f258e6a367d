import { useEffect, useMemo } from 'react';

import { SENTENCES } from '../../core/errors.ts';
import { note } from '../../core/log/log.ts';
import { t } from '../../i18n/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Wordmark } from '../../ui/wordmark.tsx';
import styles from './error-page.module.css';

/** `app/start.tsx` loads it after the first page, so it is there before anything fails. */
const ProblemReport = lazily(async () => (await import('../problem/index.ts')).ProblemReport);

/** Replaces a screen that threw. Its links deliberately reload the app. */
export function ErrorPage({ thrown: value }: { readonly thrown: unknown }) {
  const thrown = useMemo(() => ({ value }), [value]);
  useEffect(() => note('app.screen', value), [value]);

  return (
    <main className={cx(ui.page, styles.place)}>
      <Wordmark />
      <h1 className={ui.title}>{SENTENCES.unexpected}</h1>
      <p className={ui.lead}>
        {t(
          'This page stopped working. Your avatars, receipts and payments are stored on this device and are safe.',
        )}
      </p>
      {!navigator.onLine && <p>{t('Check your connection and try again.')}</p>}
      <div className={ui.wrap3}>
        <Button variant="accent" onClick={() => location.reload()}>
          {t('Reload')}
        </Button>
        <ButtonLink to="/">{t('Return Home')}</ButtonLink>
      </div>
      <details className={styles.report}>
        <summary>{t('What to send us')}</summary>
        <ProblemReport thrown={thrown} />
      </details>
    </main>
  );
}
