import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { rendererConfig } from '../renderer/vite.config.ts';

const TREASURY = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const RPC = 'https://rpc.one.example,https://rpc.other.example';
/** Names that occur only in the sandbox's code. */
const SANDBOX = ['sandboxWalletKey', 'registerSandboxWallet', 'requestAirdrop', 'likeness-config'];

/** Runs `npm run build` in this environment. Returns its exit status and messages. */
const npmBuild = (environment: NodeJS.ProcessEnv): Promise<{ status: unknown; stderr: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['node_modules/tsx/dist/cli.mjs', 'scripts/build.ts'],
      { encoding: 'utf8', env: { PATH: process.env['PATH'], ...environment } },
      (failure, _, stderr) => resolve({ status: failure ? failure.code : 0, stderr }),
    );
  });

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Builds the browser app for a network. Returns its scripts and pages by path. */
async function buildFor(network: 'mainnet' | 'sandbox'): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), `likeness-${network}-`));
  folders.push(folder);
  vi.stubEnv('LIKENESS_TREASURY', TREASURY);
  vi.stubEnv('LIKENESS_SOLANA_RPC', RPC);
  const config = rendererConfig('web', network);
  vi.unstubAllEnvs();
  await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, outDir: folder },
  });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|html|txt|json)$/.test(file),
  );
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/**
 * Files that contain the name. web3.js's own bundle may contain 'requestAirdrop', an RPC method.
 */
const holding = (files: Map<string, string>, name: string): string[] =>
  [...files]
    .filter(
      ([file, code]) =>
        code.includes(name) && !(name === 'requestAirdrop' && file.includes('index.browser.esm')),
    )
    .map(([file]) => file);

describe('a build for a real network', () => {
  let mainnet = new Map<string, string>();
  beforeAll(async () => {
    mainnet = await buildFor('mainnet');
  }, 120_000);

  it('holds the treasury and the RPC it was built for', () => {
    const all = [...mainnet.values()].join('\n');
    expect(all).toContain(TREASURY);
    for (const rpc of RPC.split(',')) expect(all).toContain(rpc);
  });

  it('brings the licences of all that it is built from, and nothing of the LGPL client of web3.js', () => {
    expect(mainnet.get('LICENSES.txt')).toMatch(/^@solana\/web3\.js \d.* \(MIT\)$/m);
    const scripts = [...mainnet].filter(([file]) => file.endsWith('.js')).map(([, code]) => code);
    expect(scripts.filter((code) => /rpc\.(login|off)\b|socket not ready/.test(code))).toEqual([]);
  });

  it('brings a bill of materials that names the packages in its scripts', () => {
    const bill = JSON.parse(mainnet.get('sbom.cdx.json') ?? '') as {
      components: { name: string }[];
    };
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['react', 'zod', '@solana/web3.js', 'dexie']));
    expect(names).not.toContain('vitest');
  });

  it('holds no sandbox code, which the same search finds in a sandbox build', async () => {
    const sandbox = await buildFor('sandbox');
    for (const name of SANDBOX) {
      expect({ name, in: holding(mainnet, name) }).toEqual({ name, in: [] });
      expect({ name, found: holding(sandbox, name).length > 0 }).toEqual({ name, found: true });
    }
  }, 120_000);
});

describe('npm run build', { timeout: 60_000 }, () => {
  const paid = { LIKENESS_NETWORK: 'mainnet', LIKENESS_TREASURY: TREASURY };
  it.each([
    ['the network', {}, 'Set LIKENESS_NETWORK to one of sandbox, devnet, mainnet'],
    ['a treasury', { LIKENESS_NETWORK: 'mainnet' }, 'Set LIKENESS_TREASURY'],
    ['RPCs', paid, 'two addresses of different operators'],
    [
      'the owner’s review of the claims',
      { ...paid, LIKENESS_SOLANA_RPC: RPC },
      'renderer/content/claims.ts',
    ],
  ])('asks for %s', async (_, environment, asked) => {
    const { status, stderr } = await npmBuild(environment);
    expect(status).toBe(1);
    expect(stderr).toContain(asked);
  });
});
