import { formatDate, formatNumber } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import type { RequestPurpose, RequestRecord } from '../../ports/requests.ts';
import type { SeenOrigin } from '../../ports/resource-monitor.ts';
import { useLedger, usePorts } from '../../state/ports.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { Badge } from '../../ui/badge.tsx';
import t from '../../ui/type.module.css';
import styles from './ledger.module.css';

interface CheckedOrigin extends SeenOrigin {
  /** Own: the app's files. Listed: a host in the ledger. Unlisted: neither, which is a bug. */
  readonly kind: 'own' | 'listed' | 'unlisted';
}

/** Compares each origin that the browser recorded with the app's own and those in its ledger. */
export function crossCheck(
  seen: readonly SeenOrigin[],
  own: string,
  records: readonly RequestRecord[],
): readonly CheckedOrigin[] {
  const listed = new Set(records.map(({ host }) => host));
  return seen.map((one) => ({
    ...one,
    kind: one.origin === own ? 'own' : listed.has(new URL(one.origin).host) ? 'listed' : 'unlisted',
  }));
}

/** Consecutive requests that differ only in size: the newest one, with the bytes of all. */
interface LedgerRow extends RequestRecord {
  readonly times: number;
}

/** The ledger, newest first. Polling repeats requests, so a run of the same request is one row. */
export function ledgerRows(records: readonly RequestRecord[]): readonly LedgerRow[] {
  const rows: LedgerRow[] = [];
  for (const record of [...records].sort((a, b) => a.id - b.id)) {
    const last = rows.at(-1);
    const same =
      last?.host === record.host &&
      last.purpose === record.purpose &&
      last.label === record.label &&
      last.status === record.status;
    if (!same) rows.push({ ...record, times: 1 });
    else
      rows[rows.length - 1] = {
        ...record,
        times: last.times + 1,
        bytesUp: last.bytesUp + record.bytesUp,
        bytesDown: last.bytesDown + record.bytesDown,
        photoBytes: last.photoBytes + record.photoBytes,
        avatarBytes: last.avatarBytes + record.avatarBytes,
      };
  }
  return rows.reverse();
}

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
