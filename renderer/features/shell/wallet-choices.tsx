import { useState } from 'react';
import { SENTENCES, sentence } from '../../core/errors.ts';
import type { WalletChoice } from '../../ports/wallets.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { usePorts } from '../../state/ports.ts';
import { walletAtom } from '../../state/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { ExternalLink } from './external-link.tsx';
import styles from './wallet-choices.module.css';

/** 'Use Sandbox Wallet' where there is one, else as the specification names it. */
const connectLabel = ({ transport, name }: WalletChoice): string =>
  transport === 'sandbox' ? `Use ${name}` : `Connect ${name} Wallet`;

export interface WalletChoicesProps {
  readonly onConnected?: (address: string) => void;
}

/** A button for each Solana wallet that can be connected here; what goes wrong stands beneath. */
export function WalletChoices({ onConnected }: WalletChoicesProps) {
  const { wallets, links } = usePorts();
  const { choices, asked } = useAtomValue(walletAtom);
  const [problem, setProblem] = useState<{ what: string; installUrl?: string }>();

  const connect = async (choice: WalletChoice): Promise<void> => {
    setProblem(undefined);
    if (!choice.installed && choice.installUrl !== undefined) {
      setProblem({ what: SENTENCES['phantom-not-installed'], installUrl: choice.installUrl });
      await links.open(choice.installUrl).catch(() => undefined); // The link stays in the note.
      return;
    }
    try {
      const { address } = await wallets.connect(choice.id);
      onConnected?.(address);
    } catch (failure) {
      setProblem({ what: sentence(failure, 'wallet-connect-failed') });
    }
  };

  const solana = choices.filter((choice) => choice.type === 'phantom');
  // The sandbox's wallet is the one that works without anything installed: it comes first.
  const ordered = [...solana].sort((a, b) => Number(b.installed) - Number(a.installed));

  return (
    <div className={styles['choices']}>
      {ordered.map((choice, index) => (
        <div key={choice.id} className={styles['choice']}>
          <Button
            look={index === 0 ? 'chain' : 'chain-outline'}
            busy={asked === choice.id}
            disabled={asked !== undefined && asked !== choice.id}
            onClick={() => void connect(choice)}
          >
            {asked === choice.id ? 'Connecting…' : connectLabel(choice)}
          </Button>
          {!choice.installed && choice.installUrl !== undefined && (
            <ExternalLink href={choice.installUrl}>Get {choice.name}</ExternalLink>
          )}
        </div>
      ))}
      {asked !== undefined && <p className={styles['hint']}>Approve the connection in the wallet’s window.</p>}
      {problem && (
        <ErrorNote
          what={problem.what}
          safe={problem.installUrl === undefined ? undefined : 'Its download page has opened in a new tab. Install it, then reload this page.'}
          {...(problem.installUrl !== undefined && {
            actions: <ExternalLink href={problem.installUrl}>Open the download page again</ExternalLink>,
          })}
        />
      )}
    </div>
  );
}
