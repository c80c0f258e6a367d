import type { Network } from './network.ts';

/** Public configuration of a build; nothing secret belongs here. */
export interface AppConfig {
  readonly network: Network;
  /** Solana JSON-RPC addresses, tried in turn. */
  readonly solanaRpc: readonly string[];
  /** Treasury address, base58, that payments go to. */
  readonly treasury: string;
  /** Public address of the web app, for shared links. */
  readonly appUrl: string;
  /** Support mailbox; mail links are hidden without one. */
  readonly supportEmail?: string;
  readonly version: string;
}
