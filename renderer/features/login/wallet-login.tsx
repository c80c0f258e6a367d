import { useState } from 'react';
import { type ErrorCode, SENTENCES, sentence } from '../../core/errors.ts';
import { networkLabel } from '../../core/network.ts';
import type { WalletChoice } from '../../ports/wallets.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { usePorts } from '../../state/ports.ts';
import { walletAtom } from '../../state/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { ExternalLink } from '../shell/index.ts';
import { loginChoices } from './login-choices.ts';
import styles from './login.module.css';

const NOT_INSTALLED: Record<WalletChoice['type'], ErrorCode> = {
  phantom: 'phantom-not-installed',
  metamask: 'metamask-not-installed',
};

/** A row for each wallet; one that is missing leads to its install page. */
export function WalletLogin() {
  const { wallets, links, config } = usePorts();
  const { choices, status, asked } = useAtomValue(walletAtom);
  const [problem, setProblem] = useState<{ what: string; installUrl?: string }>();

  const connect = async (choice: WalletChoice): Promise<void> => {
    setProblem(undefined);
    if (!choice.installed && choice.installUrl !== undefined) {
      setProblem({ what: SENTENCES[NOT_INSTALLED[choice.type]], installUrl: choice.installUrl });
      await links.open(choice.installUrl).catch(() => undefined); // The link stays in the note.
      return;
    }
    try {
      await wallets.connect(choice.id); // Once connected, the screen moves on by itself.
    } catch (failure) {
      setProblem({ what: sentence(failure, 'login-wallet-failed') });
    }
  };

  return (
    <div className={styles['panel']}>
      <ul className={styles['wallets']}>
        {loginChoices(choices).map((choice) => (
          <li key={choice.id}>
            <Button
              look={choice.installed ? 'chain' : 'chain-outline'}
              wide
              busy={asked === choice.id}
              disabled={status === 'restoring' || (asked !== undefined && asked !== choice.id)}
              onClick={() => void connect(choice)}
            >
              <span>{asked === choice.id ? `Connecting ${choice.name}…` : choice.name}</span>
              {!choice.installed && <span className={styles['install']}>Install</span>}
            </Button>
          </li>
        ))}
      </ul>
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
      <p className={styles['hint']}>
        Connecting shows us your address, nothing else.{' '}
        <ExternalLink href="https://phantom.com/learn/crypto-101/what-is-a-crypto-wallet">What is a wallet?</ExternalLink>
      </p>
      <NetworkMark label={networkLabel(config.network)} />
    </div>
  );
}
