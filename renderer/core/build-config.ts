import { z } from 'zod';

import { byOperator, type AppConfig } from './config.ts';
import { isNetwork, NETWORKS } from './network.ts';

/** Environment variables that configure a build; `.env.example` lists them with their defaults. */
export type BuildEnvironment = Readonly<Record<string, string | undefined>>;

const ETHEREUM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
/** A key that was generated and thrown away: devnet SOL are worthless, so devnet needs no setup. */
const DEVNET_TREASURY = '4g1bN2QmhU1CPNdHD3yaZAXAEC8sF2quaCDfZqJkzWjA';

/** A reserved name that nobody reads, so that the forms can be tried to the end on the sandbox. */
const SANDBOX_MAILBOX = 'support@likeness.example';

const DEVNET_RPC = 'https://api.devnet.solana.com';

const DEFAULT_POLYGON_RPC = {
  devnet: 'https://rpc-amoy.polygon.technology',
  mainnet: 'https://polygon-rpc.com',
} as const;

/** ArDrive Turbo takes data items of up to about 100 KB free of charge; arweave.net serves them. */
const DEFAULT_MEDIA = {
  upload: 'https://upload.ardrive.io/v1',
  read: 'https://arweave.net',
} as const;

const secure = z.url({ protocol: /^https$/ });

/**
 * Reads a build's configuration. On the sandbox the addresses come at run time from the server
 * that started it, so they stay empty here.
 * @throws Error with a sentence that says which variable to set, and how
 */
export function readBuildConfig(environment: BuildEnvironment, version: string): AppConfig {
  const network = environment['LIKENESS_NETWORK'];
  if (!isNetwork(network)) {
    throw new Error(
      `Set LIKENESS_NETWORK to one of ${NETWORKS.join(', ')}: the build has to know which chain it is for.`,
    );
  }
  const supportEmail = environment['LIKENESS_SUPPORT_EMAIL'];
  if (supportEmail && !z.email().safeParse(supportEmail).success) {
    throw new Error('LIKENESS_SUPPORT_EMAIL is not an email address.');
  }
  const supportEndpoint = httpsAddress(environment, 'LIKENESS_SUPPORT_ENDPOINT');
  const updateFeed = httpsAddress(environment, 'LIKENESS_UPDATE_FEED');
  const updateKey = environment['LIKENESS_UPDATE_KEY'] ?? '';
  if (updateFeed && !/^[A-Za-z0-9+/]{43}=$/.test(updateKey)) {
    throw new Error(
      'Set LIKENESS_UPDATE_KEY to the public key that the update feed is signed by: `npm run sign-update -- --new-key FILE` makes one and prints it.',
    );
  }
  const common = {
    network,
    version,
    ...(supportEmail ? { supportEmail } : {}),
    ...(supportEndpoint ? { supportEndpoint } : {}),
  };
  if (network === 'sandbox')
    return {
      supportEmail: SANDBOX_MAILBOX,
      ...common,
      solanaRpc: [],
      treasury: '',
      polygonRpc: [],
      appUrl: '',
      media: { upload: '', read: '' },
    };

  const solanaRpc = rpcAddresses(
    environment,
    'LIKENESS_SOLANA_RPC',
    network === 'devnet' ? DEVNET_RPC : '',
  );
  const treasury =
    environment['LIKENESS_TREASURY'] || (network === 'devnet' ? DEVNET_TREASURY : '');
  if (!ADDRESS.test(treasury)) {
    throw new Error(
      'Set LIKENESS_TREASURY to the Solana address that payments go to: a mainnet build has no default.',
    );
  }
  // A payment counts only if two operators report it.
  if (network === 'mainnet' && byOperator(solanaRpc).length < 2) {
    throw new Error(
      'Set LIKENESS_SOLANA_RPC to at least two addresses of different operators, separated by a comma: with one alone, its error or lie could charge a customer twice.',
    );
  }
  const appUrl = httpsAddress(environment, 'LIKENESS_APP_URL');
  const polygonContract = environment['LIKENESS_POLYGON_CONTRACT'];
  if (polygonContract && !ETHEREUM_ADDRESS.test(polygonContract)) {
    throw new Error('LIKENESS_POLYGON_CONTRACT is not the address of a contract on Polygon.');
  }
  // Without a contract there is nothing to call, so the policy needs no address either.
  const polygon = polygonContract
    ? {
        polygonContract,
        polygonRpc: rpcAddresses(environment, 'LIKENESS_POLYGON_RPC', DEFAULT_POLYGON_RPC[network]),
      }
    : { polygonRpc: [] };
  const media = {
    upload: gatewayAddress(environment, 'LIKENESS_MEDIA_UPLOAD', DEFAULT_MEDIA.upload),
    read: gatewayAddress(environment, 'LIKENESS_MEDIA_READ', DEFAULT_MEDIA.read),
  };
  return {
    ...common,
    solanaRpc,
    treasury,
    ...polygon,
    appUrl,
    media,
    ...(updateFeed ? { updates: { url: updateFeed, key: updateKey } } : {}),
  };
}

/** '' if none is set. */
function httpsAddress(environment: BuildEnvironment, name: string): string {
  const url = environment[name] ?? '';
  if (url && !secure.safeParse(url).success) throw new Error(`${name} is not an https address.`);
  return url;
}

const gatewayAddress = (environment: BuildEnvironment, name: string, otherwise: string): string =>
  (httpsAddress(environment, name) || otherwise).replace(/\/+$/, '');

function rpcAddresses(environment: BuildEnvironment, name: string, otherwise: string): string[] {
  const urls = (environment[name] || otherwise)
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '');
  for (const url of urls) {
    if (!secure.safeParse(url).success)
      throw new Error(`${name} holds '${url}', which is not an https address.`);
  }
  return urls;
}
