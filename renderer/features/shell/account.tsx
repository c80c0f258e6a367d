import { shortenAddress } from '../../core/constants.ts';
import { sentence } from '../../core/errors.ts';
import { useAtomValue, useSetAtom } from '../../state/jotai.ts';
import { usePorts } from '../../state/ports.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { walletAtom } from '../../state/wallet.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { Button } from '../../ui/button.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import styles from './header.module.css';
import { openWalletDialogAtom } from './wallet-dialog-atom.ts';

/** Login and Connect Wallet; or the address and Disconnect once connected. */
export function Account({ onAct }: { readonly onAct?: () => void }) {
  const { wallets } = usePorts();
  const { status, address } = useAtomValue(walletAtom);
  const openDialog = useSetAtom(openWalletDialogAtom);
  const showToast = useSetAtom(showToastAtom);

  if (status === 'connected') {
    return (
      <div className={styles['account']}>
        <Anchor to="/dashboard" className={styles['address']} title={address} onClick={onAct}>
          {shortenAddress(address)}
        </Anchor>
        <TextButton
          className={styles['disconnect']}
          onClick={() => {
            onAct?.();
            wallets.disconnect().catch((failure: unknown) => showToast(sentence(failure), 'bad'));
          }}
        >
          Disconnect
        </TextButton>
      </div>
    );
  }
  return (
    <div className={styles['account']}>
      <Anchor to="/login" className={styles['login']} onClick={onAct}>
        Login
      </Anchor>
      <Button
        look="chain-outline"
        size="small"
        busy={status === 'connecting'}
        onClick={() => {
          onAct?.();
          openDialog();
        }}
      >
        {status === 'connecting' ? 'Connecting…' : 'Connect Wallet'}
      </Button>
    </div>
  );
}
