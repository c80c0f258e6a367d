import { zodResolver } from '@hookform/resolvers/zod';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';

import { UNLESS_OWN_ENGINE } from '../../content/brand.ts';
import { HD_FORMAT_LABELS, type PictureFormat } from '../../core/avatars.ts';
import { shortenAddress } from '../../core/constants.ts';
import { noted } from '../../core/log/log.ts';
import { networkLabel } from '../../core/network.ts';
import { BACKGROUND_LABELS, isFlat, STYLE_IDS, STYLE_LABELS } from '../../core/styles.ts';
import type { UpdateState } from '../../core/updates.ts';
import { BATCH_COUNTS, LAST_CHOICE, settingsSchema } from '../../core/validation.ts';
import { formatList, formatNumber, formatPercent, t } from '../../i18n/index.ts';
import type { DownloadFolder, DownloadFolders } from '../../ports/downloads.ts';
import type { Updates } from '../../ports/updates.ts';
import { useNotices } from '../../state/attention/index.ts';
import { leaveFreely } from '../../state/busy.ts';
import {
  eraseEverythingAtom,
  keepStorageAtom,
  useDeviceStorage,
  useStoredCounts,
} from '../../state/device.ts';
import { useDraft, useDrafts } from '../../state/drafts/index.ts';
import { ERASED_HASH } from '../../state/notices.ts';
import { useAccount, usePorts, useWallet } from '../../state/ports.ts';
import { currentProfile } from '../../state/scope.ts';
import { pictureFormatAtom, settingsAtom } from '../../state/settings.ts';
import { showFailure, showToast } from '../../state/toasts.ts';
import { onReturn, useAction } from '../../state/use-async.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { writableFormats } from '../../state/writable-formats.ts';
import { Button, TextButton, TextLink } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog.tsx';
import { CheckField, EmailField, Form, Options, SelectField } from '../../ui/field.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Section, Trans } from '../../ui/text.tsx';
import { AccountSection, BackupSection } from '../account/index.ts';
import { installUpdate } from '../parts/install-update.ts';
import { SETTINGS_INDEX } from '../parts/settings-index.ts';
import { Purchases } from '../purchases/index.ts';
import { LanguageChoice, openWalletDialogAtom, ThemeSwitch } from '../shell/index.ts';
import { RpcSection } from './rpc-section.tsx';
import styles from './settings-tab.module.css';

/** The form for the user's settings, which never leave this device by themselves. */
function SettingsForm() {
  const service = useAtomValue(settingsAtom);
  const { settings } = useSnapshot(service);
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(settingsSchema, { jitless: true }),
    values: settings,
    // What is typed here stays when another tab saves.
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  return (
    <form
      className={ui.narrow}
      noValidate
      aria-label={t('Settings')}
      onSubmit={(event) =>
        void handleSubmit((changed) => {
          service.save({ settings: changed }).then(() => {
            // From now on these too follow other tabs.
            reset(changed, { keepDirtyValues: false, keepValues: true });
            showToast(t('Settings saved.'), 'good');
          }, showFailure);
        })(event)
      }
    >
      <EmailField
        label={t('Email (optional)')}
        hint={t('Stays on this device. Used to fill in the contact forms.')}
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <SelectField label={t('Default style for new photos')} {...register('style')}>
        <option value={LAST_CHOICE}>{t('Last used')}</option>
        <Options of={Object.entries(STYLE_LABELS)} />
      </SelectField>
      <SelectField label={t('Default background for new photos')} {...register('background')}>
        <option value={LAST_CHOICE}>{t('Last used')}</option>
        <Options of={Object.entries(BACKGROUND_LABELS)} />
      </SelectField>
      <SelectField label={t('Avatars in a batch')} {...register('count')}>
        <Options of={BATCH_COUNTS.map((count) => [count, count])} />
      </SelectField>
      <CheckField
        label={t('Show samples')}
        hint={t('Until you have avatars of your own.')}
        {...register('samples')}
      />
      <Button type="submit" size="small">
        {t('Save Settings')}
      </Button>
    </form>
  );
}

/** Updates of the desktop app; nothing where the program can't be updated. */
function UpdatesSection() {
  const { updates } = usePorts();
  return updates ? <UpdateState updates={updates} /> : null;
}

