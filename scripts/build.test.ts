import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { rendererConfig } from '../renderer/vite.config.ts';

const TREASURY = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const RPC = 'https://rpc.one.example,https://rpc.other.example';
/** Names that only the sandbox's code holds. */
const SANDBOX = ['sandboxWalletKey', 'registerSandboxWallet', 'requestAirdrop', 'likeness-config'];

const npmBuild = (environment: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'scripts/build.ts'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment },
  });

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Builds the browser app for a network; gives its scripts and pages by path. */
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

/** Files that hold the name. web3.js knows the RPC's methods by name; nothing of ours may. */
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

describe('npm run build', () => {
  it('asks for the network', () => {
    const { status, stderr } = npmBuild({});
    expect(status).toBe(1);
    expect(stderr).toContain('Set LIKENESS_NETWORK to one of sandbox, devnet, mainnet');
  });

  it(
    'asks for a treasury and RPCs, then for the owner’s review of the claims',
    { timeout: 60_000 },
    () => {
      expect(npmBuild({ LIKENESS_NETWORK: 'mainnet' }).stderr).toContain('Set LIKENESS_TREASURY');
      const paid = { LIKENESS_NETWORK: 'mainnet', LIKENESS_TREASURY: TREASURY };
      expect(npmBuild(paid).stderr).toContain('two addresses of different operators');
      expect(npmBuild({ ...paid, LIKENESS_SOLANA_RPC: RPC }).stderr).toContain(
        'renderer/content/claims.ts',
      );
    },
  );
});
