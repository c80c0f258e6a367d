import { formatNumber } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import { useLedger, usePorts } from '../../state/ports.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { Badge } from '../../ui/badge.tsx';
import t from '../../ui/type.module.css';
import { crossCheck, type CheckedOrigin } from './cross-check.ts';
import styles from './ledger.module.css';

const WORDS: Record<CheckedOrigin['kind'], string> = {
  own: i18n.t('The app’s own files'),
  listed: i18n.t('In the ledger above'),
  unlisted: i18n.t('Not in the ledger'),
};

/** Who asked, and how often. */
const askedWords = ({ page, workers }: CheckedOrigin): string =>
  workers > 0
    ? i18n.t('{page} by the page, {workers} by the engine’s worker', {
        page: formatNumber(page),
        workers: formatNumber(workers),
      })
    : i18n.t('{page} by the page', { page: formatNumber(page) });

function ownOrigin(): string {
  if (typeof location === 'undefined') return ''; // While prerendering.
  return location.origin === 'null' ? `${location.protocol}//${location.host}` : location.origin;
}

/** The browser's own record beside ours, so that nobody has to trust the ledger alone. */
export function BrowserRecord() {
  const seen = useSnapshot(usePorts().resourceMonitor);
  const checked = crossCheck(seen, ownOrigin(), useLedger().records);
  return (
    <section className={styles.record} aria-labelledby="browser-record">
      <h3 id="browser-record" className={t.caption}>
        {i18n.t('Your browser’s own record')}
      </h3>
      <p className={t.small}>
        {i18n.t(
          'Kept by the browser, not by us, for this page and for the worker that has your photo.',
        )}
      </p>
      <ul>
        {checked.map((one) => (
          <li key={one.origin} data-kind={one.kind}>
            <code>{one.origin}</code>
            <span className={t.small}>{askedWords(one)}</span>
            <Badge tone={one.kind === 'unlisted' ? 'bad' : 'good'}>{WORDS[one.kind]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
