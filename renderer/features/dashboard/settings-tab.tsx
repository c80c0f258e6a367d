import { useSetAtom } from 'jotai';
import { lazy, Suspense } from 'react';

import { shortenAddress } from '../../core/constants.ts';
import { networkLabel } from '../../core/network.ts';
import { i18n } from '../../i18n/index.ts';
import { useAccount, usePorts, useWallet } from '../../state/ports.ts';
import { showFailureAtom } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { NetworkMark } from '../../ui/network-mark.tsx';
import t from '../../ui/type.module.css';
import { AccountSection, BackupSection } from '../account/index.ts';
import { Purchases } from '../purchases/index.ts';
import { LanguageChoice, openWalletDialogAtom, ThemeSwitch } from '../shell/index.ts';
import { NoticesField } from './notices-field.tsx';
import { Problem } from './problem.tsx';
import { RpcSection } from './rpc-section.tsx';
import { Saving } from './saving.tsx';
import { SettingsForm } from './settings-form.tsx';
import styles from './settings-tab.module.css';
import { ThisDevice } from './this-device.tsx';
import { UpdatesSection } from './updates.tsx';

const BrandSection = lazy(async () => ({
  default: (await import('../brand/index.ts')).BrandSection,
}));

const FolderSection = lazy(async () => ({
  default: (await import('./folder-section.tsx')).FolderSection,
}));

/**
 * The settings: the connected wallet or account, the email address for answers, and what is stored
 * where.
 */
export function SettingsTab() {
  const { wallets, config } = usePorts();
  const { status, address, solana, evm } = useWallet();
  const byEmail = useAccount().status === 'open';
  const wallet = status === 'connected' ? address : (solana ?? evm)?.address;
  const openDialog = useSetAtom(openWalletDialogAtom);
  const showFailure = useSetAtom(showFailureAtom);
  return (
    <div className={styles.settings}>
      <div className={styles.column}>
        <section>
          <h2 className={t.heading}>{i18n.t('Connected wallet')}</h2>
          {wallet !== undefined ? (
            <>
              <p className={cx(t.mono, styles.address)} title={wallet}>
                {shortenAddress(wallet)}
              </p>
              <p>
                <NetworkMark label={networkLabel(config.network)} />
              </p>
              <Button
                size="small"
                onClick={() => {
                  wallets.disconnect().catch(showFailure);
                }}
              >
                {i18n.t('Disconnect')}
              </Button>
            </>
          ) : (
            <>
              <p className={t.quiet}>
                {byEmail
                  ? i18n.t(
                      'No wallet is connected. One pays and mints for you; your library stays in this account.',
                    )
                  : i18n.t(
                      'No wallet is connected. Your avatars on this device are in the guest library.',
                    )}
              </p>
              <p>
                <NetworkMark label={networkLabel(config.network)} />
              </p>
              <Button
                variant="chain-outline"
                size="small"
                busy={status === 'connecting'}
                onClick={() => openDialog()}
              >
                {i18n.t('Connect Wallet')}
              </Button>
            </>
          )}
        </section>
        <section>
          <h2 className={t.heading}>{i18n.t('Your settings')}</h2>
          <ThemeSwitch named />
          <LanguageChoice named />
          <SettingsForm />
          <NoticesField />
        </section>
        <Saving />
        <Suspense>
          <BrandSection />
        </Suspense>
        <RpcSection />
      </div>
      <div className={styles.column}>
        <AccountSection />
        <ThisDevice />
        <BackupSection />
        <Suspense>
          <FolderSection />
        </Suspense>
        <UpdatesSection />
        <Problem />
      </div>
      <Purchases />
    </div>
  );
}
