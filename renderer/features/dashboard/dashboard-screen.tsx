import { useSetAtom } from 'jotai';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';

import type { Avatar } from '../../core/avatars.ts';
import { isOpen } from '../../core/batches.ts';
import { SAMPLE_CREDITS, shortenAddress } from '../../core/constants.ts';
import { emailProfile, isEmailProfile } from '../../core/scope.ts';
import { formatList, formatNumber, t } from '../../i18n/index.ts';
import type { Table, UnreadRow } from '../../ports/store.ts';
import {
  isPlain,
  NO_QUERY,
  parseQuery,
  queryParams,
  SAMPLES,
  sampleUid,
  selectAvatars,
  undoableAtom,
  useLibrary,
  useLibraryState,
  type Elsewhere,
  type LibraryQuery,
} from '../../state/library/index.ts';
import { useAccount, usePorts } from '../../state/ports.ts';
import { useSampleStore, useSampleStoreState } from '../../state/sample-store.ts';
import { showFailure } from '../../state/toasts.ts';
import { useAction } from '../../state/use-async.ts';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { Film, Frame } from '../../ui/film.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SampleMark } from '../../ui/sample-mark.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Trans, VisuallyHidden } from '../../ui/text.tsx';
import { Toolbar, useMintedFilter } from '../library-tools/index.ts';
import { useMintedUids } from '../parts/certificate.tsx';
import { LibraryFailed, UndoNote } from '../parts/library-notes.tsx';
import { RestoreNotice } from '../purchases/index.ts';
import { openWalletDialogAtom } from '../shell/index.ts';
import { BatchAnnouncement, BatchPanel, FailedNote, KeptNote } from './batch-panel.tsx';
import styles from './dashboard.module.css';
import { EmptyFrame, SampleFrame } from './frames.tsx';
import { OwnSheet, sheetEntries, useCameFrom, type Entry } from './own-sheet.tsx';
import { SelectionBar, useSelection } from './selection-bar.tsx';
import { FolderSection, SettingsTab } from './settings-tab.tsx';

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

/** Stands in for the strip of avatars while the library is read. */
const Reading = () => (
  <div className={styles.reading} role="status">
    <VisuallyHidden>{t('Reading your library')}</VisuallyHidden>
    <div aria-hidden="true">
      <Film label="">
        {[1, 2, 3, 4].map((number) => (
          <Frame key={number} number={number} picture={<span className={styles.blank} />} />
        ))}
      </Film>
    </div>
  </div>
);

/**
 * The toolbar's query, which is also written to the address so that a reload, a link and the back
 * button keep it. The address is read only once, because the router answers too late for someone
 * who is typing.
 */
function useLibraryQuery() {
  const [params, setParams] = useSearchParams();
  const [query, setQuery] = useState(() => parseQuery(params));
  const show = (next: LibraryQuery): void => {
    setQuery(next);
    setParams(queryParams(next), { replace: true, preventScrollReset: true });
  };
  return {
    query,
    change: (part: Partial<LibraryQuery>) => show({ ...query, ...part }),
    clear: () => show({ ...NO_QUERY, sort: query.sort }),
  };
}

/** Says where the avatars are that were here a moment ago. */
function ElsewhereNotice({ elsewhere }: { readonly elsewhere: Elsewhere }) {
  const connect = useSetAtom(openWalletDialogAtom);
  const signedIn = useAccount().email !== undefined;
  if (elsewhere.kind === 'account')
    return (
      <Notice
        title={t('Your avatars are encrypted in your account')}
        actions={
          <ButtonLink to="/login" size="small">
            {t('Sign in')}
          </ButtonLink>
        }
      >
        {t('Nothing is lost. Sign in on this device to see them again.')}
      </Notice>
    );
  const { address, avatars } = elsewhere;
  const whose = { avatars, address: shortenAddress(address) };
  return (
    <Notice
      title={
        avatars === 0
          ? t('Your credits are safe')
          : t('Your {avatars, plural, one {# avatar is} other {# avatars are}} safe', {
              avatars,
            })
      }
      actions={
        signedIn ? undefined : (
          <Button variant="chain-outline" size="small" onClick={() => connect()}>
            {t('Connect Wallet')}
          </Button>
        )
      }
    >
      {signedIn
        ? t(
            '{avatars, plural, =0 {They belong} one {It belongs} other {They belong}} to the wallet {address}, on this device. Sign out to see them again.',
            whose,
          )
        : t(
            '{avatars, plural, =0 {They belong} one {It belongs} other {They belong}} to the wallet {address}, on this device. Connect it to see them again.',
            whose,
          )}
    </Notice>
  );
}

/** All avatars on the contact sheet, with running batches above it. */
function AvatarsTab() {
  const { untouched, failed, elsewhere } = useLibraryState();
  return (
    <div className={styles.tab}>
      <RestoreNotice />
      <FolderSection notice />
      {elsewhere && <ElsewhereNotice elsewhere={elsewhere} />}
      {failed ? <LibraryFailed /> : untouched ? <Samples /> : <OwnAvatars />}
    </div>
  );
}

