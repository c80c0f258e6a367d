import { UNLESS_OWN_ENGINE } from '../../content/brand.ts';
import { CLAIMS, isSample } from '../../content/claims.ts';
import { RETENTION, type RetentionId } from '../../content/retention.ts';
import { formatDate, formatNumber, t } from '../../i18n/index.ts';
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
      return t(
        '{drafts, plural, one {# photo waits, encrypted} other {# photos wait, encrypted}}',
        {
          drafts: counts.drafts,
        },
      );
    case 'wallets':
      return t(
        'In {orders, plural, one {# order} other {# orders}} and {mints, plural, one {# mint} other {# mints}}',
        { orders: counts.orders, mints: counts.mints },
      );
    case 'avatars':
      return t('{count, plural, one {# avatar} other {# avatars}}', {
        count: counts.avatars,
      });
    case 'analytics':
      return t('Nothing');
  }
}

const SECURITY_FEATURES = [
  {
    title: t('The work is done where the photo is'),
    text: `${t(
      'Face detection, cut-out and painting run inside the app, on your processor. There is no upload because there is nowhere to upload to.',
    )} ${UNLESS_OWN_ENGINE}`,
  },
  {
    title: t('One checkpoint for requests'),
    text: t(
      'Every request the app makes goes through one checkpoint. It lets text pass, refuses pictures, except to an engine of your own that you allowed, and logs each one in the ledger above.',
    ),
  },
  {
    title: t('A browser that holds us to it'),
    text: t(
      'The page declares the few hosts it may talk to, and your browser blocks all others, whatever our code might try.',
    ),
  },
  {
    title: t('Encrypted while it waits'),
    text: t(
      'Until your avatars are done the photo is stored under a key that can’t be exported. Deleting the photo destroys the key.',
    ),
  },
  {
    title: t('Your keys stay in your wallet'),
    text: t(
      'You approve each payment in your own wallet. What comes back is read again: if anything was changed, it isn’t sent.',
    ),
  },
  {
    title: t('The chain is the ledger'),
    text: t(
      'A purchase is valid once a finalized transfer proves it, and anyone can check that. Nobody can take it from you by closing an account.',
    ),
  },
] as const;

const BEST_PRACTICES = [
  t('Read the network line before you pay.'),
  t(
    'Compare the amount and the first and last characters of the address with what your wallet shows.',
  ),
  t('Never type your recovery phrase into a website or a message. We never ask for it.'),
  t('Install a wallet from its maker’s own site only.'),
  t('Save the receipt of each payment. It restores the purchase on any device.'),
  t('Download the avatars you care about.'),
  t('On a shared device, disconnect the wallet and clear the photo when you leave.'),
] as const;

/** The words for each badge's status; the badges are claims, so they are in claims.ts. */
const COMPLIANCE_STATUS = {
  compliant: t('Compliant'),
  'in-progress': t('In progress'),
} as const;

const Features = () => (
  <section className={ui.section} aria-labelledby="features">
    <h2 id="features" className={cx(ui.title, styles.gap)}>
      {t('Why there is nothing to leak')}
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
        {t('What is kept, and for how long')}
      </h2>
      <p className={cx(ui.lead, styles.under)}>
        {t('{retention}. {processing}.', {
          retention: CLAIMS.retention,
          processing: CLAIMS.processing,
        })}
      </p>
      <div className={styles.gap}>{isSample('promises') && <SampleMark />}</div>
      <table className={styles.data} aria-labelledby="data">
        <thead>
          <tr>
            <th scope="col">{t('Data')}</th>
            <th scope="col">{t('Kept')}</th>
            <th scope="col">{t('In practice')}</th>
            <th scope="col">{t('On this device now')}</th>
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
              <td className={styles.now} data-name={t('On this device now')}>
                {counts ? storedNow(id, counts) : '…'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={cx(ui.small, styles.under)}>
        <TextLink to="/dashboard?tab=settings">{t('Delete what is stored here')}</TextLink>
      </p>
    </section>
  );
}

