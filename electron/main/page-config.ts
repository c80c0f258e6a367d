import { z } from 'zod';
import { type AppConfig, calledAddresses } from '../../renderer/core/config.ts';

const sandbox = z.object({
  solanaRpc: z.array(z.url()).min(1),
  polygonRpc: z.array(z.url()).default([]),
  treasury: z.string(),
  appUrl: z.string(),
  media: z.object({ upload: z.url(), read: z.url() }),
  supportEndpoint: z.url().exactOptional(),
  updateFeed: z.url().exactOptional(),
});

export interface PageConfig {
  /** Addresses that the page may call. */
  readonly addresses: readonly string[];
  /** Public address of the web app. */
  readonly appUrl: string;
  /** Where newer versions of the app are announced, if anywhere. */
  readonly updateFeed?: string | undefined;
  /** What is written into the page, on the sandbox only. */
  readonly json?: string;
}

/**
 * The build's configuration; on the sandbox, and only there, completed by what the command that
 * started the sandbox hands over in LIKENESS_SANDBOX.
 * @throws Error with a sentence when a sandbox build isn't told where its sandbox is
 */
export function readPageConfig(build: AppConfig, handedOver: string | undefined): PageConfig {
  if (build.network !== 'sandbox') return { addresses: calledAddresses(build), appUrl: build.appUrl, updateFeed: build.updateFeed };
  if (handedOver === undefined) throw new Error('This is a sandbox build: start it with `npm run desktop`, which starts its sandbox too.');
  const told = sandbox.parse(JSON.parse(handedOver));
  return { addresses: calledAddresses(told), appUrl: told.appUrl, updateFeed: told.updateFeed, json: handedOver };
}