const updateWords = ({ stage, version = '' }: UpdateState, own: string): string =>
  ({
    idle: t('This is version {own}.', { own }),
    checking: t('Looking for a newer version…'),
    current: t('This is version {own}, the newest there is.', { own }),
    available: t('Version {version} is out. This is {own}.', { version, own }),
    loading: t('Downloading version {version}. You can keep working.', { version }),
    ready: t(
      'Version {version} is ready. Install it when you like; batches, payments and mints continue after the restart.',
      { version },
    ),
    failed: t(
      'The update server can’t be reached, or its file isn’t the one we signed. This version keeps working; try again later.',
    ),
    'not-installed': t(
      'Version {version} couldn’t be installed. This version keeps working; try again later.',
      { version },
    ),
  })[stage];

function UpdateState({ updates }: { readonly updates: Updates }) {
  const { config } = usePorts();
  const state = useSnapshot(updates);
  if (!state) return null;
  const { stage, automatic, done = 0 } = state;
  return (
    <Section title={t('Updates')}>
      <p role="status">{updateWords(state, config.version)}</p>
      {stage === 'loading' && (
        <Progress label={t('{percent} downloaded', { percent: formatPercent(done) })} done={done} />
      )}
      <div className={ui.wrap3}>
        {stage === 'available' ? (
          <Button size="small" onClick={() => updates.download().catch(showFailure)}>
            {t('Download')}
          </Button>
        ) : stage === 'ready' ? (
          <Button size="small" onClick={() => installUpdate(updates)}>
            {t('Restart and install')}
          </Button>
        ) : (
          <Button
            size="small"
            busy={stage === 'checking'}
            disabled={stage === 'loading'}
            onClick={() => updates.check().catch(showFailure)}
          >
            {t('Check for updates')}
          </Button>
        )}
      </div>
      <CheckField
        label={t('Check for updates automatically')}
        hint={t(
          'At the start and once a day. It asks for the newest version’s number and sends nothing about you; nothing is downloaded or installed unless you say so.',
        )}
        checked={automatic}
        onChange={({ target }) => updates.setAutomatic(target.checked).catch(showFailure)}
      />
    </Section>
  );
}

/** Switches notifications on and off, where the platform has them. */
function NoticesField() {
  const { permission, on, turn } = useNotices();
  if (permission === 'absent') return null;
  return (
    <CheckField
      label={t('Tell me when avatars are ready')}
      hint={
        permission === 'denied'
          ? t(
              'The browser blocks notifications of this site. Allow them in its settings for the site, then tick this.',
            )
          : t('A notification of your system, while you look at something else.')
      }
      checked={on}
      onChange={({ target }) => void turn(target.checked)}
    />
  );
}

/** The failures that the app has noted, to look at and, if the user wants, to send. */
function Problem() {
  return (
    <Section title={t('Something went wrong?')}>
      <p className={cx(ui.quiet, ui.measure)}>
        {t(
          'The app keeps a log of its failures, on this device only. You see it before it goes into a message to us.',
        )}
      </p>
      <DialogButton size="small" label={t('Report a problem')}>
        <ProblemReport />
      </DialogButton>
    </Section>
  );
}

const ProblemReport = lazily(async () => (await import('../problem/index.ts')).ProblemReport);

const BrandSection = lazily(async () => (await import('../brand/index.ts')).BrandSection);

export const FolderSection = lazily(
  async () => (await import('./folder-section.tsx')).FolderSection,
);

const EnginesSection = lazily(async () => (await import('./engines-section.tsx')).EnginesSection);

/**
 * The settings: the connected wallet or account, the email address for answers, and what is stored
 * where.
 */
