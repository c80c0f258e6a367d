import { useAtom } from 'jotai';

import { shortenAddress } from '../../core/constants.ts';
import { networkLabel } from '../../core/network.ts';
import { t } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import { useShowToast } from '../../state/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { ui } from '../../ui/shared.ts';
import { WalletChoices } from './wallet-choices.tsx';
import { walletDialogOpenAtom } from './wallet-dialog-atom.ts';

export function WalletDialog() {
  const { config } = usePorts();
  const [open, setOpen] = useAtom(walletDialogOpenAtom);
  const showToast = useShowToast();
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
