import { ed25519 } from '@noble/curves/ed25519.js';
import type { Page } from '@playwright/test';
import { Connection } from '@solana/web3.js';

import { encodeBase58 } from '../../../renderer/core/base58.ts';
import type { Sandbox } from '../../../sandbox/start-sandbox.ts';

/** What the user does in the wallet's window. */
export type InWindow =
  | 'approve'
  | 'decline'
  /** The window stays open: nothing is sent and nothing answered. */
  | 'leave open'
  /** Sent, but the answer is lost. */
  | 'approve, answer lost';

export interface SendingPhantom {
  readonly address: string;
  /** How often it was asked, over all pages. */
  readonly asked: () => number;
  /** Takes effect with the next request. */
  behave(how: InWindow): void;
  /** Approves in the open window. */
  approveOpen(): Promise<void>;
}

/**
 * Phantom as a Wallet Standard wallet that can only sign and send in one step, with its own key and
 * 5 SOL.
 */
export async function installSendingPhantom(page: Page, sandbox: Sandbox): Promise<SendingPhantom> {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const publicKey = ed25519.getPublicKey(secret);
  const address = encodeBase58(publicKey);
  await sandbox.admin.faucet(address, 5_000_000_000);
  const state: { how: InWindow; asked: number; open?: number[] } = { how: 'approve', asked: 0 };

  /** Wire bytes: room for one signature, then the message. */
  const send = async (wire: number[]): Promise<number[]> => {
    const message = Uint8Array.from(wire.slice(65));
    const signature = ed25519.sign(message, secret);
    await new Connection(sandbox.rpcUrl, 'processed').sendRawTransaction(
      Uint8Array.from([1, ...signature, ...message]),
      { skipPreflight: true },
    );
    return [...signature];
  };
  await page
    .context()
    .exposeFunction('inPhantomsWindow', async (wire: number[]): Promise<number[] | string> => {
      state.asked += 1;
      if (state.how === 'decline') return 'User rejected the request.';
      if (state.how === 'leave open') {
        state.open = wire;
        return new Promise<never>(() => undefined);
      }
      const signature = await send(wire);
      return state.how === 'approve' ? signature : 'The extension was restarted.';
    });
  await page.context().addInitScript(
    ({ address, bytes }) => {
      const { inPhantomsWindow } = window as unknown as {
        inPhantomsWindow: (wire: number[]) => Promise<number[] | string>;
      };
      const account = {
        address,
        publicKey: Uint8Array.from(bytes),
        chains: ['solana:localnet'],
        features: ['solana:signAndSendTransaction'],
      };
      const accounts = [account];
      const wallet = {
        version: '1.0.0',
        name: 'Phantom',
        icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
        chains: ['solana:localnet'],
        accounts,
        features: {
          'standard:connect': { version: '1.0.0', connect: () => Promise.resolve({ accounts }) },
          'standard:disconnect': { version: '1.0.0', disconnect: () => Promise.resolve() },
          'standard:events': { version: '1.0.0', on: () => () => undefined },
          'solana:signAndSendTransaction': {
            version: '1.0.0',
            supportedTransactionVersions: ['legacy', 0],
            signAndSendTransaction: async ({ transaction }: { transaction: Uint8Array }) => {
              const answer = await inPhantomsWindow([...transaction]);
              if (typeof answer === 'string') throw new Error(answer);
              return [{ signature: Uint8Array.from(answer) }];
            },
          },
        },
      };
      const register = ({ register: take }: { register: (wallet: unknown) => void }): void =>
        take(wallet);
      window.dispatchEvent(
        new CustomEvent('wallet-standard:register-wallet', { detail: register }),
      );
      window.addEventListener('wallet-standard:app-ready', (event) =>
        register((event as CustomEvent<{ register: (wallet: unknown) => void }>).detail),
      );
    },
    { address, bytes: [...publicKey] },
  );
  return {
    address,
    asked: () => state.asked,
    behave: (how) => {
      state.how = how;
    },
    async approveOpen() {
      if (!state.open) throw new Error('no window stands open');
      await send(state.open);
    },
  };
}
