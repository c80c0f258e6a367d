import { isAddress } from '../../../core/base58.ts';
import { fromBase64, toBase64 } from '../../../core/base64.ts';
import { LikenessError } from '../../../core/errors.ts';
import { walletCallSchema } from '../../../core/wallet-calls.ts';
import type { BrowserWallet } from '../../../ports/browser-wallet.ts';
import type {
  AnyTransport,
  EvmTransport,
  SolanaTransport,
} from '../../../ports/wallet-transport.ts';
import { createEthereumTransport } from '../ethereum/transport.ts';

/** Phantom and MetaMask in the user's own browser. */
export const loopbackTransports = (browser: BrowserWallet): readonly AnyTransport[] => [
  createPhantom(browser),
  createMetaMask(browser),
];

/**
 * Account changes in that browser aren't reported here. Main accepts a signature of the known
 * account only.
 */
const neverChanges = () => () => undefined;

function createPhantom(browser: BrowserWallet): SolanaTransport {
  let address: string | undefined;
  const signer = (): string => {
    if (address === undefined) throw new LikenessError('wallet-not-connected');
    return address;
  };
  return {
    chain: 'solana',
    choice: () => ({
      id: 'phantom-browser',
      name: 'Phantom',
      type: 'phantom',
      transport: 'loopback',
      installed: true,
    }),
    async connect() {
      const found = await browser.ask({ method: 'solana_connect', params: [] });
      if (typeof found !== 'string' || !isAddress(found))
        throw new LikenessError('phantom-connect-failed');
      address = found;
      return found;
    },
    async restore() {
      address = await browser.connected();
      return address;
    },
    async disconnect() {
      address = undefined;
      await browser.forget();
    },
    onAccount: neverChanges,
    answers: () => 'signed',
    signTransaction: async (transaction) =>
      bytes(
        await browser.ask({
          method: 'solana_signTransaction',
          params: [signer(), toBase64(transaction)],
        }),
      ),
    signMessage: async (message) =>
      bytes(
        await browser.ask({ method: 'solana_signMessage', params: [signer(), toBase64(message)] }),
      ),
  };
}

function bytes(answer: unknown): Uint8Array {
  if (typeof answer !== 'string') throw new LikenessError('transaction-failed');
  return fromBase64(answer);
}

/** Its provider forwards the calls that main knows and refuses all others as EIP-1193 specifies. */
function createMetaMask(browser: BrowserWallet): EvmTransport {
  const UNSUPPORTED = 4200;
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown }) {
      const call = walletCallSchema.safeParse({ method, params });
      if (!call.success)
        throw Object.assign(new Error(`${method} is not asked of a wallet in the browser`), {
          code: UNSUPPORTED,
        });
      return browser.ask(call.data);
    },
    on: neverChanges,
    removeListener: neverChanges,
  };
  return createEthereumTransport({
    choice: () => ({
      id: 'metamask-browser',
      name: 'MetaMask',
      type: 'metamask',
      transport: 'loopback',
      installed: true,
    }),
    find: () => Promise.resolve(provider),
  });
}
