import {
  isConnection,
  type PageWallet,
  type WalletCall,
} from '../../renderer/core/wallet-calls.ts';

/** All texts of the page are in this file. */
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
        title: `Connect ${name}`,
        text: 'Likeness asks for your address, and nothing else.',
      };
    case 'solana_signMessage':
    case 'personal_sign':
      return {
        title: 'Sign a message',
        text: 'A signature proves that the account is yours. It moves nothing.',
      };
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain':
    case 'eth_chainId':
      return { title: 'Change the network', text: `${name} is to work on this network.` };
    case 'solana_signTransaction':
    case 'eth_sendTransaction':
      return {
        title: 'Approve the transaction',
        text: `Read it here, then approve it in ${name}. Nothing moves before you do.`,
      };
  }
}

const BACK = 'Go back to Likeness; you can close this tab.';

export const missingWords = (name: string): Words => ({
  title: `This browser has no ${name}`,
  text: `Install ${name} here, or choose “Open the page again” in Likeness after making the browser that has it your default.`,
});
export const askingWords = (name: string): Words => ({
  title: `Approve in ${name}`,
  text: `${name} has opened its own window. If you don’t see it, click its icon beside the address bar.`,
});
export const failedWords = (name: string): Words => ({
  title: `${name} could not do that`,
  text: `Nothing was sent. ${BACK}`,
});

export const doneWords = (call: WalletCall): Words =>
  isConnection(call.method)
    ? { title: 'Connected', text: BACK }
    : { title: 'Done', text: `Likeness has your answer. ${BACK}` };

export const WORDS = {
  entering: { title: 'One moment', text: 'Asking Likeness what it needs…' },
  rejected: { title: 'You said no', text: `Nothing was shared and nothing was sent. ${BACK}` },
  changed: {
    title: 'That was something else',
    text: `The wallet returned something other than what was asked for, so it goes nowhere. ${BACK}`,
  },
  late: {
    title: 'Too late',
    text: `Likeness no longer waits for this answer, so it was not used. ${BACK}`,
  },
  stopped: {
    title: 'Stopped',
    text: `The request was cancelled in Likeness. Nothing was sent. ${BACK}`,
  },
  over: {
    title: 'This page is over',
    text: 'Likeness goes on in a newer tab, or needs nothing more. You can close this one.',
  },
  unknown: {
    title: 'This address has been used',
    text: 'It works once. Go back to Likeness and start again from there.',
  },
  lost: {
    title: 'Likeness is not there',
    text: 'The app was closed, or has moved on. Nothing was sent from this page. Start again from the app.',
  },
} as const satisfies Record<string, Words>;
