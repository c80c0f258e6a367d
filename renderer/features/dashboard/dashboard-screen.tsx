import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';

import { SAMPLE_CREDITS } from '../../core/constants.ts';
import { formatNumber } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import { SAMPLES, useLibraryState, useSampleStoreState } from '../../state/library/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Trans } from '../../ui/trans.tsx';
import t from '../../ui/type.module.css';
import { AvatarsTab } from './avatars-tab.tsx';
import styles from './dashboard-screen.module.css';
import { Reading } from './reading.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { UnreadRows } from './unread-rows.tsx';

interface Figures {
  readonly completed: number;
  readonly credits: number;
  readonly downloads: number;
  readonly count: number;
}

function useFigures(): Figures {
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
  const { loaded, avatars, unlocked } = useLibraryState();
  const { completed, credits, downloads, count } = useFigures();
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') === 'settings' ? 'settings' : 'avatars';
  return (
    <div className={cx(t.page, styles.dashboard)}>
      <div className={styles.head}>
        <h1 className={t.title}>{i18n.t('My Dashboard')}</h1>
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
        label={i18n.t('Dashboard')}
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
                {i18n.t('Whole Folder')}
              </ButtonLink>
            )}
            <ButtonLink to="/customize" variant="accent" size="small">
              {i18n.t('Create New Avatar')}
            </ButtonLink>
          </span>
        }
        tabs={[
          {
            id: 'avatars',
            label: loaded
              ? i18n.t('My Avatars ({count})', { count: formatNumber(count) })
              : i18n.t('My Avatars'),
            panel: loaded || avatars.length > 0 ? <AvatarsTab /> : <Reading />,
          },
          { id: 'settings', label: i18n.t('Settings'), panel: <SettingsTab /> },
        ]}
      />
    </div>
  );
}

/** The less important words disappear on a phone, where the column is narrow. */
const WIDE = { wide: <span className={styles.wide} /> };

const Stat = ({ value, children }: { readonly value: number; readonly children: ReactNode }) => (
  <div>
    <dt className={cx(t.small, t.quiet)}>{children}</dt>
    <dd className={t.heading}>{formatNumber(value)}</dd>
  </div>
);
