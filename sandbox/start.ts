/**
 * `npm start`: the app and the sandbox networks at one address. `-- --reset` starts with a new
 * chain.
 */
import { relative } from 'node:path';

import { readBuildConfig } from '../renderer/core/build-config.ts';
import { calledAddresses } from '../renderer/core/config.ts';
import { loadEnvironment } from '../scripts/environment.ts';
import { buildWeb } from './build-web.ts';
import { serveApp } from './serve-app.ts';
import { runtimeSupported } from './solana/runtime.ts';
import { USUAL_PORTS } from './start-networks.ts';
import { startSandbox } from './start-sandbox.ts';

const DEFAULT_APP_PORT = 4173;
const FOLDER = '.likeness/sandbox';
const SHUTDOWN_MS = 5_000;

function print(lines: readonly (readonly [string, string])[]): void {
  const width = Math.max(...lines.map(([name]) => name.length));
  console.log(
    `\n${lines.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')}\n`,
  );
}

const onBuild = (): void => {
  console.log('Building the app (a later start skips this while nothing has changed) …');
};

const sayTaken = (what: string, wanted: number, url: string): void => {
  if (new URL(url).port !== String(wanted))
    console.log(`Port ${wanted} is taken: ${what} is at ${url}.`);
};

function appPort(): number {
  const text = process.env['PORT'] || String(DEFAULT_APP_PORT);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_000)
    throw new Error(`PORT is '${text}', which is not a port number.`);
  return port;
}

interface Running {
  readonly ended?: Promise<void>;
  stop(): Promise<void>;
}

async function startAll(port: number): Promise<Running> {
  const sandbox = await startSandbox({
    folder: FOLDER,
    appPort: port,
    ports: USUAL_PORTS,
    reset: process.argv.includes('--reset'),
    onBuild,
  });
  sayTaken('the app', port, sandbox.appUrl);
  sayTaken('Solana’s RPC', USUAL_PORTS.rpc, sandbox.rpcUrl);
  sayTaken('Polygon’s RPC', USUAL_PORTS.polygon, sandbox.polygon.url);
  sayTaken('the media gateway', USUAL_PORTS.gateway, sandbox.gateway.url);
  sayTaken('the mailbox', USUAL_PORTS.mailbox, sandbox.mailbox.endpoint);
  print([
    ['app', sandbox.appUrl],
    ['solana rpc', sandbox.rpcUrl],
    ['polygon rpc', sandbox.polygon.url],
    ['treasury', sandbox.treasury],
    ['nft contract', `${sandbox.polygon.contract} (chain ${sandbox.polygon.chainId})`],
    ['media gateway', sandbox.gateway.url],
    ['messages', `${sandbox.mailbox.endpoint} (kept in ${relative('.', FOLDER)}/messages.jsonl)`],
    ['faucet', 'the Sandbox Wallet fills itself; else requestAirdrop at the RPC (up to 1,000 SOL)'],
    ['state', `${relative('.', FOLDER)} (kept between starts)`],
    ['reset', 'npm start -- --reset'],
    ['stop', 'Ctrl-C'],
  ]);
  return sandbox;
}

async function startOnDevnet(port: number): Promise<Running> {
  console.log(
    'The sandbox’s Solana runtime has no binary for this system, so the app uses Solana Devnet.',
  );
  const root = await buildWeb('devnet', onBuild);
  const config = readBuildConfig({ ...process.env, LIKENESS_NETWORK: 'devnet' }, '');
  const { solanaRpc, treasury, media } = config;
  const app = await serveApp({
    root,
    port,
    addresses: calledAddresses(config),
    engines: `${FOLDER}/engines.json`,
  });
  sayTaken('the app', port, app.appUrl);
  print([
    ['app', app.appUrl],
    ['solana rpc', solanaRpc.join(', ')],
    ['treasury', treasury],
    ['media gateway', media.upload],
    ['faucet', 'https://faucet.solana.com'],
    ['stop', 'Ctrl-C'],
  ]);
  return app;
}

async function main(): Promise<void> {
  loadEnvironment();
  const port = appPort();
  const running = runtimeSupported() ? await startAll(port) : await startOnDevnet(port);
  const stopping = new AbortController();
  const stop = (): void => {
    if (stopping.signal.aborted) return; // npm repeats the Ctrl-C that the terminal has already sent.
    stopping.abort();
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    void running.stop().then(() => process.exit());
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (!running.ended) return;
  await running.ended;
  if (stopping.signal.aborted) return;
  console.error(
    'A chain of the sandbox has ended, so the app stops too. Its state is kept: run npm start again.',
  );
  process.exitCode = 1;
  stop();
}

main().catch((thrown: unknown) => {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  process.exit(1);
});