const Compliance = () => (
  <section className={ui.section} aria-labelledby="compliance">
    <h2 id="compliance" className={cx(ui.title, styles.gap)}>
      {t('Compliance')}
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
          {t('Best practices')}
        </h2>
        <p className={cx(ui.stack2, ui.start, styles.actions)}>
          {supportEmail !== undefined && (
            <>
              <ExternalLink href={`mailto:${supportEmail}?subject=Security`}>
                {t('Report a security problem')}
              </ExternalLink>
              <ExternalLink href={`mailto:${supportEmail}?subject=Privacy`}>
                {t('Ask about privacy')}
              </ExternalLink>
            </>
          )}
          <TextLink to="/privacy">{t('Privacy Policy')}</TextLink>
          <TextLink to="/terms">{t('Terms & Conditions')}</TextLink>
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
      <h1 className={ui.title}>{t('Trust & Security')}</h1>
      <p className={cx(ui.lead, styles.under)}>
        {t(
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
  own: t('The app’s own files'),
  listed: t('In the ledger above'),
  unlisted: t('Not in the ledger'),
};

/** Who asked, and how often. */
const askedWords = ({ page, workers }: CheckedOrigin): string =>
  workers > 0
    ? t('{page} by the page, {workers} by the engine’s worker', {
        page: formatNumber(page),
        workers: formatNumber(workers),
      })
    : t('{page} by the page', { page: formatNumber(page) });

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
        {t('Your browser’s own record')}
      </h3>
      <p className={ui.small}>
        {t('Kept by the browser, not by us, for this page and for the worker that has your photo.')}
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
  chain: t('Solana network'),
  engine: t('Your own engine'),
  faucet: t('Sandbox faucet'),
  app: t('The app itself'),
  media: t('Publishing an NFT'),
  message: t('Your message'),
  update: t('Update check'),
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
            {t('Photo bytes sent')}
          </h2>
          <p
            className={ledger.large}
            role="status"
            aria-label={t('Photo bytes sent: {count}', { count: formatNumber(sent) })}
          >
            {formatNumber(sent)}
          </p>
          <p className={ui.quiet}>
            {t(
              'Counted since this window was opened. Minting publishes a finished avatar, and asks first.',
            )}
          </p>
        </div>
        <div
          className={ledger.sheet}
          role="region"
          aria-label={t('Live request ledger')}
          tabIndex={0}
        >
          <table>
            <caption>{t('Live request ledger')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('Time')}</th>
                <th scope="col">{t('Host')}</th>
                <th scope="col">{t('Purpose')}</th>
                <th scope="col">{t('What')}</th>
                <th scope="col">{t('Up')}</th>
                <th scope="col">{t('Down')}</th>
                <th scope="col">{t('Avatar')}</th>
                <th scope="col">{t('Photo')}</th>
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
                        {row.status === 'open' ? t('(open)') : t('(failed)')}
                      </span>
                    )}
                  </td>
                  <td data-name={t('Up')}>{formatNumber(row.bytesUp)}</td>
                  <td data-name={t('Down')}>{formatNumber(row.bytesDown)}</td>
                  <td data-name={t('Avatar')}>{formatNumber(row.avatarBytes)}</td>
                  <td data-name={t('Photo')}>{formatNumber(row.photoBytes)}</td>
                </tr>
              ))}
              {records.length === 0 && (
                <tr>
                  <td className={ledger.none} colSpan={8}>
                    {t('No request yet. Everything so far was done in this window.')}
                  </td>
                </tr>
              )}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={4}>
                  {t('{count, plural, one {# request} other {# requests}}', {
                    count: total.requests,
                  })}
                </th>
                <td data-name={t('Up')}>{formatNumber(total.bytesUp)}</td>
                <td data-name={t('Down')}>{formatNumber(total.bytesDown)}</td>
                <td data-name={t('Avatar')}>{formatNumber(total.avatarBytes)}</td>
                <td data-name={t('Photo')}>{formatNumber(sent)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      </div>
      <BrowserRecord />
    </section>
  );
}
