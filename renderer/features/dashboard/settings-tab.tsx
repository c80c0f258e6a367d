import { shortenAddress } from '../../core/constants.ts';
import { sentence } from '../../core/errors.ts';
import { networkLabel } from '../../core/network.ts';
import { useAtomValue, useSetAtom } from '../../state/jotai.ts';
import { usePorts } from '../../state/ports.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { walletAtom } from '../../state/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { Purchases } from '../purchases/index.ts';
import { openWalletDialogAtom } from '../shell/index.ts';
import { SettingsForm } from './settings-form.tsx';
import styles from './settings-tab.module.css';

/** Who is connected, where to answer, and what is kept where. */
export function SettingsTab() {
  const { wallets, config } = usePorts();
  const { status, address } = useAtomValue(walletAtom);
  const openDialog = useSetAtom(openWalletDialogAtom);
  const showToast = useSetAtom(showToastAtom);
  return (
    <div className={styles['settings']}>
      <section>
        <h2 className={t['heading']}>Connected wallet</h2>
        {status === 'connected' ? (
          <>
            <p className={cx(t['mono'], styles['address'])} title={address}>
              {shortenAddress(address)}
            </p>
            <p>
              <NetworkMark label={networkLabel(config.network)} />
            </p>
            <Button
              size="small"
              onClick={() => {
                wallets.disconnect().catch((failure: unknown) => showToast(sentence(failure), 'bad'));
              }}
            >
              Disconnect
            </Button>
          </>
        ) : (
          <>
            <p className={t['quiet']}>No wallet is connected. Your avatars on this device are in the guest library.</p>
            <p>
              <NetworkMark label={networkLabel(config.network)} />
            </p>
            <Button look="chain-outline" size="small" busy={status === 'connecting'} onClick={() => openDialog()}>
              Connect Wallet
            </Button>
          </>
        )}
      </section>
      <section>
        <h2 className={t['heading']}>Your address</h2>
        <SettingsForm />
      </section>
      <section>
        <h2 className={t['heading']}>Privacy</h2>
        <p className={cx(t['quiet'], t['measure'])}>
          Your photo never leaves this device. It is kept sealed until its avatars are made, at most 24 hours, and then
          deleted. Avatars stay in this browser’s storage until you delete them; whoever can open this device can see
          them.
        </p>
        <TextLink to="/trust-security">Trust &amp; Security</TextLink>
      </section>
      <Purchases />
    </div>
  );
}
