import { formatDate, formatNumber } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import type { RequestPurpose } from '../../ports/requests.ts';
import { useLedger } from '../../state/ports.ts';
import t from '../../ui/type.module.css';
import { BrowserRecord } from './browser-record.tsx';
import { ledgerRows } from './ledger-rows.ts';
import styles from './ledger.module.css';

const PURPOSES: Record<RequestPurpose, string> = {
  chain: i18n.t('Solana network'),
  faucet: i18n.t('Sandbox faucet'),
  app: i18n.t('The app itself'),
  media: i18n.t('Publishing an NFT'),
  message: i18n.t('Your message'),
  update: i18n.t('Update check'),
};

const bytes = (count: number): string => formatNumber(count);
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
            aria-label={i18n.t('Photo bytes sent: {count}', { count: bytes(sent) })}
          >
            {bytes(sent)}
          </p>
          <p className={t.quiet}>
            {i18n.t(
              'Counted, not claimed: the sum of the last column, since this window was opened. Minting publishes a finished avatar, asks first, and stands in a column of its own.',
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
                  <td data-name={i18n.t('Up')}>{bytes(row.bytesUp)}</td>
                  <td data-name={i18n.t('Down')}>{bytes(row.bytesDown)}</td>
                  <td data-name={i18n.t('Avatar')}>{bytes(row.avatarBytes)}</td>
                  <td data-name={i18n.t('Photo')}>{bytes(row.photoBytes)}</td>
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
                <td data-name={i18n.t('Up')}>{bytes(total.bytesUp)}</td>
                <td data-name={i18n.t('Down')}>{bytes(total.bytesDown)}</td>
                <td data-name={i18n.t('Avatar')}>{bytes(total.avatarBytes)}</td>
                <td data-name={i18n.t('Photo')}>{bytes(sent)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      </div>
      <BrowserRecord />
    </section>
  );
}
