import { t } from '../i18n/index.ts';
import { LikenessError } from './errors.ts';
import { GENESIS, type PublicChain } from './network.ts';
import { keysOf } from './objects.ts';

const LONGEST_ADDRESS = 500;
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1'];
/** Hosts that a content security policy can name: no IPv6 literals, no wildcards. */
const NAMEABLE = /^https?:\/\/[a-z0-9.-]+(:\d+)?\//;

/**
 * The normalised address of an RPC, or undefined if it isn't allowed: https anywhere, http on this
 * machine only, no credentials.
 */
export function rpcAddress(text: string): string | undefined {
  const typed = text.trim();
  if (typed.length > LONGEST_ADDRESS || !URL.canParse(typed)) return undefined;
  const url = new URL(typed);
  if (url.username !== '' || url.password !== '') return undefined;
  const safe =
    url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname));
  return safe && NAMEABLE.test(url.href) ? url.href : undefined;
}

/** Asks a Solana JSON-RPC which chain it serves. */
export const GENESIS_QUESTION = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getGenesisHash' });

/** The genesis hash in the answer. @throws LikenessError 'rpc-silent' | 'rpc-not-solana' */
export function readGenesis(status: number, text: string): string {
  if (status !== 200) throw new LikenessError('rpc-silent', { status });
  const hash = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
  try {
    const { result } = JSON.parse(text) as { result?: unknown };
    if (typeof result === 'string' && hash.test(result)) return result;
  } catch {
    // Something else answers at this address.
  }
  throw new LikenessError('rpc-not-solana');
}

/** A chain by its genesis hash; `sandbox` is that of the running sandbox. */
export function chainOf(genesis: string, sandbox?: string): PublicChain | 'sandbox' | 'other' {
  if (genesis === sandbox) return 'sandbox';
  return keysOf(GENESIS).find((name) => GENESIS[name] === genesis) ?? 'other';
}
export type ChainName = ReturnType<typeof chainOf>;

export const CHAIN_LABELS: Readonly<Record<ChainName, string>> = {
  mainnet: 'Solana Mainnet',
  devnet: 'Solana Devnet',
  testnet: 'Solana Testnet',
  sandbox: t('the Solana Sandbox'),
  other: t('a Solana chain that has no public name'),
};
