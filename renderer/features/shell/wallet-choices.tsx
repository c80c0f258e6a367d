import { i18n } from '../../i18n/index.ts';
import type { WalletChain, WalletChoice } from '../../ports/wallets.ts';
import { useWallet } from '../../state/ports.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { ErrorNote } from '../../ui/notice.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { Trans } from '../../ui/trans.tsx';
import { Away } from './away.tsx';
import { ExternalLink } from './external-link.tsx';
import { useConnect, type Connecting } from './use-connect.ts';
import styles from './wallet-choices.module.css';

/** Shown below the wallets: what to do in the wallet, or what went wrong. */
export function ConnectStatus({
  connecting: { asked, away, problem, giveUp },
}: {
  readonly connecting: Connecting;
}) {
  if (asked !== undefined) {
    return away ? (
      <Away
        words={i18n.t('Approve the connection there; Phantom then brings you back here.')}
        canOpenAgain
        onGiveUp={giveUp}
      />
    ) : (
      <p className={styles.hint} role="status">
        {i18n.t('Approve the connection in the wallet’s window.')}
      </p>
    );
  }
  if (!problem) return null;
  return (
    <ErrorNote
      what={problem.what}
      safe={
        problem.installUrl === undefined
          ? undefined
          : i18n.t('Its download page has opened in a new tab. Install it, then reload this page.')
      }
      actions={
        problem.installUrl === undefined ? undefined : (
          <ExternalLink href={problem.installUrl}>
            {i18n.t('Open the download page again')}
          </ExternalLink>
        )
      }
    />
  );
}

/** A way that works less well than the wallets above it: a line of text rather than a button. */
export function SecondaryChoice({
  connecting: { asked, away, connect },
}: {
  readonly connecting: Connecting;
}) {
  const second = useWallet().choices.filter((choice) => choice.second);
  return second.map((choice) => (
    <p key={choice.id} className={styles.hint}>
      <Trans
        id="Is the app on this device? <button>Connect {name}</button>"
        values={{ name: choice.name }}
        components={{
          button: (
            <TextButton
              disabled={asked !== undefined && !(away && asked !== choice.id)}
              onClick={() => connect(choice)}
            />
          ),
        }}
      />
    </p>
  ));
}

/**
 * The button's label: 'Use Sandbox Wallet' in the sandbox, 'Connect in your browser' if the wallet
 * is there, else the specification's wording.
 */
const connectLabel = ({ transport, name }: WalletChoice): string =>
  transport === 'sandbox'
    ? i18n.t('Use {name}', { name })
    : transport === 'loopback'
      ? i18n.t('Connect in your browser')
      : i18n.t('Connect {name} Wallet', { name });

export interface WalletChoicesProps {
  /** The chain that the wallet has to sign on. */
  readonly chain?: WalletChain;
  readonly onConnected?: (address: string) => void;
}

const TYPES: Readonly<Record<WalletChain, WalletChoice['type']>> = {
  solana: 'phantom',
  evm: 'metamask',
};

/** A button for each wallet of a chain that can be connected here, with errors below. */
export function WalletChoices({ chain = 'solana', onConnected }: WalletChoicesProps) {
  const { choices } = useWallet();
  const connecting = useConnect('wallet-connect-failed', onConnected);
  const { asked, away } = connecting;
  // Wallets that work without an installation come first.
  const ordered = choices
    .filter(({ type, second }) => type === TYPES[chain] && !second)
    .sort((a, b) => Number(b.installed) - Number(a.installed));

  return (
    <div className={layout.stack4}>
      {ordered.map((choice, index) => (
        <div key={choice.id} className={styles.choice}>
          <Button
            variant={index === 0 ? 'chain' : 'chain-outline'}
            busy={asked === choice.id}
            disabled={asked !== undefined && asked !== choice.id && !away}
            onClick={() => connecting.connect(choice)}
          >
            {asked === choice.id ? i18n.t('Connecting…') : connectLabel(choice)}
          </Button>
          {!choice.installed && choice.installUrl !== undefined && (
            <ExternalLink href={choice.installUrl}>
              {i18n.t('Get {name}', { name: choice.name })}
            </ExternalLink>
          )}
        </div>
      ))}
      {chain === 'solana' && <SecondaryChoice connecting={connecting} />}
      <ConnectStatus connecting={connecting} />
    </div>
  );
}
