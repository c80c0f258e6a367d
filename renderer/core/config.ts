import type { Network } from './network.ts';

/** The gateway that NFTs' pictures and metadata are published through. No slash at the end. */
export interface MediaConfig {
  /** Takes data items at `/tx` and says its free size at `/info`. */
  readonly upload: string;
  /** Serves what was taken at `/<id>` and `/raw/<id>`: what an NFT points at. */
  readonly read: string;
}

/** Public configuration of a build; nothing secret belongs here. */
export interface AppConfig {
  readonly network: Network;
  /** Solana JSON-RPC addresses, tried in turn. */
  readonly solanaRpc: readonly string[];
  /** Treasury address, base58, that payments go to. */
  readonly treasury: string;
  /** Polygon JSON-RPC addresses, tried in turn. */
  readonly polygonRpc: readonly string[];
  /** Address of the Likeness Avatars contract; without one nothing is minted on Polygon. */
  readonly polygonContract?: string;
  /** Public address of the web app, for shared links. */
  readonly appUrl: string;
  /** Where messages to support are posted, https; without it they are handed to the mail program. */
  readonly supportEndpoint?: string;
  /** Support mailbox; mail links are hidden without one. */
  readonly supportEmail?: string;
  readonly media: MediaConfig;
  /**
   * Folder, https, where newer versions of the desktop app are announced, and the Ed25519 key (32
   * bytes, base64) that the announcement is signed by; without it none are looked for.
   */
  readonly updates?: { readonly url: string; readonly key: string };
  readonly version: string;
  /** Names this very build; absent while developing. */
  readonly build?: string;
}

/** What a sandbox, whose ports are its own, tells its app at run time. */
export type SandboxConfig = Pick<
  AppConfig,
  'solanaRpc' | 'treasury' | 'polygonRpc' | 'polygonContract' | 'media' | 'supportEndpoint'
>;

/** Whether two addresses are one RPC's: a slash at the end makes no difference. */
export const isSameRpc = (one: string, other: string): boolean =>
  new URL(one).href === new URL(other).href;

/** The same build, with another RPC asked first; the build's own stay for when it doesn't answer. */
export const preferring = <C extends Pick<AppConfig, 'solanaRpc'>>(
  config: C,
  rpc: string | undefined,
): C =>
  rpc === undefined
    ? config
    : { ...config, solanaRpc: [rpc, ...config.solanaRpc.filter((one) => !isSameRpc(one, rpc))] };

/** Every address that the app may call, beside its own files: what its policy names. */
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
