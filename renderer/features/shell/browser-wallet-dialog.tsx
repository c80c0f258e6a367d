import type { PageStage } from '../../core/wallet-calls.ts';
import { t } from '../../i18n/index.ts';
import type { BrowserWaiting, BrowserWallet } from '../../ports/browser-wallet.ts';
import { useShowFailure } from '../../state/toasts.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ui } from '../../ui/shared.ts';
import { ExternalLink } from '../parts/external-link.tsx';
import styles from './browser-wallet-dialog.module.css';

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
  const showFailure = useShowFailure();
  const { name, installUrl } = WALLETS[wallet];
  return (
    <>
      <p className={ui.quiet} role="status">
        {LINES[stage](name)}
      </p>
      <p className={styles.code}>
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
