import {
  isConnection,
  type PageWallet,
  type WalletCall,
} from '../../renderer/core/wallet-calls.ts';
import { t } from '../../renderer/i18n/index.ts';

/** The texts of index.html, which the build translates there (scripts/wallet-page-languages.ts). */
export const PAGE_TEXTS: readonly string[] = [
  t('Likeness: your wallet'),
  t('This page needs JavaScript to speak to your wallet.'),
];

/** All other texts of the page are in this file. */
export const WALLET_NAMES: Readonly<Record<PageWallet, string>> = {
  phantom: 'Phantom',
  metamask: 'MetaMask',
};

export interface Words {
  readonly title: string;
  readonly text: string;
}

/** What is asked of the user, before the wallet itself asks. */
export function requestWords({ method }: WalletCall, name: string): Words {
  switch (method) {
    case 'solana_connect':
    case 'eth_requestAccounts':
      return {
        title: t('Connect {name}', { name }),
        text: t('Likeness asks for your address, and nothing else.'),
      };
    case 'solana_signMessage':
    case 'personal_sign':
      return {
        title: t('Sign a message'),
        text: t('A signature proves that the account is yours. It doesn’t move any funds.'),
      };
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain':
    case 'eth_chainId':
      return {
        title: t('Change the network'),
        text: t('{name} will be asked to switch to this network.', { name }),
      };
    case 'solana_signTransaction':
    case 'eth_sendTransaction':
      return {
        title: t('Approve the transaction'),
        text: t('Check it here, then approve it in {name}. No funds move until you do.', {
          name,
        }),
      };
  }
}

/** Below every screen. */
export const SERVED_BY = t(
  'This page comes from the Likeness app on this computer and connects to nothing else.',
);

const BACK = t('Go back to Likeness; you can close this tab.');

export const missingWords = (name: string): Words => ({
  title: t('This browser has no {name}', { name }),
  text: t(
    'Install {name} here. Or make the browser that has it your default, then choose “{button}” in Likeness.',
    { name, button: t('Open the page again') },
  ),
});
export const askingWords = (name: string): Words => ({
  title: t('Approve in {name}', { name }),
  text: t(
    '{name} has opened its own window. If you don’t see it, click its icon beside the address bar.',
    { name },
  ),
});

/** The wallet's own window outlives this page, and sends what the user approves there. */
export const sends = ({ method }: WalletCall): boolean => method === 'eth_sendTransaction';

export const failedWords = (name: string, call: WalletCall): Words => ({
  title: t('{name} could not do that', { name }),
  text: sends(call)
    ? t('If you approved there, it may still go through: check your wallet before you try again.')
    : t('Nothing was sent. {back}', { back: BACK }),
});

export const doneWords = (call: WalletCall): Words =>
  isConnection(call.method)
    ? { title: t('Connected'), text: BACK }
    : { title: t('Done'), text: t('Likeness has your answer. {back}', { back: BACK }) };

export const WORDS = {
  entering: { title: t('One moment'), text: t('Asking Likeness what to do…') },
  rejected: {
    title: t('You declined'),
    text: t('Nothing was shared and nothing was sent. {back}', { back: BACK }),
  },
  changed: {
    title: t('Unexpected answer'),
    text: t(
      'The wallet returned something that Likeness didn’t ask for, so it was not used. {back}',
      { back: BACK },
    ),
  },
  late: {
    title: t('Too late'),
    text: t('Likeness no longer waits for this answer, so it was not used. {back}', {
      back: BACK,
    }),
  },
  stopped: {
    title: t('Stopped'),
    text: t('The request was cancelled in Likeness. Nothing was sent. {back}', { back: BACK }),
  },
  over: {
    title: t('This page is no longer needed'),
    text: t(
      'A newer tab of Likeness has taken over, or everything is done. You can close this one.',
    ),
  },
  unknown: {
    title: t('This link was already used'),
    text: t('It works once. Go back to Likeness and start again from there.'),
  },
  lost: {
    title: t('Likeness doesn’t answer'),
    text: t(
      'The app was closed or no longer needs this page. Nothing was sent from here. Start again from the app.',
    ),
  },
} as const satisfies Record<string, Words>;