function OwnAvatars() {
  const library = useLibrary();
  const { loaded, avatars, batches, credits } = useLibraryState();
  const setUndoable = useSetAtom(undoableAtom);
  const minted = useMintedUids();
  const asked = useLibraryQuery();
  const { query } = asked;
  const [now] = useState(() => Date.now());
  const shown = useMemo(
    () => selectAvatars(avatars, query, { minted, now }),
    [avatars, query, minted, now],
  );
  const plain = isPlain(query) || (loaded && avatars.length === 0);
  const entries = useMemo<readonly (Entry | undefined)[]>(
    () =>
      plain
        ? [...sheetEntries(avatars, batches), ...(loaded ? [undefined] : [])]
        : shown.map((avatar) => ({ kind: 'ready', key: avatar.uid, id: avatar.id, avatar })),
    [plain, loaded, shown, avatars, batches],
  );
  const selection = useSelection(shown);
  const { on, chosen } = selection;
  const open = useCameFrom(entries);

  const remove = (some: readonly Avatar[]): void => {
    selection.none();
    library.remove(some).then(
      (undo) =>
        setUndoable({
          words:
            some.length === 1
              ? t('{name} was deleted', { name: some[0]?.name ?? '' })
              : t('{count, plural, one {# avatar was deleted} other {# avatars were deleted}}', {
                  count: some.length,
                }),
          undo,
        }),
      showFailure,
    );
  };
  // Until all rows are read, only the newest batches are there to be shown.
  const status = !loaded
    ? t('Reading your library')
    : plain
      ? t('{count, plural, one {# avatar} other {# avatars}}', { count: avatars.length })
      : t('{shown} of {total, plural, one {# avatar} other {# avatars}}', {
          shown: formatNumber(shown.length),
          total: avatars.length,
        });
  return (
    <>
      {credits.available > 0 && avatars.length === 0 && entries.length === 1 && (
        <Notice
          tone="good"
          title={t('{count, plural, one {# credit is} other {# credits are}} ready', {
            count: credits.available,
          })}
          actions={
            <ButtonLink to="/customize" variant="accent" size="small">
              {t('Add a photo')}
            </ButtonLink>
          }
        >
          {t('Add a photo to make avatars. Your credits don’t expire.')}
        </Notice>
      )}
      {batches.filter(isOpen).map((batch) => (
        <BatchPanel key={batch.id} batch={batch} />
      ))}
      <BatchAnnouncement batches={batches} />
      <FailedNote batches={batches} />
      <KeptNote batches={batches} avatars={avatars} />
      {(avatars.length > 1 || !plain) && (
        <Toolbar
          avatars={avatars}
          minted={minted.size}
          query={query}
          onChange={asked.change}
          status={status}
        >
          <Button size="small" aria-pressed={on} onClick={on ? selection.end : selection.begin}>
            {t('Select')}
          </Button>
        </Toolbar>
      )}
      {!loaded && !plain ? (
        <Reading />
      ) : entries.length === 0 ? (
        <div className={cx(ui.stack3, styles.none)}>
          <p className={ui.heading}>{t('No avatars match')}</p>
          <p className={ui.quiet}>{t('Try other words, or fewer filters.')}</p>
          <Button size="small" onClick={asked.clear}>
            {t('Show all {count}', { count: formatNumber(avatars.length) })}
          </Button>
        </div>
      ) : (
        <OwnSheet
          entries={entries}
          open={open}
          query={query}
          minted={minted}
          selection={selection}
          onDelete={remove}
        />
      )}
      <div className={cx(ui.stack2, styles.foot)}>
        <UndoNote />
        {on && (
          <SelectionBar
            chosen={chosen}
            total={shown.length}
            onAll={selection.all}
            onNone={selection.none}
            onDone={selection.end}
            onDelete={() => remove(chosen)}
          />
        )}
      </div>
    </>
  );
}

function Samples() {
  const sampleStore = useSampleStore();
  const state = useSampleStoreState();
  useEffect(() => sampleStore.show(), [sampleStore]);
  const { shows, onlyMinted, control } = useMintedFilter();
  return (
    <>
      <p className={cx(ui.note, styles.note)}>
        <Trans id="<b>Sample.</b> These six are samples. Your first avatar replaces them." />
      </p>
      {control}
      <Film label={t('Sample avatars')}>
        {SAMPLES.filter(({ id }) => shows(sampleUid(id))).map((sample) => (
          <SampleFrame key={sample.id} sample={sample} state={state} />
        ))}
        {!onlyMinted && <EmptyFrame number={SAMPLES.length + 1} credits={SAMPLE_CREDITS} sample />}
      </Film>
      <UndoNote />
    </>
  );
}
