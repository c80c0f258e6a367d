import {
  isConnection,
  type PageWallet,
  type WalletCall,
} from '../../renderer/core/wallet-calls.ts';
import { i18n } from '../../renderer/i18n/index.ts';

/** The texts of index.html, which the build translates there (scripts/wallet-page-languages.ts). */
export const PAGE_TEXTS: readonly string[] = [
  i18n.t('Likeness: your wallet'),
  i18n.t('This page needs JavaScript to speak to your wallet.'),
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
        title: i18n.t('Connect {name}', { name }),
        text: i18n.t('Likeness asks for your address, and nothing else.'),
      };
    case 'solana_signMessage':
    case 'personal_sign':
      return {
        title: i18n.t('Sign a message'),
        text: i18n.t('A signature proves that the account is yours. It doesn’t move any funds.'),
      };
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain':
    case 'eth_chainId':
      return {
        title: i18n.t('Change the network'),
        text: i18n.t('{name} will be asked to switch to this network.', { name }),
      };
    case 'solana_signTransaction':
    case 'eth_sendTransaction':
      return {
        title: i18n.t('Approve the transaction'),
        text: i18n.t('Check it here, then approve it in {name}. No funds move until you do.', {
          name,
        }),
      };
  }
}

/** Below every screen. */
export const SERVED_BY = i18n.t(
  'This page comes from the Likeness app on this computer and connects to nothing else.',
);

const BACK = i18n.t('Go back to Likeness; you can close this tab.');

export const missingWords = (name: string): Words => ({
  title: i18n.t('This browser has no {name}', { name }),
  text: i18n.t(
    'Install {name} here. Or make the browser that has it your default, then choose “{button}” in Likeness.',
    { name, button: i18n.t('Open the page again') },
  ),
});
export const askingWords = (name: string): Words => ({
  title: i18n.t('Approve in {name}', { name }),
  text: i18n.t(
    '{name} has opened its own window. If you don’t see it, click its icon beside the address bar.',
    { name },
  ),
});

/** The wallet's own window outlives this page, and sends what the user approves there. */
export const sends = ({ method }: WalletCall): boolean => method === 'eth_sendTransaction';

export const failedWords = (name: string, call: WalletCall): Words => ({
  title: i18n.t('{name} could not do that', { name }),
  text: sends(call)
    ? i18n.t(
        'If you approved there, it may still go through: check your wallet before you try again.',
      )
    : i18n.t('Nothing was sent. {back}', { back: BACK }),
});

export const doneWords = (call: WalletCall): Words =>
  isConnection(call.method)
    ? { title: i18n.t('Connected'), text: BACK }
    : { title: i18n.t('Done'), text: i18n.t('Likeness has your answer. {back}', { back: BACK }) };

export const WORDS = {
  entering: { title: i18n.t('One moment'), text: i18n.t('Asking Likeness what to do…') },
  rejected: {
    title: i18n.t('You declined'),
    text: i18n.t('Nothing was shared and nothing was sent. {back}', { back: BACK }),
  },
  changed: {
    title: i18n.t('Unexpected answer'),
    text: i18n.t(
      'The wallet returned something that Likeness didn’t ask for, so it was not used. {back}',
      { back: BACK },
    ),
  },
  late: {
    title: i18n.t('Too late'),
    text: i18n.t('Likeness no longer waits for this answer, so it was not used. {back}', {
      back: BACK,
    }),
  },
  stopped: {
    title: i18n.t('Stopped'),
    text: i18n.t('The request was cancelled in Likeness. Nothing was sent. {back}', { back: BACK }),
  },
  over: {
    title: i18n.t('This page is no longer needed'),
    text: i18n.t(
      'A newer tab of Likeness has taken over, or everything is done. You can close this one.',
    ),
  },
  unknown: {
    title: i18n.t('This link was already used'),
    text: i18n.t('It works once. Go back to Likeness and start again from there.'),
  },
  lost: {
    title: i18n.t('Likeness doesn’t answer'),
    text: i18n.t(
      'The app was closed or no longer needs this page. Nothing was sent from here. Start again from the app.',
    ),
  },
} as const satisfies Record<string, Words>;
