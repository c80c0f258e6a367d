import { formatNumber } from '../../core/format.ts';
import type { RequestPurpose } from '../../ports/requests.ts';
import { useRequestRecords, useRequestTotals } from '../../state/ledger.ts';
import t from '../../ui/type.module.css';
import { BrowserRecord } from './browser-record.tsx';
import { ledgerRows } from './ledger-rows.ts';
import styles from './ledger.module.css';

const PURPOSES: Record<RequestPurpose, string> = {
  chain: 'Solana network',
  faucet: 'Sandbox faucet',
  app: 'The app itself',
  media: 'Publishing an NFT',
  message: 'Your message',
  update: 'Update check',
};

const bytes = (count: number): string => formatNumber(count);
const time = (at: number): string => new Date(at).toLocaleTimeString('en-GB');

/** Every request of this session as it happens, and the one number that matters. */
export function Ledger() {
  const records = useRequestRecords();
  const { photoBytes: sent, ...total } = useRequestTotals();

  return (
    <section aria-labelledby="ledger">
      <div className={styles.ledger}>
        <div>
          <h2 id="ledger" className={t.heading}>
            Photo bytes sent
          </h2>
          <p className={styles.large} role="status" aria-label={`Photo bytes sent: ${bytes(sent)}`}>
            {bytes(sent)}
          </p>
          <p className={t.quiet}>
            Counted, not claimed: the sum of the last column, since this window was opened. Minting
            publishes a finished avatar, asks first, and stands in a column of its own.
          </p>
        </div>
        <div className={styles.sheet} role="region" aria-label="Live request ledger" tabIndex={0}>
          <table>
            <caption>Live request ledger</caption>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Host</th>
                <th scope="col">Purpose</th>
                <th scope="col">What</th>
                <th scope="col">Up</th>
                <th scope="col">Down</th>
                <th scope="col">Avatar</th>
                <th scope="col">Photo</th>
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
                        {row.status === 'open' ? ' (open)' : ' (failed)'}
                      </span>
                    )}
                  </td>
                  <td>{bytes(row.bytesUp)}</td>
                  <td>{bytes(row.bytesDown)}</td>
                  <td>{bytes(row.avatarBytes)}</td>
                  <td>{bytes(row.photoBytes)}</td>
                </tr>
              ))}
              {records.length === 0 && (
                <tr>
                  <td className={styles.none} colSpan={8}>
                    No request yet. Everything so far was done in this window.
                  </td>
                </tr>
              )}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={4}>
                  {total.requests === 1 ? '1 request' : `${bytes(total.requests)} requests`}
                </th>
                <td>{bytes(total.bytesUp)}</td>
                <td>{bytes(total.bytesDown)}</td>
                <td>{bytes(total.avatarBytes)}</td>
                <td>{bytes(sent)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      </div>
      <BrowserRecord />
    </section>
  );
}
