import { UNLESS_OWN_ENGINE } from '../../content/brand.ts';
import { CLAIMS, isSample } from '../../content/claims.ts';
import { RETENTION, type RetentionId } from '../../content/retention.ts';
import { formatDate, formatNumber, i18n } from '../../i18n/index.ts';
import type { RequestPurpose, RequestRecord } from '../../ports/requests.ts';
import type { SeenOrigin } from '../../ports/resource-monitor.ts';
import type { Table } from '../../ports/store.ts';
import { useStoredCounts } from '../../state/device.ts';
import { useLedger, usePorts } from '../../state/ports.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextLink } from '../../ui/button.tsx';
import { More } from '../../ui/more.tsx';
import { SampleMark } from '../../ui/sample-mark.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { ExternalLink } from '../parts/external-link.tsx';
import ledger from './ledger.module.css';
import styles from './trust.module.css';

/** What a row of the retention table amounts to on this device. */
export function storedNow(id: RetentionId, counts: Readonly<Record<Table, number>>): string {
  switch (id) {
    case 'photos':
      return i18n.t(
        '{drafts, plural, one {# photo waits, encrypted} other {# photos wait, encrypted}}',
        {
          drafts: counts.drafts,
        },
      );
    case 'wallets':
      return i18n.t(
        'In {orders, plural, one {# order} other {# orders}} and {mints, plural, one {# mint} other {# mints}}',
        { orders: counts.orders, mints: counts.mints },
      );
    case 'avatars':
      return i18n.t('{count, plural, one {# avatar} other {# avatars}}', {
        count: counts.avatars,
      });
    case 'analytics':
      return i18n.t('Nothing');
  }
}

const SECURITY_FEATURES = [
  {
    title: i18n.t('The work is done where the photo is'),
    text: `${i18n.t(
      'Face detection, cut-out and painting run inside the app, on your processor. There is no upload because there is nowhere to upload to.',
    )} ${UNLESS_OWN_ENGINE}`,
  },
  {
    title: i18n.t('One checkpoint for requests'),
    text: i18n.t(
      'Every request the app makes goes through one checkpoint. It lets text pass, refuses pictures, except to an engine of your own that you allowed, and logs each one in the ledger above.',
    ),
  },
  {
    title: i18n.t('A browser that holds us to it'),
    text: i18n.t(
      'The page declares the few hosts it may talk to, and your browser blocks all others, whatever our code might try.',
    ),
  },
  {
    title: i18n.t('Encrypted while it waits'),
    text: i18n.t(
      'Until your avatars are done the photo is stored under a key that can’t be exported. Deleting the photo destroys the key.',
    ),
  },
  {
    title: i18n.t('Your keys stay in your wallet'),
    text: i18n.t(
      'You approve each payment in your own wallet. What comes back is read again: if anything was changed, it isn’t sent.',
    ),
  },
  {
    title: i18n.t('The chain is the ledger'),
    text: i18n.t(
      'A purchase is valid once a finalized transfer proves it, and anyone can check that. Nobody can take it from you by closing an account.',
    ),
  },
] as const;

const BEST_PRACTICES = [
  i18n.t('Read the network line before you pay.'),
  i18n.t(
    'Compare the amount and the first and last characters of the address with what your wallet shows.',
  ),
  i18n.t('Never type your recovery phrase into a website or a message. We never ask for it.'),
  i18n.t('Install a wallet from its maker’s own site only.'),
  i18n.t('Save the receipt of each payment. It restores the purchase on any device.'),
  i18n.t('Download the avatars you care about.'),
  i18n.t('On a shared device, disconnect the wallet and clear the photo when you leave.'),
] as const;

/** The words for each badge's status; the badges are claims, so they are in claims.ts. */
const COMPLIANCE_STATUS = {
  compliant: i18n.t('Compliant'),
  'in-progress': i18n.t('In progress'),
} as const;

const Features = () => (
  <section className={ui.section} aria-labelledby="features">
    <h2 id="features" className={cx(ui.title, styles.gap)}>
      {i18n.t('Why there is nothing to leak')}
    </h2>
    <ul className={styles.features}>
      {SECURITY_FEATURES.map(({ title, text }) => (
        <li key={title}>
          <More summary={<h3 className={ui.caption}>{title}</h3>}>{text}</More>
        </li>
      ))}
    </ul>
  </section>
);

