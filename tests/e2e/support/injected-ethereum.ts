import type { BrowserContext, Page } from '@playwright/test';

import { TestEthereum } from '../../support/test-ethereum.ts';

type Call = { readonly method: string; readonly params?: unknown };
type Reply = { readonly result: unknown } | { readonly code: number; readonly message: string };

const answer = async (wallet: TestEthereum, call: Call): Promise<Reply> => {
  try {
    return { result: await wallet.request(call) };
  } catch (thrown) {
    const { code = -32_603, message } = thrown as Error & { code?: number };
    return { code, message };
  }
};

/**
 * A MetaMask that really signs and sends, announced through EIP-6963, in a page or a whole browser.
 */
export async function installSigningMetaMask(
  where: Page | BrowserContext,
  rpcUrl: string,
): Promise<TestEthereum> {
  const wallet = new TestEthereum(rpcUrl);
  await where.exposeFunction('testEthereum', (call: Call) => answer(wallet, call));
  await where.addInitScript(() => {
    const ask = (window as unknown as { testEthereum: (call: Call) => Promise<Reply> })
      .testEthereum;
    const provider = {
      isMetaMask: true,
      request: async (call: Call) => {
        const reply = await ask(call);
        if ('code' in reply) throw Object.assign(new Error(reply.message), { code: reply.code });
        return reply.result;
      },
      on: () => undefined,
      removeListener: () => undefined,
    };
    const detail = {
      info: { uuid: 'b4c6', name: 'MetaMask', icon: '', rdns: 'io.metamask' },
      provider,
    };
    const announce = () =>
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
  });
  return wallet;
}