export function SettingsTab() {
  const { wallets, accounts, config } = usePorts();
  const { status, address, solana, evm } = useWallet();
  const byEmail = useAccount().status === 'open';
  const wallet = status === 'connected' ? address : (solana ?? evm)?.address;
  const openDialog = useSetAtom(openWalletDialogAtom);
  return (
    <div className={styles.settings}>
      <nav className={styles.index} aria-label={t('Settings')}>
        {SETTINGS_INDEX.map(([id, label]) => (
          <a key={id} href={`#${id}`}>
            {label}
          </a>
        ))}
      </nav>
      <div className={styles.columns}>
        <Section id="wallet" title={t('Connected wallet')}>
          {wallet !== undefined ? (
            <p className={cx(ui.mono, styles.address)} title={wallet}>
              {shortenAddress(wallet)}
            </p>
          ) : (
            <p className={ui.quiet}>
              {byEmail
                ? t(
                    'No wallet is connected. One pays and mints for you; your library stays in this account.',
                  )
                : t(
                    'No wallet is connected. Your avatars on this device are in the guest library.',
                  )}
            </p>
          )}
          <p>
            <NetworkMark label={networkLabel(config.network)} />
          </p>
          {wallet !== undefined ? (
            <Button size="small" onClick={() => void wallets.disconnect().catch(showFailure)}>
              {t('Disconnect')}
            </Button>
          ) : (
            <Button
              variant="chain-outline"
              size="small"
              busy={status === 'connecting'}
              onClick={() => openDialog()}
            >
              {t('Connect Wallet')}
            </Button>
          )}
        </Section>
        <Section id="preferences" title={t('Your settings')}>
          <ThemeSwitch named />
          <LanguageChoice named />
          <SettingsForm key={currentProfile(wallets, accounts)} />
          <NoticesField />
        </Section>
        <Saving />
        <BrandSection />
        <RpcSection />
        <EnginesSection />
        <AccountSection />
        <ThisDevice />
        <BackupSection />
        <FolderSection />
        <UpdatesSection />
        <Problem />
      </div>
      <Purchases />
    </div>
  );
}

const FORMAT_HINTS: Record<PictureFormat, string> = {
  png: t('Lossless, with a transparent background where there is one.'),
  jpeg: t('Smaller, and opens everywhere; a transparent background becomes white.'),
  webp: t('The smallest, with a transparent background where there is one.'),
  svg: t('A drawing with named layers, for {styles}. Other styles are saved as PNG.', {
    styles: formatList(STYLE_IDS.filter(isFlat).map((id) => STYLE_LABELS[id])),
  }),
};

/** Chooses the format and, on the desktop, the folder for saved avatars. Applies at once. */
function Saving() {
  const { folders } = usePorts().downloads;
  const [format, setFormat] = useAtom(pictureFormatAtom);
  return (
    <Section id="saving" title={t('Saving avatars')}>
      <div className={ui.narrow}>
        <SelectField
          label={t('“{button}” saves as', { button: t('Download HD') })}
          hint={FORMAT_HINTS[format]}
          value={format}
          onChange={(event) => setFormat(event.target.value as PictureFormat)}
        >
          <Options
            of={([...writableFormats(), 'svg'] as const).map((id) => [id, HD_FORMAT_LABELS[id]])}
          />
        </SelectField>
      </div>
      {folders && <Folder folders={folders} />}
    </Section>
  );
}

function Folder({ folders }: { readonly folders: DownloadFolders }) {
  const [folder, setFolder] = useState<DownloadFolder>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const check = (): void => void folders.now().then(setFolder, noted('downloads.folder'));
    check();
    // A disk may have been connected meanwhile.
    return onReturn(check);
  }, [folders]);

  const change = (asked: Promise<DownloadFolder>): void => {
    setBusy(true);
    void asked.then(setFolder, showFailure).finally(() => setBusy(false));
  };
  return (
    <div className={cx(ui.stack3, ui.start)}>
      <p>
        <Trans
          id="Saved in the folder <b>{folder}</b>."
          values={{ folder: <>{folder?.name ?? '…'}</> }}
        />
      </p>
      {folder?.found === false && (
        <p role="status" className={styles.careful}>
          {t('It can’t be found at the moment. Connect its disk, or choose another.')}
        </p>
      )}
      <div className={ui.wrap3}>
        <Button size="small" busy={busy} onClick={() => change(folders.choose())}>
          {t('Choose a folder…')}
        </Button>
        {folder?.chosen && (
          <TextButton onClick={() => change(folders.reset())}>{t('Use Downloads')}</TextButton>
        )}
      </div>
    </div>
  );
}

const megabytes = (bytes: number): string =>
  formatNumber(bytes / 1e6, { maximumFractionDigits: 1 });

