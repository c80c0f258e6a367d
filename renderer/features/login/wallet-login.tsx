import { networkLabel } from '../../core/network.ts';
import { i18n } from '../../i18n/index.ts';
import { usePorts, useWallet } from '../../state/ports.ts';
import { Button } from '../../ui/button.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { Trans } from '../../ui/trans.tsx';
import { ConnectStatus, ExternalLink, SecondaryChoice, useConnect } from '../shell/index.ts';
import { loginChoices } from './login-choices.ts';
import styles from './login.module.css';

/**
 * A row for each wallet; a missing one links to its install page. The screen moves on by itself.
 */
export function WalletLogin() {
  const { config } = usePorts();
  const { choices, status } = useWallet();
  const connecting = useConnect('login-wallet-failed');
  const { asked, away } = connecting;

  return (
    <div className={styles.panel}>
      <ul className={styles.wallets}>
        {loginChoices(choices).map((choice) => (
          <li key={choice.id}>
            <Button
              variant={choice.installed ? 'chain' : 'chain-outline'}
              wide
              busy={asked === choice.id}
              disabled={
                status === 'restoring' || (asked !== undefined && asked !== choice.id && !away)
              }
              onClick={() => connecting.connect(choice)}
            >
              <span>
                {asked === choice.id
                  ? i18n.t('Connecting {name}…', { name: choice.name })
                  : choice.name}
              </span>
              {choice.transport === 'loopback' && (
                <span className={styles.install}>{i18n.t('In your browser')}</span>
              )}
              {!choice.installed && <span className={styles.install}>{i18n.t('Install')}</span>}
            </Button>
          </li>
        ))}
      </ul>
      <SecondaryChoice connecting={connecting} />
      <ConnectStatus connecting={connecting} />
      <p className={styles.hint}>
        <Trans
          id="Connecting shows us your address, nothing else. <link>What is a wallet?</link>"
          components={{
            link: (
              <ExternalLink href="https://phantom.com/learn/crypto-101/what-is-a-crypto-wallet" />
            ),
          }}
        />
      </p>
      <NetworkMark label={networkLabel(config.network)} />
    </div>
  );
}
