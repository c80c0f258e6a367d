/** What the shell loads when it is first needed. */
import { useAtom, useSetAtom } from 'jotai';
import { useState } from 'react';

import { BADGE_TEXT } from '../../content/brand.ts';
import { shortenAddress } from '../../core/constants.ts';
import { SENTENCES } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { networkLabel } from '../../core/network.ts';
import type { PageStage } from '../../core/wallet-calls.ts';
import { t } from '../../i18n/index.ts';
import type { BrowserWaiting, BrowserWallet } from '../../ports/browser-wallet.ts';
import type { CrashNotice } from '../../ports/crash-notice.ts';
import type { StorageNotice } from '../../ports/store.ts';
import type { Updates } from '../../ports/updates.ts';
import { crashNoticeAtom } from '../../state/notices.ts';
import { usePorts } from '../../state/ports.ts';
import { showFailure, showToast } from '../../state/toasts.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import button from '../../ui/button.module.css';
import { Button, TextButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { Modal } from '../../ui/modal.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans } from '../../ui/text.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { ExternalLink } from '../parts/external-link.tsx';
import { installUpdate } from '../parts/install-update.ts';
import browserWalletDialog from './browser-wallet-dialog.module.css';
import { Account, Nav } from './header-parts.tsx';
import menu from './menu.module.css';
import { LanguageChoice, ThemeSwitch } from './preferences.tsx';
import styles from './shell.module.css';
import { WalletChoices } from './wallet-choices.tsx';
import { walletDialogOpenAtom } from './wallet-dialog-atom.ts';

/** Says after a recovered crash what happened, and that nothing was lost. */
export function CrashBar({ crash }: { readonly crash: CrashNotice }) {
  const setCrash = useSetAtom(crashNoticeAtom);
  return (
    <p className={styles.offline} role="alert">
      {SENTENCES[crash.what === 'page' ? 'page-crashed' : 'graphics-crashed']}{' '}
      {crash.interrupted && <CutShort {...crash.interrupted} />}
      <TextButton onClick={() => setCrash(undefined)}>{t('Dismiss')}</TextButton>
    </p>
  );
}

function CutShort({ files, saved: { reveal } }: NonNullable<CrashNotice['interrupted']>) {
  return (
    <>
      {t('Only {files, plural, one {# file was} other {# files were}} saved. Save all again.', {
        files,
      })}{' '}
      {reveal && (
        <>
          <TextButton onClick={() => void reveal().catch(noted('downloads.reveal'))}>
            {t('Show in folder')}
          </TextButton>{' '}
        </>
      )}
    </>
  );
}

/** Warns that another tab's version of the app holds the storage, so nothing here can be kept. */
export function StorageBar({ notice }: { readonly notice: StorageNotice }) {
  return (
    <p className={styles.offline} role="alert">
      {SENTENCES[notice === 'superseded' ? 'storage-superseded' : 'storage-blocked']}{' '}
      {notice === 'superseded' && (
        <TextButton onClick={() => location.reload()}>{t('Reload')}</TextButton>
      )}
    </p>
  );
}

/** Announces a newer version of the desktop app on every screen; the user decides what happens. */
export function UpdateBar({ updates }: { readonly updates: Updates }) {
  const state = useSnapshot(updates);
  const [later, setLater] = useState<string>();
  if (
    state === undefined ||
    state.version === undefined ||
    later === `${state.stage} ${state.version}`
  )
    return null;
  const { stage, version } = state;
  if (stage !== 'available' && stage !== 'ready' && stage !== 'not-installed') return null;
  return (
    <p className={cx(styles.offline, styles.notice)} role="status">
      {stage === 'available' ? (
        <Trans
          id="Likeness {version} is out. <button>Download</button>"
          values={{ version }}
          components={{
            button: <TextButton onClick={() => updates.download().catch(showFailure)} />,
          }}
        />
      ) : stage === 'not-installed' ? (
        t('Version {version} couldn’t be installed. This version keeps working; try again later.', {
          version,
        })
      ) : (
        <Trans
          id="Likeness {version} is ready. Batches, payments and mints continue after the restart. <button>Restart and install</button>"
          values={{ version }}
          components={{
            button: <TextButton onClick={() => installUpdate(updates)} />,
          }}
        />
      )}{' '}
      <TextButton onClick={() => setLater(`${stage} ${version}`)}>{t('Later')}</TextButton>
    </p>
  );
}

interface MenuProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** All of the header's items on a small window: a native modal dialog from the top. */
export function Menu({ open, onClose }: MenuProps) {
  const { config } = usePorts();
  return (
    <Modal open={open} onClose={onClose} className={menu.menu} label={t('Menu')}>
      <div className={cx(ui.stack5, menu.sheet)}>
        <div className={menu.head}>
          <Wordmark />
          <button
            type="button"
            className={cx(button.icon, menu.close)}
            aria-label={t('Close menu')}
            onClick={onClose}
          >
            <CloseIcon size={24} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </div>
        <Nav onFollow={onClose} />
        <Account onAct={onClose} />
        <div className={cx(ui.stack3, ui.start, ui.note)}>
          <NetworkMark label={networkLabel(config.network)} />
          <p>{BADGE_TEXT}</p>
          <ThemeSwitch />
          <LanguageChoice />
        </div>
      </div>
    </Modal>
  );
}

export function WalletDialog() {
  const { config } = usePorts();
  const [open, setOpen] = useAtom(walletDialogOpenAtom);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title={t('Connect Wallet')}>
      <p className={ui.quiet}>
        {t('Connecting shows us your address, nothing else. Nothing moves before you approve it.')}
      </p>
      <WalletChoices
        onConnected={(address) => {
          setOpen(false);
          showToast(t('Connected as {address}.', { address: shortenAddress(address) }), 'good');
        }}
      />
      <NetworkMark label={networkLabel(config.network)} />
    </Dialog>
  );
}

