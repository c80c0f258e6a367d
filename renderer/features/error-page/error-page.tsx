import { useMemo, useState } from 'react';
import { useRouteError } from 'react-router-dom';

import { SENTENCES } from '../../core/errors.ts';
import { usePorts } from '../../state/ports.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import t from '../../ui/type.module.css';
import { Wordmark } from '../../ui/wordmark.tsx';
import styles from './error-page.module.css';
import { report } from './report.ts';

/** Where the router puts whatever a screen threw. Its links load the app anew, on purpose. */
export function ErrorPage() {
  const thrown = useRouteError();
  const { config } = usePorts();
  const [copied, setCopied] = useState(false);
  const text = useMemo(
    () =>
      report(thrown, {
        version: config.version,
        network: config.network,
        path: location.pathname,
        agent: navigator.userAgent,
        at: new Date().toISOString(),
      }),
    [thrown, config],
  );

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
        <p className={cx(t.quiet, t.small)}>
          This is the whole report. It holds no photo and goes nowhere by itself.
        </p>
        <pre tabIndex={0} aria-label="Error report">
          {text}
        </pre>
        <Button
          size="small"
          onClick={() => {
            void navigator.clipboard.writeText(text).then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          {copied ? 'Copied' : 'Copy the report'}
        </Button>
      </details>
    </main>
  );
}
