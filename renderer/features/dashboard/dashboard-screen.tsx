import { useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';

import { SAMPLE_CREDITS } from '../../core/constants.ts';
import { emailProfile, isEmailProfile } from '../../core/scope.ts';
import { formatList, formatNumber, t } from '../../i18n/index.ts';
import type { Table, UnreadRow } from '../../ports/store.ts';
import { SAMPLES, useLibraryState } from '../../state/library/index.ts';
import { useAccount, usePorts } from '../../state/ports.ts';
import { useSampleStoreState } from '../../state/sample-store.ts';
import { useAction } from '../../state/use-async.ts';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SampleMark } from '../../ui/sample-mark.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Trans } from '../../ui/text.tsx';
import { AvatarsTab, Reading } from './avatars-tab.tsx';
import styles from './dashboard.module.css';
import { SettingsTab } from './settings-tab.tsx';

/** What users call the rows of each table. */
const NAMES: Record<Table, (count: number) => string> = {
  orders: (count) => t('{count, plural, one {# purchase} other {# purchases}}', { count }),
  ledger: (count) =>
    t('{count, plural, one {# entry of your credits} other {# entries of your credits}}', {
      count,
    }),
  avatars: (count) => t('{count, plural, one {# avatar} other {# avatars}}', { count }),
  pictures: (count) =>
    t('{count, plural, one {# picture of an avatar} other {# pictures of avatars}}', {
      count,
    }),
  batches: (count) => t('{count, plural, one {# batch} other {# batches}}', { count }),
  looks: (count) =>
    t('{count, plural, one {# look being made} other {# looks being made}}', { count }),
  drafts: (count) => t('{count, plural, one {# photo} other {# photos}}', { count }),
  mints: (count) => t('{count, plural, one {# NFT} other {# NFTs}}', { count }),
  mintMaterials: (count) =>
    t('{count, plural, one {# NFT being minted} other {# NFTs being minted}}', { count }),
  messages: (count) =>
    t('{count, plural, one {# unsent message} other {# unsent messages}}', { count }),
  settings: (count) =>
    t('{count, plural, one {# set of your settings} other {# sets of your settings}}', {
      count,
    }),
};

function counted(tables: readonly Table[]): string {
  return formatList(
    [...new Set(tables)].map((table) => NAMES[table](tables.filter((one) => one === table).length)),
  );
}

/** The unreadable rows of guests and wallets on this device, and of the account that is open. */
function useUnreadRows(): readonly UnreadRow[] {
  const { store } = usePorts();
  const [unread, setUnread] = useState<readonly UnreadRow[]>([]);
  useEffect(() => store.watchUnread(setUnread), [store]);
  const { status, id } = useAccount();
  return unread.filter(
    ({ profileId }) =>
      !isEmailProfile(profileId) ||
      (status === 'open' && id !== undefined && profileId === emailProfile(id)),
  );
}

/** Says what in the library can't be read here, and offers a copy of it. */
function UnreadRows() {
  const unread = useUnreadRows();
  const { store, downloads } = usePorts();
  const { busy, problem, run } = useAction('download-failed');
  if (unread.length === 0) return null;
  const save = async (): Promise<void> => {
    const profiles = [...new Set(unread.map(({ profileId }) => profileId))];
    await downloads.save('Likeness unread entries.json', await store.copyUnread(profiles));
  };
  const newer = unread.some(({ problem }) => problem === 'newer');
  return (
    <Notice
      tone="careful"
      title={t('{entries} can’t be read here', {
        entries: counted(unread.map(({ table }) => table)),
      })}
      actions={
        <>
          <Button size="small" busy={busy} onClick={() => run(save)}>
            {t('Save a copy')}
          </Button>
          <TextLink to="/contact">{t('Contact Support')}</TextLink>
        </>
      }
    >
      {t('Nothing was deleted, and everything else works without it.')}{' '}
      {newer
        ? t(
            'A newer version of Likeness wrote it: reload the page or update the app to see it again.',
          )
        : t('An update may bring it back. Until then, keep a copy outside the app as well.')}
      {problem !== undefined && <p>{problem}</p>}
    </Notice>
  );
}

function useFigures() {
  const { avatars, credits, untouched } = useLibraryState();
  const sampleStore = useSampleStoreState();
  if (untouched) {
    const done = SAMPLES.filter((sample) => !sample.processing || sampleStore.done === 1);
    return {
      completed: done.length,
      credits: SAMPLE_CREDITS,
      downloads: SAMPLES.reduce(
        (sum, { id, downloads }) => sum + downloads + (sampleStore.downloads.get(id) ?? 0),
        0,
      ),
      count: SAMPLES.length,
    };
  }
  return {
    completed: avatars.length,
    credits: credits.available,
    downloads: avatars.reduce((sum, { downloads }) => sum + downloads, 0),
    count: avatars.length,
  };
}

/** /dashboard: the contact sheet of everything made, and the credits left. */
export function DashboardScreen() {
  const { loaded, failed, avatars, unlocked, untouched } = useLibraryState();
  const { completed, credits, downloads, count } = useFigures();
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') === 'settings' ? 'settings' : 'avatars';
  return (
    <div className={cx(ui.page, ui.tall, styles.dashboard)}>
      <div className={styles.head}>
        <div className={ui.stack2}>
          <h1 className={ui.title}>{t('My Dashboard')}</h1>
          {loaded && untouched && <SampleMark />}
        </div>
        <dl className={cx(styles.stats, !loaded && styles.unknown)}>
          <Stat value={completed}>
            <Trans id="completed<wide> avatars</wide>" components={WIDE} />
          </Stat>
          <Stat value={credits}>
            <Trans id="<wide>remaining </wide>credits" components={WIDE} />
          </Stat>
          <Stat value={downloads}>
            <Trans id="<wide>total </wide>downloads" components={WIDE} />
          </Stat>
        </dl>
      </div>
      <UnreadRows />
      <Tabs
        label={t('Dashboard')}
        selected={tab}
        onSelect={(id) =>
          setQuery(
            (before) => {
              // The other parameters stay: the search is still there when the user comes back.
              if (id === 'settings') before.set('tab', id);
              else before.delete('tab');
              return before;
            },
            { replace: true },
          )
        }
        aside={
          <span className={styles.create}>
            {unlocked.has('bulk') && (
              <ButtonLink to="/bulk" size="small">
                {t('Bulk processing')}
              </ButtonLink>
            )}
            <ButtonLink to="/customize" variant="accent" size="small">
              {t('Create New Avatar')}
            </ButtonLink>
          </span>
        }
        tabs={[
          {
            id: 'avatars',
            label: loaded
              ? t('My Avatars ({count})', { count: formatNumber(count) })
              : t('My Avatars'),
            panel: loaded || failed || avatars.length > 0 ? <AvatarsTab /> : <Reading />,
          },
          { id: 'settings', label: t('Settings'), panel: <SettingsTab /> },
        ]}
      />
    </div>
  );
}

/** The less important words disappear on a phone, where the column is narrow. */
const WIDE = { wide: <span className={styles.wide} /> };

const Stat = ({ value, children }: { readonly value: number; readonly children: ReactNode }) => (
  <div>
    <dt className={cx(ui.small, ui.quiet)}>{children}</dt>
    <dd className={ui.heading}>{formatNumber(value)}</dd>
  </div>
);
