import { useEffect, useMemo } from 'react';
import { useRouteError } from 'react-router-dom';

import { SENTENCES } from '../../core/errors.ts';
import { note } from '../../core/log/log.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import t from '../../ui/type.module.css';
import { Wordmark } from '../../ui/wordmark.tsx';
import { ProblemReport } from '../problem/index.ts';
import styles from './error-page.module.css';

/** Where the router puts whatever a screen threw. Its links load the app anew, on purpose. */
export function ErrorPage() {
  const value = useRouteError();
  const thrown = useMemo(() => ({ value }), [value]);
  useEffect(() => note('app.screen', value), [value]);

  return (
    <main className={cx(t.page, styles.place)}>
      <Wordmark />
      <h1 className={t.title}>{SENTENCES.unexpected}</h1>
      <p className={t.lead}>
        This page stopped working. Your avatars, receipts and payments are stored on this device and
        are safe.
      </p>
      <div className={styles.ways}>
        <Button look="accent" onClick={() => location.reload()}>
          Reload this page
        </Button>
        <ButtonLink to="/">Return Home</ButtonLink>
      </div>
      <details className={styles.report}>
        <summary>What to send us</summary>
        <ProblemReport thrown={thrown} />
      </details>
    </main>
  );
}
