import { z } from 'zod';

import {
  calledAddresses,
  isSameRpc,
  type AppConfig,
  type SandboxConfig,
} from '../../renderer/core/config.ts';
import { securityHeaders } from '../../renderer/core/security-headers.ts';

const sandbox = z.object({
  solanaRpc: z.array(z.url()).min(1),
  polygonRpc: z.array(z.url()).default([]),
  treasury: z.string(),
  appUrl: z.string(),
  media: z.object({ upload: z.url(), read: z.url() }),
  supportEndpoint: z.url().exactOptional(),
  updates: z.object({ url: z.url(), key: z.string() }).exactOptional(),
});

export interface PageConfig {
  /** The build's Solana RPCs. */
  readonly solanaRpc: readonly string[];
  /** The web app's public address. */
  readonly appUrl: string;
  /** The update feed, if the build names one. */
  readonly updates?: AppConfig['updates'] | undefined;
  /** The headers of each response, for the RPC that the user chose. */
  readonly headers: (rpc: string | undefined) => Readonly<Record<string, string>>;
  /**
   * Whether the page may call this machine or its network: on a sandbox, or with an RPC that the
   * user entered.
   */
  readonly callsNearby: (rpc: string | undefined) => boolean;
  /** The meta elements that are inserted into the page. */
  readonly metas: (rpc: string | undefined) => Readonly<Record<string, string>>;
}

/**
 * The build's configuration. On the sandbox, and only there, LIKENESS_SANDBOX completes it; the
 * command that started the sandbox sets that variable.
 * @throws Error with a message if a sandbox build doesn't get the sandbox's addresses
 */
export function readPageConfig(build: AppConfig, handedOver: string | undefined): PageConfig {
  if (build.network !== 'sandbox') return pageConfig(build);
  if (handedOver === undefined)
    throw new Error(
      'This is a sandbox build: start it with `npm run desktop`, which starts its sandbox too.',
    );
  return pageConfig(sandbox.parse(JSON.parse(handedOver)), { 'likeness-config': handedOver });
}

function pageConfig(
  config: SandboxConfig & Pick<AppConfig, 'appUrl' | 'updates'>,
  metas: Readonly<Record<string, string>> = {},
): PageConfig {
  const addresses = calledAddresses(config);
  return {
    solanaRpc: config.solanaRpc,
    appUrl: config.appUrl,
    updates: config.updates,
    // A build's addresses are https, except a sandbox's. An address that the user entered may point
    // anywhere.
    callsNearby: (rpc) =>
      addresses.some((address) => address.startsWith('http:')) ||
      (rpc !== undefined && !config.solanaRpc.some((one) => isSameRpc(one, rpc))),
    headers: (rpc) =>
      securityHeaders({
        addresses: rpc === undefined ? addresses : [...addresses, rpc],
        https: false,
      }),
    metas: (rpc) => (rpc === undefined ? metas : { ...metas, 'likeness-rpc': rpc }),
  };
}
