import { ed25519 } from '@noble/curves/ed25519.js';
import type { Page } from '@playwright/test';

import { encodeBase58 } from '../../../renderer/core/base58.ts';

/**
 * Phantom as its extension injects it, with its own key and real signatures. Resolves with its
 * address.
 */
export async function installSigningPhantom(page: Page): Promise<string> {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const publicKey = ed25519.getPublicKey(secret);
  const address = encodeBase58(publicKey);
  await page.exposeFunction('signForPhantom', (message: number[]) => [
    ...ed25519.sign(Uint8Array.from(message), secret),
  ]);
  await page.addInitScript(
    ({ text, bytes }) => {
      interface Signable {
        readonly message: { serialize(): Uint8Array };
        readonly signatures: Uint8Array[];
      }
      const { signForPhantom } = window as unknown as {
        signForPhantom: (message: number[]) => Promise<number[]>;
      };
      const key = { toString: () => text, toBytes: () => Uint8Array.from(bytes) };
      Object.assign(window, {
        phantom: {
          solana: {
            isPhantom: true,
            connect: () => Promise.resolve({ publicKey: key }),
            disconnect: () => Promise.resolve(),
            on: () => undefined,
            off: () => undefined,
            signTransaction: async (transaction: Signable) => {
              // The owner is the first signer; the mint's own signature stays empty.
              transaction.signatures[0] = Uint8Array.from(
                await signForPhantom([...transaction.message.serialize()]),
              );
              return transaction;
            },
          },
        },
      });
    },
    { text: address, bytes: [...publicKey] },
  );
  return address;
}
