import type { WalletChoice } from '../../ports/wallets.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { walletAtom } from '../../state/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { ConnectStatus } from './connect-status.tsx';
import { ExternalLink } from './external-link.tsx';
import { useConnect } from './use-connect.ts';
import styles from './wallet-choices.module.css';

/** 'Use Sandbox Wallet' where there is one, else as the specification names it. */
function connectLabel({ transport, name, second }: WalletChoice): string {
  if (transport === 'sandbox') return `Use ${name}`;
  return second ? `Connect ${name}` : `Connect ${name} Wallet`;
}

/** What works without installing anything comes first, what works less well last. */
const rank = ({ installed, second = false }: WalletChoice): number => (second ? 2 : installed ? 0 : 1);

export interface WalletChoicesProps {
  readonly onConnected?: (address: string) => void;
}

/** A button for each Solana wallet that can be connected here; what goes wrong stands beneath. */
export function WalletChoices({ onConnected }: WalletChoicesProps) {
  const { choices } = useAtomValue(walletAtom);
  const connecting = useConnect('wallet-connect-failed', onConnected);
  const { asked, away } = connecting;
  const ordered = choices.filter(({ type }) => type === 'phantom').sort((a, b) => rank(a) - rank(b));

  return (
    <div className={styles['choices']}>
      {ordered.map((choice, index) => (
        <div key={choice.id} className={styles['choice']}>
          <Button
            look={index === 0 ? 'chain' : choice.second ? 'quiet' : 'chain-outline'}
            busy={asked === choice.id}
            disabled={asked !== undefined && asked !== choice.id && !away}
            onClick={() => connecting.connect(choice)}
          >
            {asked === choice.id ? 'Connecting…' : connectLabel(choice)}
          </Button>
          {!choice.installed && choice.installUrl !== undefined && <ExternalLink href={choice.installUrl}>Get {choice.name}</ExternalLink>}
          {choice.second && <span className={styles['hint']}>Needs the Phantom app on this device</span>}
        </div>
      ))}
      <ConnectStatus connecting={connecting} />
    </div>
  );
}
