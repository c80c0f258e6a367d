import { ed25519 } from '@noble/curves/ed25519.js';
import type { BrowserContext, Page } from '@playwright/test';
import { Connection } from '@solana/web3.js';

import { encodeBase58 } from '../../../renderer/core/base58.ts';
import type { Sandbox } from '../../../sandbox/start-sandbox.ts';

/** Bytes, or what the wallet throws. */
type Answer = readonly number[] | { readonly message: string; readonly code?: number };

/**
 * Phantom as its extension announces itself to the Wallet Standard, with one way to sign.
 *
 * @param answer gets a transaction's wire bytes, and none for a connection. Returns the signed
 *   ones, or the signature of what was sent.
 */
export async function installStandardPhantom(
  where: BrowserContext,
  publicKey: Uint8Array,
  method: 'signTransaction' | 'signAndSendTransaction',
  answer: (wire: number[]) => Answer | Promise<Answer>,
): Promise<void> {
  await where.exposeFunction('inPhantomsWindow', answer);
  await where.addInitScript(
    ({ address, bytes, method }) => {
      const { inPhantomsWindow } = window as unknown as {
        inPhantomsWindow: (wire: number[]) => Promise<Answer>;
      };
      const ask = async (wire: Iterable<number>): Promise<Uint8Array> => {
        const answered = await inPhantomsWindow([...wire]);
        if ('message' in answered) throw Object.assign(new Error(), answered);
        return Uint8Array.from(answered);
      };
      const version = '1.0.0';
      const chains = ['solana:mainnet', 'solana:devnet', 'solana:localnet'];
      const features = [`solana:${method}`, 'solana:signMessage'];
      const accounts = [{ address, publicKey: Uint8Array.from(bytes), chains, features }];
      const wallet = {
        version,
        name: 'Phantom',
        icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
        chains,
        accounts,
        features: {
          'standard:connect': { version, connect: () => ask([]).then(() => ({ accounts })) },
          'standard:disconnect': { version, disconnect: () => Promise.resolve() },
          'standard:events': { version, on: () => () => undefined },
          [`solana:${method}`]: {
            version,
            supportedTransactionVersions: ['legacy', 0],
            [method]: async ({ transaction }: { transaction: Uint8Array }) => [
              {
                [method === 'signTransaction' ? 'signedTransaction' : 'signature']:
                  await ask(transaction),
              },
            ],
          },
          'solana:signMessage': {
            version,
            signMessage: () => Promise.reject(new Error('not in this test')),
          },
        },
      };
      const register = (api: { register: (one: unknown) => void }) => api.register(wallet);
      window.addEventListener('wallet-standard:app-ready', (event) =>
        register((event as CustomEvent<Parameters<typeof register>[0]>).detail),
      );
      window.dispatchEvent(
        new CustomEvent('wallet-standard:register-wallet', { detail: register }),
      );
    },
    { address: encodeBase58(publicKey), bytes: [...publicKey], method },
  );
}

/** What the user does in the wallet's window. */
type InWindow =
  | 'approve'
  | 'decline'
  /** The window stays open: nothing is sent and nothing answered. */
  | 'leave open'
  /** Sent, but the answer is lost. */
  | 'approve, answer lost';

export interface SendingPhantom {
  /** How often it was asked, over all pages. */
  readonly asked: () => number;
  /** Takes effect with the next request. */
  behave(how: InWindow): void;
  /** Approves in the open window. */
  approveOpen(): Promise<void>;
}

/** A Phantom that can only sign and send in one step, with its own key and 5 SOL. */
export async function installSendingPhantom(page: Page, sandbox: Sandbox): Promise<SendingPhantom> {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const publicKey = ed25519.getPublicKey(secret);
  await sandbox.admin.faucet(encodeBase58(publicKey), 5_000_000_000);
  const state: { how: InWindow; asked: number; open?: number[] } = { how: 'decline', asked: 0 };

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
  const inWindow = async (wire: number[]): Promise<Answer> => {
    if (wire.length === 0) return []; // It connects without asking.
    state.asked += 1;
    if (state.how === 'decline') return { message: 'User rejected the request.' };
    if (state.how === 'leave open') {
      state.open = wire;
      return new Promise<never>(() => undefined);
    }
    const signature = await send(wire);
    return state.how === 'approve' ? signature : { message: 'The extension was restarted.' };
  };
  await installStandardPhantom(page.context(), publicKey, 'signAndSendTransaction', inWindow);
  return {
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
