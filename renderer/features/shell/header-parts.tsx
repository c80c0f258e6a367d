import { useSetAtom } from 'jotai';
import { useLocation } from 'react-router-dom';

import { NAV_HOME_OF } from '../../content/brand.ts';
import { shortenAddress } from '../../core/constants.ts';
import { places } from '../../core/places.ts';
import { t } from '../../i18n/index.ts';
import { useAccount, usePorts, useWallet } from '../../state/ports.ts';
import { showFailure, showToast } from '../../state/toasts.ts';
import { Anchor, Button, TextButton } from '../../ui/button.tsx';
import styles from './header.module.css';
import { openWalletDialogAtom } from './wallet-dialog-atom.ts';

interface AccountProps {
  readonly onAct?: (() => void) | undefined;
}

function ConnectWallet({ busy, onAct }: AccountProps & { readonly busy: boolean }) {
  const openDialog = useSetAtom(openWalletDialogAtom);
  return (
    <Button
      variant="chain-outline"
      size="small"
      busy={busy}
      onClick={() => {
        onAct?.();
        openDialog();
      }}
    >
      {busy ? t('Connecting…') : t('Connect Wallet')}
    </Button>
  );
}

/** The open email account: its address and Sign out. Its wallet is secondary. */
function EmailAccount({ onAct }: AccountProps) {
  const { accounts } = usePorts();
  const { email } = useAccount();
  const { solana, evm, asked } = useWallet();
  const tool = solana ?? evm;
  return (
    <div className={styles.account}>
      <Anchor to="/dashboard" className={styles.email} title={email} onClick={onAct}>
        {email}
      </Anchor>
      <TextButton
        className={styles.disconnect}
        onClick={() => {
          onAct?.();
          accounts
            .signOut()
            .then(
              () => showToast(t('Signed out. Your library is encrypted.'), 'good'),
              showFailure,
            );
        }}
      >
        {t('Sign out')}
      </TextButton>
      {tool ? (
        <Anchor
          to="/dashboard?tab=settings"
          className={styles.address}
          title={t('Wallet {address}', { address: tool.address })}
          onClick={onAct}
        >
          {shortenAddress(tool.address)}
        </Anchor>
      ) : (
        <ConnectWallet busy={asked !== undefined} onAct={onAct} />
      )}
    </div>
  );
}

/** Login and Connect Wallet; or the connected wallet with Disconnect; or the email account. */
export function Account({ onAct }: AccountProps) {
  const account = useAccount();
  if (account.status === 'open') return <EmailAccount onAct={onAct} />;
  return <WalletAccount onAct={onAct} locked={account.status === 'locked'} />;
}

function WalletAccount({ onAct, locked }: AccountProps & { readonly locked: boolean }) {
  const { wallets } = usePorts();
  const { status, address } = useWallet();

  if (status === 'connected') {
    return (
      <div className={styles.account}>
        <Anchor to="/dashboard" className={styles.address} title={address} onClick={onAct}>
          {shortenAddress(address)}
        </Anchor>
        <TextButton
          className={styles.disconnect}
          onClick={() => {
            onAct?.();
            wallets.disconnect().catch(showFailure);
          }}
        >
          {t('Disconnect')}
        </TextButton>
      </div>
    );
  }
  return (
    <div className={styles.account}>
      <Anchor to="/login" className={styles.login} onClick={onAct}>
        {locked ? t('Unlock') : t('Login')}
      </Anchor>
      <ConnectWallet busy={status === 'connecting'} onAct={onAct} />
    </div>
  );
}

/** The header link that a path belongs to, e.g. '/avatar/101' -> '/dashboard'. */
function currentLink(pathname: string): string {
  const first = `/${pathname.split('/')[1] ?? ''}`;
  return NAV_HOME_OF[first] ?? first;
}

const LINKS = places().filter(({ bar }) => bar === 'header');

export function Nav({ onFollow }: { readonly onFollow?: () => void }) {
  const current = currentLink(useLocation().pathname);
  return (
    <nav className={styles.nav} aria-label={t('Main')}>
      {LINKS.map(({ to, label }) => (
        <Anchor
          key={to}
          to={to}
          aria-current={to === current ? 'page' : undefined}
          onClick={onFollow}
        >
          {label}
        </Anchor>
      ))}
    </nav>
  );
}
