import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';

import type { AccountInput } from '../../core/accounts/forms.ts';
import { networkLabel } from '../../core/network.ts';
import { samplePicture } from '../../core/sample-files.ts';
import { t } from '../../i18n/index.ts';
import type { WalletChoice } from '../../ports/wallets.ts';
import { useAccount, usePorts, useWallet } from '../../state/ports.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { Print } from '../../ui/print.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans } from '../../ui/text.tsx';
import { KeepCode, Recover, SignIn, SignUp } from '../account/index.ts';
import { ExternalLink } from '../parts/external-link.tsx';
import { ConnectStatus, SecondaryChoice, useConnect } from '../shell/index.ts';
import styles from './login.module.css';

type AccountMode = 'sign-in' | 'sign-up';

interface EmailLoginProps {
  readonly mode: AccountMode;
  /** The recovery code, shown once after the account was made. The user goes on once it is kept. */
  readonly code: string | undefined;
  readonly onCodeKept: () => void;
  readonly onCreate: (values: AccountInput) => Promise<void>;
}

/** Email and password: sign in, sign up, or use the recovery code. */
function EmailLogin({ mode, code, onCodeKept, onCreate }: EmailLoginProps) {
  const [forgotten, setForgotten] = useState(false);
  if (code !== undefined) return <KeepCode code={code} onKept={onCodeKept} />;
  if (mode === 'sign-up') return <SignUp onCreate={onCreate} />;
  if (forgotten) return <Recover onBack={() => setForgotten(false)} />;
  return <SignIn onForgotten={() => setForgotten(true)} />;
}

const MODES = [
  { id: 'sign-in', label: t('Sign In') },
  { id: 'sign-up', label: t('Sign Up') },
] as const satisfies readonly { id: AccountMode; label: string }[];

const METHODS = [
  { id: 'wallet', label: t('Wallet') },
  { id: 'email', label: t('Email') },
] as const;

const LEADS = {
  wallet: {
    'sign-in': t('Your avatars are on this device. Your wallet opens them.'),
    'sign-up': t('A wallet is an account you already own.'),
  },
  email: {
    'sign-in': t('Your avatars are on this device. Your password opens them.'),
    'sign-up': t('An account that is stored on this device, encrypted with your password.'),
  },
} as const;

/**
 * /login: redirects to the dashboard if someone is signed in. With `?mode=signup` a connected
 * wallet may stay, because it is about to get an email account.
 */
export function LoginScreen() {
  const { status } = useWallet();
  const { accounts } = usePorts();
  const account = useAccount();
  const [query] = useSearchParams();
  const signUp = query.get('mode') === 'signup';
  const [mode, setMode] = useState<AccountMode>(signUp ? 'sign-up' : 'sign-in');
  const [chosen, setMethod] = useState<(typeof METHODS)[number]['id']>();
  // It takes a moment to learn whether an account is locked here.
  const method = chosen ?? (signUp || account.status === 'locked' ? 'email' : 'wallet');
  // A new account is open before its recovery code has arrived; the code must be shown first.
  const [making, setMaking] = useState(false);
  const [code, setCode] = useState<string>();
  const open = account.status === 'open' && !making && code === undefined;
  const create = async (values: AccountInput): Promise<void> => {
    setMaking(true);
    try {
      setCode((await accounts.create(values)).recoveryCode);
    } finally {
      setMaking(false);
    }
  };
  if (open || (status === 'connected' && !signUp)) return <Navigate to="/dashboard" replace />;

  return (
    <div className={cx(ui.page, styles.place)}>
      <div className={styles.column}>
        <header>
          <h1 className={ui.title}>
            {mode === 'sign-in' ? t('Welcome Back') : t('Create Account')}
          </h1>
          <p className={ui.lead}>{LEADS[method][mode]}</p>
        </header>
        {code === undefined && (
          <div className={styles.toggles}>
            <Segmented
              label={t('Sign in or sign up')}
              variant="words"
              options={MODES}
              value={mode}
              onChange={setMode}
            />
            <Segmented
              label={t('How to sign in')}
              options={METHODS}
              value={method}
              onChange={setMethod}
            />
          </div>
        )}
        {method === 'wallet' ? (
          <WalletLogin />
        ) : (
          <EmailLogin
            mode={mode}
            code={code}
            onCreate={create}
            onCodeKept={() => setCode(undefined)}
          />
        )}
        <nav className={styles.quick} aria-label={t('Without an account')}>
          <TextLink to="/customize">{t('Browse Templates (No Account Needed)')}</TextLink>
          <TextLink to="/pricing">{t('See the plans')}</TextLink>
        </nav>
      </div>
      <Print
        className={styles.picture}
        src={samplePicture('amara', 'artistic')}
        alt=""
        width={640}
        height={640}
      />
    </div>
  );
}

/**
 * A row for each wallet; a missing one links to its install page. The screen moves on by itself.
 */
function WalletLogin() {
  const { config } = usePorts();
  const { choices, status } = useWallet();
  const connecting = useConnect('login-wallet-failed');
  const { asked, away } = connecting;

  return (
    <div className={ui.stack4}>
      <ul className={cx(ui.stack3, styles.wallets)}>
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
                {asked === choice.id ? t('Connecting {name}…', { name: choice.name }) : choice.name}
              </span>
              {choice.transport === 'loopback' && (
                <span className={styles.install}>{t('In your browser')}</span>
              )}
              {!choice.installed && <span className={styles.install}>{t('Install')}</span>}
            </Button>
          </li>
        ))}
      </ul>
      <SecondaryChoice connecting={connecting} />
      <ConnectStatus connecting={connecting} />
      <p className={ui.footnote}>
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

const missing = (type: WalletChoice['type'], name: string, installUrl: string): WalletChoice => ({
  id: type,
  name,
  type,
  transport: 'extension',
  installed: false,
  installUrl,
});
const PHANTOM = missing('phantom', 'Phantom', 'https://phantom.app/download');
const METAMASK = missing('metamask', 'MetaMask', 'https://metamask.io/download/');

/**
 * The wallets that the login offers: the sandbox's own first, then always Phantom and MetaMask,
 * marked as missing if they weren't found.
 */
export function loginChoices(found: readonly WalletChoice[]): readonly WalletChoice[] {
  const own = found.filter(({ transport }) => transport === 'sandbox');
  const others = found.filter(({ transport, second }) => transport !== 'sandbox' && !second);
  const of = (fallback: WalletChoice): readonly WalletChoice[] => {
    const some = others.filter(({ type }) => type === fallback.type);
    return some.length > 0 ? some : [fallback];
  };
  return [...own, ...of(PHANTOM), ...of(METAMASK)];
}