function DataHandling() {
  const counts = useStoredCounts();
  return (
    <section className={ui.section} aria-labelledby="data">
      <h2 id="data" className={ui.title}>
        {i18n.t('What is kept, and for how long')}
      </h2>
      <p className={cx(ui.lead, styles.under)}>
        {i18n.t('{retention}. {processing}.', {
          retention: CLAIMS.retention,
          processing: CLAIMS.processing,
        })}
      </p>
      <div className={styles.gap}>{isSample('promises') && <SampleMark />}</div>
      <table className={styles.data} aria-labelledby="data">
        <thead>
          <tr>
            <th scope="col">{i18n.t('Data')}</th>
            <th scope="col">{i18n.t('Kept')}</th>
            <th scope="col">{i18n.t('In practice')}</th>
            <th scope="col">{i18n.t('On this device now')}</th>
          </tr>
        </thead>
        <tbody>
          {RETENTION.map(({ id, data, kept, detail }) => (
            <tr key={id}>
              <th scope="row" className={ui.caption}>
                {data}
              </th>
              <td>{kept}</td>
              <td>{detail}</td>
              <td className={styles.now} data-name={i18n.t('On this device now')}>
                {counts ? storedNow(id, counts) : '…'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={cx(ui.small, styles.under)}>
        <TextLink to="/dashboard?tab=settings">{i18n.t('Delete what is stored here')}</TextLink>
      </p>
    </section>
  );
}

const Compliance = () => (
  <section className={ui.section} aria-labelledby="compliance">
    <h2 id="compliance" className={cx(ui.title, styles.gap)}>
      {i18n.t('Compliance')}
    </h2>
    {isSample('compliance') && <SampleMark />}
    <ul className={styles.badges}>
      {CLAIMS.compliance.map(({ name, status }) => (
        <li key={name}>
          <p className={ui.heading}>{name}</p>
          <Badge tone={status === 'compliant' ? 'good' : 'careful'}>
            {COMPLIANCE_STATUS[status]}
          </Badge>
        </li>
      ))}
    </ul>
  </section>
);

function Practices() {
  const { supportEmail } = usePorts().config;
  return (
    <section className={cx(ui.section, ui.side, styles.split)} aria-labelledby="practices">
      <div>
        <h2 id="practices" className={ui.title}>
          {i18n.t('Best practices')}
        </h2>
        <p className={cx(ui.stack2, ui.start, styles.actions)}>
          {supportEmail !== undefined && (
            <>
              <ExternalLink href={`mailto:${supportEmail}?subject=Security`}>
                {i18n.t('Report a security problem')}
              </ExternalLink>
              <ExternalLink href={`mailto:${supportEmail}?subject=Privacy`}>
                {i18n.t('Ask about privacy')}
              </ExternalLink>
            </>
          )}
          <TextLink to="/privacy">{i18n.t('Privacy Policy')}</TextLink>
          <TextLink to="/terms">{i18n.t('Terms & Conditions')}</TextLink>
        </p>
      </div>
      <ol className={styles.practices}>
        {BEST_PRACTICES.map((practice) => (
          <li key={practice} className={ui.numbered}>
            {practice}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** /trust-security */
export const TrustScreen = () => (
  <>
    <div className={cx(ui.page, ui.place)}>
      <h1 className={ui.title}>{i18n.t('Trust & Security')}</h1>
      <p className={cx(ui.lead, styles.under)}>
        {i18n.t(
          'Likeness reads your photo in this window. Every request the app makes is listed below.',
        )}
      </p>
      <Ledger />
    </div>
    <Features />
    <DataHandling />
    <Compliance />
    <Practices />
  </>
);

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
    <section className={ledger.record} aria-labelledby="browser-record">
      <h3 id="browser-record" className={ui.caption}>
        {i18n.t('Your browser’s own record')}
      </h3>
      <p className={ui.small}>
        {i18n.t(
          'Kept by the browser, not by us, for this page and for the worker that has your photo.',
        )}
      </p>
      <ul>
        {checked.map((one) => (
          <li key={one.origin} data-kind={one.kind}>
            <code>{one.origin}</code>
            <span className={ui.small}>{askedWords(one)}</span>
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
function Ledger() {
  const { records, totals } = useLedger();
  const { photoBytes: sent, ...total } = totals;

  return (
    <section aria-labelledby="ledger">
      <div className={ledger.ledger}>
        <div>
          <h2 id="ledger" className={ui.heading}>
            {i18n.t('Photo bytes sent')}
          </h2>
          <p
            className={ledger.large}
            role="status"
            aria-label={i18n.t('Photo bytes sent: {count}', { count: formatNumber(sent) })}
          >
            {formatNumber(sent)}
          </p>
          <p className={ui.quiet}>
            {i18n.t(
              'Counted since this window was opened. Minting publishes a finished avatar, and asks first.',
            )}
          </p>
        </div>
        <div
          className={ledger.sheet}
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
                    {row.times > 1 && <span className={ledger.times}> × {row.times}</span>}
                    {row.status !== 'done' && (
                      <span className={ledger[row.status]}>
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
                  <td className={ledger.none} colSpan={8}>
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
