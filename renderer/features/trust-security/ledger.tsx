import { formatDate, formatNumber } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import type { RequestPurpose } from '../../ports/requests.ts';
import { useLedger, usePorts } from '../../state/ports.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { Badge } from '../../ui/badge.tsx';
import t from '../../ui/type.module.css';
import { crossCheck, ledgerRows, type CheckedOrigin } from './ledger-rows.ts';
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
function BrowserRecord() {
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

const PURPOSES: Record<RequestPurpose, string> = {
  chain: i18n.t('Solana network'),
  engine: i18n.t('Your own engine'),
  faucet: i18n.t('Sandbox faucet'),
  app: i18n.t('The app itself'),
  media: i18n.t('Publishing an NFT'),
  message: i18n.t('Your message'),
  update: i18n.t('Update check'),
};

const time = (at: number): string => formatDate(at, { timeStyle: 'medium' });

/** Every request of this session as it happens, and the one number that matters. */
export function Ledger() {
  const { records, totals } = useLedger();
  const { photoBytes: sent, ...total } = totals;

  return (
    <section aria-labelledby="ledger">
      <div className={styles.ledger}>
        <div>
          <h2 id="ledger" className={t.heading}>
            {i18n.t('Photo bytes sent')}
          </h2>
          <p
            className={styles.large}
            role="status"
            aria-label={i18n.t('Photo bytes sent: {count}', { count: formatNumber(sent) })}
          >
            {formatNumber(sent)}
          </p>
          <p className={t.quiet}>
            {i18n.t(
              'Counted since this window was opened. Minting publishes a finished avatar, and asks first.',
            )}
          </p>
        </div>
        <div
          className={styles.sheet}
          role="region"
          aria-label={i18n.t('Live request ledger')}
          tabIndex={0}
        >
          <table>
            <caption>{i18n.t('Live request ledger')}</caption>
            <thead>
              <tr>
                <th scope="col">{i18n.t('Time')}</th>
                <th scope="col">{i18n.t('Host')}</th>
                <th scope="col">{i18n.t('Purpose')}</th>
                <th scope="col">{i18n.t('What')}</th>
                <th scope="col">{i18n.t('Up')}</th>
                <th scope="col">{i18n.t('Down')}</th>
                <th scope="col">{i18n.t('Avatar')}</th>
                <th scope="col">{i18n.t('Photo')}</th>
              </tr>
            </thead>
            <tbody>
              {ledgerRows(records).map((row) => (
                <tr key={row.id}>
                  <td>{time(row.at)}</td>
                  <td>{row.host}</td>
                  <td>{PURPOSES[row.purpose]}</td>
                  <td>
                    {row.label}
                    {row.times > 1 && <span className={styles.times}> × {row.times}</span>}
                    {row.status !== 'done' && (
                      <span className={styles[row.status]}>
                        {' '}
                        {row.status === 'open' ? i18n.t('(open)') : i18n.t('(failed)')}
                      </span>
                    )}
                  </td>
                  <td data-name={i18n.t('Up')}>{formatNumber(row.bytesUp)}</td>
                  <td data-name={i18n.t('Down')}>{formatNumber(row.bytesDown)}</td>
                  <td data-name={i18n.t('Avatar')}>{formatNumber(row.avatarBytes)}</td>
                  <td data-name={i18n.t('Photo')}>{formatNumber(row.photoBytes)}</td>
                </tr>
              ))}
              {records.length === 0 && (
                <tr>
                  <td className={styles.none} colSpan={8}>
                    {i18n.t('No request yet. Everything so far was done in this window.')}
                  </td>
                </tr>
              )}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={4}>
                  {i18n.t('{count, plural, one {# request} other {# requests}}', {
                    count: total.requests,
                  })}
                </th>
                <td data-name={i18n.t('Up')}>{formatNumber(total.bytesUp)}</td>
                <td data-name={i18n.t('Down')}>{formatNumber(total.bytesDown)}</td>
                <td data-name={i18n.t('Avatar')}>{formatNumber(total.avatarBytes)}</td>
                <td data-name={i18n.t('Photo')}>{formatNumber(sent)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      </div>
      <BrowserRecord />
    </section>
  );
}
