import type { WalletChain, WalletChoice } from '../../ports/wallets.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { walletAtom } from '../../state/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { ConnectStatus } from './connect-status.tsx';
import { ExternalLink } from './external-link.tsx';
import { SecondWay } from './second-way.tsx';
import { useConnect } from './use-connect.ts';
import styles from './wallet-choices.module.css';

/** 'Use Sandbox Wallet' where there is one, the browser where the wallet is in another program, else as the specification names it. */
const connectLabel = ({ transport, name }: WalletChoice): string =>
  transport === 'sandbox'
    ? `Use ${name}`
    : transport === 'loopback'
      ? 'Connect in your browser'
      : `Connect ${name} Wallet`;

export interface WalletChoicesProps {
  /** The chain that the wallet is to sign on. */
  readonly chain?: WalletChain;
  readonly onConnected?: (address: string) => void;
}

const TYPES: Readonly<Record<WalletChain, WalletChoice['type']>> = {
  solana: 'phantom',
  evm: 'metamask',
};

/** A button for each wallet of a chain that can be connected here; what goes wrong stands beneath. */
export function WalletChoices({ chain = 'solana', onConnected }: WalletChoicesProps) {
  const { choices } = useAtomValue(walletAtom);
  const connecting = useConnect('wallet-connect-failed', onConnected);
  const { asked, away } = connecting;
  // What works without installing anything comes first.
  const ordered = choices
    .filter(({ type, second }) => type === TYPES[chain] && !second)
    .sort((a, b) => Number(b.installed) - Number(a.installed));

  return (
    <div className={styles.choices}>
      {ordered.map((choice, index) => (
        <div key={choice.id} className={styles.choice}>
          <Button
            look={index === 0 ? 'chain' : 'chain-outline'}
            busy={asked === choice.id}
            disabled={asked !== undefined && asked !== choice.id && !away}
            onClick={() => connecting.connect(choice)}
          >
            {asked === choice.id ? 'Connecting…' : connectLabel(choice)}
          </Button>
          {!choice.installed && choice.installUrl !== undefined && (
            <ExternalLink href={choice.installUrl}>Get {choice.name}</ExternalLink>
          )}
        </div>
      ))}
      {chain === 'solana' && <SecondWay connecting={connecting} />}
      <ConnectStatus connecting={connecting} />
    </div>
  );
}
