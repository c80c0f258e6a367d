import { net, type BrowserWindow } from 'electron';

import { isSameRpc } from '../../renderer/core/config.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import { genesisOf, type Network } from '../../renderer/core/network.ts';
import { GENESIS_QUESTION, readGenesis, rpcAddress } from '../../renderer/core/rpc.ts';
import { t } from '../../renderer/i18n/index.ts';
import type { HandlersOf } from './dispatcher.ts';
import { APP_ORIGIN } from './origin.ts';
import { questions, type Question } from './questions.ts';
import type { SettingsFile } from './settings.ts';

export interface RpcBuild {
  readonly network: Network;
  /** The addresses that the build names. The page may call them itself. */
  readonly offered: readonly string[];
}

const TIMEOUT_MS = 10_000;
const LARGEST_ANSWER = 4_096;

const permission = (host: string): Question => ({
  message: t('Let Likeness contact {host}?', { host }),
  detail: t(
    'This address was entered as a Solana RPC. It will learn your IP address and, once it is used, the wallet addresses that the app asks about. If you didn’t enter it, cancel.',
  ),
});

/**
 * Tests an RPC that the build doesn't name. The page's policy forbids such calls, so main makes
 * them, and only after the user has approved the host in a system dialog. A compromised page can
 * therefore neither send anything to an address of its choice, nor add it to its policy, nor ask
 * until the user gives in.
 */
export function rpcHandlers(
  window: () => BrowserWindow | undefined,
  settings: SettingsFile,
  { network, offered }: RpcBuild,
) {
  const agreed = new Set<string>();
  const tested = new Map<string, string>();
  const ask = questions(window);

  async function agree({ host, origin }: URL): Promise<void> {
    if (agreed.has(origin)) return;
    const answer = await ask(permission(host));
    if (answer !== true)
      throw new LikenessError(answer === false ? 'rpc-declined' : 'rpc-not-asked');
    agreed.add(origin);
  }

  return {
    async 'rpc.test'({ address: typed }) {
      const address = rpcAddress(typed);
      if (address === undefined) throw new LikenessError('rpc-address-refused');
      await agree(new URL(address));
      const { genesis, bytesDown } = await askGenesis(address);
      tested.set(address, genesis);
      return { genesis, bytesUp: GENESIS_QUESTION.length, bytesDown };
    },
    'rpc.use'({ address }) {
      if (address !== null && !offered.some((one) => isSameRpc(one, address))) {
        const genesis = tested.get(address);
        if (genesis === undefined) return Promise.reject(new LikenessError('rpc-address-refused'));
        const expected = genesisOf(network);
        if (expected !== undefined && genesis !== expected)
          return Promise.reject(new LikenessError('rpc-wrong-chain'));
      }
      settings.change({ rpc: address ?? undefined });
      return Promise.resolve();
    },
  } satisfies HandlersOf<'rpc'>;
}

async function askGenesis(
  address: string,
): Promise<{ readonly genesis: string; readonly bytesDown: number }> {
  let status: number;
  let open: string | null;
  let text = '';
  try {
    const response = await net.fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: APP_ORIGIN },
      body: GENESIS_QUESTION,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    ({ status } = response);
    open = response.headers.get('access-control-allow-origin');
    const decoder = new TextDecoder();
    for (const reader = response.body?.getReader(); reader;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
      if (text.length > LARGEST_ANSWER) throw new RangeError('an answer that is too long');
    }
  } catch (cause) {
    throw new LikenessError('rpc-silent', {}, { cause });
  }
  const genesis = readGenesis(status, text);
  // Later the page calls this RPC itself, and then the browser enforces the RPC's CORS answer.
  if (open !== '*' && open !== APP_ORIGIN) throw new LikenessError('rpc-closed');
  return { genesis, bytesDown: Buffer.byteLength(text) };
}
