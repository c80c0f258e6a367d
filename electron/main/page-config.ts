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
  /** Public address of the web app. */
  readonly appUrl: string;
  /** Where newer versions of the app are announced, if anywhere. */
  readonly updates?: AppConfig['updates'] | undefined;
  /** What goes with each response, given the RPC that the person chose. */
  readonly headers: (rpc: string | undefined) => Readonly<Record<string, string>>;
  /** Whether that may be on this machine or beside it: a sandbox, or an RPC that the person entered. */
  readonly callsNearby: (rpc: string | undefined) => boolean;
  /** What is written into the page. */
  readonly metas: (rpc: string | undefined) => Readonly<Record<string, string>>;
}

/**
 * The build's configuration; on the sandbox, and only there, completed by what the command that
 * started the sandbox hands over in LIKENESS_SANDBOX.
 * @throws Error with a sentence when a sandbox build isn't told where its sandbox is
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
    // Addresses of a build are https, but for a sandbox's; a name that a person entered may lead anywhere.
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
