import { useEffect, useState } from 'react';

import { errorCode, sentence, SENTENCES, type ErrorCode } from '../../core/errors.ts';
import { t } from '../../i18n/index.ts';
import type { WalletChain, WalletChoice } from '../../ports/wallets.ts';
import { usePorts, useWallet } from '../../state/ports.ts';
import { showFailure } from '../../state/toasts.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans } from '../../ui/text.tsx';
import { ExternalLink } from '../parts/external-link.tsx';
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
        words={t('Approve the connection there; Phantom then brings you back here.')}
        canOpenAgain
        onGiveUp={giveUp}
      />
    ) : (
      <p className={styles.hint} role="status">
        {t('Approve the connection in the wallet’s window.')}{' '}
        <TextButton onClick={giveUp}>{t('Cancel')}</TextButton>
      </p>
    );
  }
  if (!problem) return null;
  return (
    <ErrorNote
      what={problem.what}
      safe={problem.next}
      actions={
        problem.installUrl === undefined ? undefined : (
          <ExternalLink href={problem.installUrl}>{t('Open the download page again')}</ExternalLink>
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
    ? t('Use {name}', { name })
    : transport === 'loopback'
      ? t('Connect in your browser')
      : t('Connect {name} Wallet', { name });

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
    <div className={ui.stack4}>
      {ordered.map((choice, index) => (
        <div key={choice.id} className={cx(ui.wrap3, styles.choice)}>
          <Button
            variant={index === 0 ? 'chain' : 'chain-outline'}
            busy={asked === choice.id}
            disabled={asked !== undefined && asked !== choice.id && !away}
            onClick={() => connecting.connect(choice)}
          >
            {asked === choice.id ? t('Connecting…') : connectLabel(choice)}
          </Button>
          {!choice.installed && choice.installUrl !== undefined && (
            <ExternalLink href={choice.installUrl}>
              {t('Get {name}', { name: choice.name })}
            </ExternalLink>
          )}
        </div>
      ))}
      {chain === 'solana' && <SecondaryChoice connecting={connecting} />}
      <ConnectStatus connecting={connecting} />
    </div>
  );
}

interface ConnectProblem {
  readonly what: string;
  readonly next?: string;
  /** The missing wallet's download page, which was opened in a new tab. */
  readonly installUrl?: string;
}

interface Connecting {
  /** Id of the wallet being asked. */
  readonly asked: string | undefined;
  /** True if the wallet is an app that the browser has switched to. */
  readonly away: boolean;
  readonly problem: ConnectProblem | undefined;
  readonly connect: (choice: WalletChoice) => void;
  readonly giveUp: () => void;
}

const NOT_INSTALLED: Record<WalletChoice['type'], ErrorCode> = {
  phantom: 'phantom-not-installed',
  metamask: 'metamask-not-installed',
};

/** Connects a wallet from any screen; a missing one opens its download page. */
export function useConnect(
  fallback: ErrorCode,
  onConnected?: (address: string) => void,
): Connecting {
  const { wallets, links } = usePorts();
  const { asked, away = false } = useWallet();
  const [problem, setProblem] = useState<ConnectProblem>();

  const run = async (choice: WalletChoice): Promise<void> => {
    setProblem(undefined);
    if (!choice.installed && choice.installUrl !== undefined) {
      setProblem({
        what: SENTENCES[NOT_INSTALLED[choice.type]],
        next: choice.onPhone
          ? t(
              'On a phone, {name} works in its own browser: open this page there. A backup takes your library along.',
              { name: choice.name },
            )
          : t('Its download page has opened in a new tab. Install it, then reload this page.'),
        installUrl: choice.installUrl,
      });
      await links.open(choice.installUrl).catch(() => undefined); // The link is still in the note.
      return;
    }
    try {
      const { address } = await wallets.connect(choice.id);
      onConnected?.(address);
    } catch (failure) {
      const code = errorCode(failure);
      // 'wallet-connect-failed' says nothing specific, so each screen has its own sentence for it.
      if (code !== 'wallet-given-up')
        setProblem({
          what:
            code === 'wallet-connect-failed' ? SENTENCES[fallback] : sentence(failure, fallback),
        });
    }
  };

  return {
    asked,
    away,
    problem,
    connect: (choice) => void run(choice),
    giveUp: () => wallets.giveUp(),
  };
}

/** After this long, the link to the wallet's app probably failed, so another way is offered. */
const DOUBT_MS = 120_000;

interface AwayProps {
  /** Says what to approve in the wallet's app, and that the app leads back here. */
  readonly words: string;
  /** True while this page holds the request; after a reload it can only be given up. */
  readonly canOpenAgain: boolean;
  readonly onGiveUp: () => void;
}

/** Shown while the wallet's app is asked: how to open it again, and how to stop. */
export function Away({ words, canOpenAgain, onGiveUp }: AwayProps) {
  const { wallets } = usePorts();
  const [doubt, setDoubt] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDoubt(true), DOUBT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Notice
      tone="chain"
      title={t('Continue in Phantom')}
      actions={
        <>
          {canOpenAgain && (
            <Button
              variant="chain"
              size="small"
              onClick={() => {
                wallets.leaveAgain().catch(showFailure);
              }}
            >
              {t('Open Phantom again')}
            </Button>
          )}
          <TextButton onClick={onGiveUp}>{t('Cancel')}</TextButton>
        </>
      }
    >
      {doubt
        ? t(
            'No answer yet. This link needs the Phantom app on this device: if it didn’t open, cancel and choose another way.',
          )
        : words}
    </Notice>
  );
}