/** What is stored on this device, whether it lasts, and how to delete it. */
function ThisDevice() {
  const now = useDeviceStorage();
  const keep = useSetAtom(keepStorageAtom);
  const counts = useStoredCounts();
  const drafts = useDrafts();
  const { store } = usePorts();
  const { phase, entries } = useDraft();
  const photos = entries.length;
  const [deleting, setDeleting] = useState(false);
  /** Photos that can't be deleted from here: a locked account's, and those in use by a batch. */
  const others = Math.max(0, (counts?.drafts ?? 0) - photos);
  const { status } = useAccount();
  const deletePhotos = async (): Promise<void> => {
    setDeleting(true);
    await drafts.clearAll().finally(() => setDeleting(false));
    const kept = (await store.counts()).drafts > others;
    showToast(
      kept
        ? t('This photo is still in use. It’s deleted, with its key, when its avatars are done.')
        : t('Deleted, and the keys destroyed.'),
      kept ? 'plain' : 'good',
    );
  };
  return (
    <Section id="privacy" title={t('Privacy')}>
      <p className={cx(ui.quiet, ui.measure)}>
        {t(
          'Your photo never leaves this device. It is kept encrypted until its avatars are made, or for 24 hours if you choose so, and then deleted.',
        )}{' '}
        {UNLESS_OWN_ENGINE}{' '}
        {status === 'open'
          ? t(
              'Avatars stay on this device until you delete them; while your account is locked, nobody can see them.',
            )
          : t(
              'Avatars stay on this device until you delete them; whoever can open it can see them.',
            )}
      </p>
      {now && (
        <p>
          {counts
            ? t('{avatars, plural, one {# avatar} other {# avatars}}, {size} MB.', {
                avatars: counts.avatars,
                size: megabytes(now.usedBytes),
              })
            : t('{size} MB.', { size: megabytes(now.usedBytes) })}{' '}
          {now.persistent
            ? t('The browser keeps your avatars until you delete them.')
            : t('The browser may delete everything when space gets short.')}
        </p>
      )}
      {others > 0 && phase !== 'starting' && !deleting && (
        <p className={cx(ui.quiet, ui.measure)}>
          {t(
            '{photos, plural, one {A photo is also kept encrypted for a batch or a locked account. It is deleted when the batch is done or you delete it in that account, and after 24 hours at the latest.} other {# photos are also kept encrypted for a batch or a locked account. They are deleted when the batch is done or you delete them in that account, and after 24 hours at the latest.}}',
            { photos: others },
          )}
        </p>
      )}
      <div className={ui.wrap3}>
        {now && !now.persistent && (
          <Button
            size="small"
            onClick={() => {
              void keep().then((kept) =>
                showToast(
                  kept
                    ? t('The browser will keep your avatars.')
                    : t(
                        'The browser declined for now. It often agrees once you use the app more; keep copies meanwhile.',
                      ),
                  kept ? 'good' : 'plain',
                ),
              );
            }}
          >
            {t('Protect from automatic deletion')}
          </Button>
        )}
        {photos > 0 && (
          <Button size="small" onClick={() => void deletePhotos().catch(showFailure)}>
            {t('{photos, plural, one {Delete photo now} other {Delete # photos now}}', {
              photos,
            })}
          </Button>
        )}
        <DialogButton
          text
          label={t('Erase everything')}
          title={t('Erase all Likeness data on this device?')}
        >
          <Erase />
        </DialogButton>
      </div>
      <TextLink to="/trust-security">{t('Trust & Security')}</TextLink>
    </Section>
  );
}

function Erase() {
  const erase = useSetAtom(eraseEverythingAtom);
  const [sure, setSure] = useState(false);
  const { busy, problem, run } = useAction();
  const go = async (): Promise<void> => {
    await erase();
    leaveFreely();
    // Everything in memory belongs to what was erased; a new page starts without it.
    location.replace(`/${ERASED_HASH}`);
    // Blocks all actions until the new page is there.
    await new Promise(() => undefined);
  };
  return (
    <Form
      className={cx(ui.stack4, ui.start)}
      onSubmit={() => {
        if (sure && !busy) run(go);
      }}
    >
      <p>
        {t(
          'All avatars, photos, accounts, purchases and settings stored here are deleted for good. You can restore purchases later with the wallet you paid from, or a saved receipt.',
        )}
      </p>
      <CheckField
        label={t('I have saved what I want to keep')}
        checked={sure}
        onChange={(event) => setSure(event.target.checked)}
      />
      {problem !== undefined && <ErrorNote what={problem} />}
      <Button type="submit" variant="accent" disabled={!sure} busy={busy}>
        {t('Erase everything')}
      </Button>
    </Form>
  );
}
