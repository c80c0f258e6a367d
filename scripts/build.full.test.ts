import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { buildWeb } from '../sandbox/build-web.ts';
import { buildMainnet, MAINNET } from '../tests/support/build-mainnet.ts';
import { minutes } from '../tests/support/timeouts.ts';

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

/** The scripts and pages of a build by path. */
async function filesOf(build: () => Promise<string>): Promise<Map<string, string>> {
  // As outside a test: Vite builds for another environment otherwise.
  vi.stubEnv('NODE_ENV', 'production');
  const folder = await build();
  vi.unstubAllEnvs();
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
    mainnet = await filesOf(buildMainnet);
  }, minutes(3));

  it('holds the treasury and the RPC it was built for', () => {
    const all = [...mainnet.values()].join('\n');
    expect(all).toContain(MAINNET.treasury);
    for (const rpc of MAINNET.rpc) expect(all).toContain(rpc);
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

  it(
    'holds no sandbox code, which the same search finds in a sandbox build',
    async () => {
      const sandbox = await filesOf(() => buildWeb('sandbox'));
      for (const name of SANDBOX) {
        expect({ name, in: holding(mainnet, name) }).toEqual({ name, in: [] });
        expect({ name, found: holding(sandbox, name).length > 0 }).toEqual({ name, found: true });
      }
      // Both may be built in this process, and each has pages of its own.
      expect(sandbox.get('pricing.html')).toContain('Network: Solana Sandbox');
      expect(mainnet.get('pricing.html')).toContain('Network: Solana Mainnet');
    },
    minutes(3),
  );
});

describe('npm run build', { timeout: 60_000 }, () => {
  const paid = { LIKENESS_NETWORK: 'mainnet', LIKENESS_TREASURY: MAINNET.treasury };
  it.each([
    ['the network', {}, 'Set LIKENESS_NETWORK to one of sandbox, devnet, mainnet'],
    ['a treasury', { LIKENESS_NETWORK: 'mainnet' }, 'Set LIKENESS_TREASURY'],
    ['RPCs', paid, 'two addresses of different operators'],
    [
      'the owner’s review of the claims',
      { ...paid, LIKENESS_SOLANA_RPC: MAINNET.rpc.join() },
      'renderer/content/claims.ts',
    ],
  ])('asks for %s', async (_, environment, asked) => {
    const { status, stderr } = await npmBuild(environment);
    expect(status).toBe(1);
    expect(stderr).toContain(asked);
  });
});