const WALLETS = {
  phantom: { name: 'Phantom', installUrl: 'https://phantom.app/download' },
  metamask: { name: 'MetaMask', installUrl: 'https://metamask.io/download/' },
} as const;

const LINES: Record<PageStage, (name: string) => string> = {
  opening: () => t('A page is opening in your browser. Continue there.'),
  open: () =>
    t('The page is open in your browser. Check that it shows this code, then continue there.'),
  asking: (name) => t('{name} is asking you in your browser.', { name }),
  missing: (name) =>
    t(
      'Your browser has no {name}. Install it there, or make the browser that has it your default and open the page again.',
      { name },
    ),
};

/** Says on any screen what the app is waiting for while a wallet in the user's browser is asked. */
export function BrowserWalletDialog({ browser }: { readonly browser: BrowserWallet }) {
  const waiting = useSnapshot(browser);
  return (
    <Dialog
      open={waiting !== undefined}
      onClose={() => waiting && void browser.cancel()}
      title={t('Approve in your browser')}
    >
      {waiting && <Waiting browser={browser} waiting={waiting} />}
    </Dialog>
  );
}

function Waiting({
  browser,
  waiting: { code, wallet, stage },
}: {
  readonly browser: BrowserWallet;
  readonly waiting: BrowserWaiting;
}) {
  const { name, installUrl } = WALLETS[wallet];
  return (
    <>
      <p className={ui.quiet} role="status">
        {LINES[stage](name)}
      </p>
      <p className={browserWalletDialog.code}>
        <span>{t('Code')}</span> <b>{code}</b>
      </p>
      <div className={ui.wrap3}>
        <Button
          variant="chain-outline"
          size="small"
          onClick={() => browser.openAgain().catch(showFailure)}
        >
          {t('Open the page again')}
        </Button>
        <Button variant="quiet" size="small" onClick={() => void browser.cancel()}>
          {t('Cancel')}
        </Button>
        {stage === 'missing' && (
          <ExternalLink href={installUrl}>{t('Get {name}', { name })}</ExternalLink>
        )}
      </div>
    </>
  );
}
