import type { Network } from './network.ts';

/**
 * The gateway that the pictures and metadata of NFTs are published through. No trailing slashes.
 */
export interface MediaConfig {
  /** Accepts data items at `/tx` and reports its free size at `/info`. */
  readonly upload: string;
  /** Serves uploaded items at `/<id>` and `/raw/<id>`; NFTs point there. */
  readonly read: string;
}

/** Public configuration of a build; nothing secret belongs here. */
export interface AppConfig {
  readonly network: Network;
  /** Solana JSON-RPC addresses, tried in turn. */
  readonly solanaRpc: readonly string[];
  /** The treasury's base58 address, which payments go to. */
  readonly treasury: string;
  /** Polygon JSON-RPC addresses, tried in turn. */
  readonly polygonRpc: readonly string[];
  /** Address of the Likeness Avatars contract; without one, nothing is minted on Polygon. */
  readonly polygonContract?: string;
  /** Public address of the web app, for shared links. */
  readonly appUrl: string;
  /**
   * Https address that messages to support are posted to; without it they go to the mail program.
   */
  readonly supportEndpoint?: string;
  /** Support mailbox; mail links are hidden without one. */
  readonly supportEmail?: string;
  readonly media: MediaConfig;
  /**
   * Https folder where newer versions of the desktop app are announced, and the Ed25519 public key
   * (32 bytes, base64) that verifies the announcement. Without it the app doesn't look for updates.
   */
  readonly updates?: { readonly url: string; readonly key: string };
  readonly version: string;
  /** Identifies this exact build; missing during development. */
  readonly build?: string;
}

/** What a sandbox tells its app at run time, because its ports differ every time. */
export type SandboxConfig = Pick<
  AppConfig,
  'solanaRpc' | 'treasury' | 'polygonRpc' | 'polygonContract' | 'media' | 'supportEndpoint'
>;

/** Whether two addresses are the same RPC; a trailing slash makes no difference. */
export const isSameRpc = (one: string, other: string): boolean =>
  new URL(one).href === new URL(other).href;

/** Names under which countries' registries give out names, as in 'example.co.uk'. */
const SHARED_NAMES = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'go',
  'gob',
  'gov',
  'gv',
  'mil',
  'ne',
  'net',
  'nom',
  'or',
  'org',
]);

/**
 * Who runs an address, as far as its name tells: its registered domain, so that all of a provider's
 * hosts are one operator. Nothing tells who runs an address without one, an IP address or this
 * machine, so those are one operator, too. Where the rule is wrong, it takes two operators for one.
 */
export function operatorOf(address: string): string {
  const host = new URL(address).hostname.replace(/\.$/, '');
  if (/^\[|^[\d.]+$|^(.+\.)?localhost$/.test(host)) return '';
  const labels = host.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  return labels.slice(top.length === 2 && SHARED_NAMES.has(second) ? -3 : -2).join('.');
}

/** Addresses by operator, each in the order given: what one operator says is one node's word. */
export function byOperator(addresses: readonly string[]): readonly (readonly string[])[] {
  const operators = new Map<string, string[]>();
  for (const address of addresses) {
    const operator = operatorOf(address);
    operators.set(operator, [...(operators.get(operator) ?? []), address]);
  }
  return [...operators.values()];
}

/** The same build, with another RPC asked first; its own remain as fallbacks. */
export const preferring = <C extends Pick<AppConfig, 'solanaRpc'>>(
  config: C,
  rpc: string | undefined,
): C =>
  rpc === undefined
    ? config
    : { ...config, solanaRpc: [rpc, ...config.solanaRpc.filter((one) => !isSameRpc(one, rpc))] };

/** Every address that the app may call, besides its own files: the ones its policy names. */
export const calledAddresses = ({
  solanaRpc,
  polygonRpc,
  media,
  supportEndpoint,
}: Pick<
  AppConfig,
  'solanaRpc' | 'polygonRpc' | 'media' | 'supportEndpoint'
>): readonly string[] => [
  ...solanaRpc,
  ...polygonRpc,
  media.upload,
  media.read,
  ...(supportEndpoint === undefined ? [] : [supportEndpoint]),
];
