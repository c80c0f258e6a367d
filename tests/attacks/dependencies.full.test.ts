import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { testFolder } from '../support/folders.ts';

const { scripts, overrides, allowScripts } = z
  .object({
    scripts: z.object({ 'audit:deps': z.string() }),
    overrides: z.record(z.string(), z.string()),
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
const [holes = '', signatures = ''] = scripts['audit:deps'].split(' && ');
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        dev: z.boolean().optional(),
        devOptional: z.boolean().optional(),
        link: z.boolean().optional(),
        integrity: z.string().optional(),
        resolved: z.string().optional(),
        hasInstallScript: z.boolean().optional(),
        optionalDependencies: z.record(z.string(), z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

/** An entry without an address comes from the registry that npm is set to, and is held to its hash. */
const REGISTRY = 'https://registry.npmjs.org/';

const asked = z.record(z.string(), z.array(z.string()));
let registry: Server;
let cache: string;
let answer: { status: number; body: object };
let questions: z.infer<typeof asked>[];

beforeEach(async () => {
  questions = [];
  answer = { status: 200, body: {} };
  cache = testFolder();
  registry = createServer((request, response) => {
    if (request.url !== '/-/npm/v1/security/advisories/bulk') {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const body =
      request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
    void json(body).then((question) => {
      questions.push(asked.parse(question));
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.body));
    });
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
});
afterEach(() => {
  registry.closeAllConnections();
  registry.close();
});

/** Runs the check as CI does, with a registry of the test's own. Returns the exit code. */
async function run(command: string): Promise<number> {
  const [program = '', ...words] = command.split(' ');
  const { port } = registry.address() as AddressInfo;
  const child = spawn(program, words, {
    stdio: 'ignore',
    env: {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${String(port)}/`,
      npm_config_cache: cache,
      npm_config_fetch_retries: '0',
    },
  });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
}
const hole = (severity: string) => ({
  react: [{ id: 1, url: 'https://x.example/1', title: 'x', severity, vulnerable_versions: '*' }],
});

/**
 * npm run on one platform sometimes drops the others' programs from the lock file. `npm ci` would
 * then install a tool without its program there, and `npm install` one that no hash vouches for.
 */
it('the programs of every platform are locked', () => {
  const names = new Set(
    Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1)),
  );
  const forgotten = Object.entries(lock.packages)
    .flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies))
    .filter((name) => !names.has(name));
  expect(names).toContain('@oxlint/binding-win32-x64-msvc');
  expect(forgotten).toEqual([]);
});

const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const stubs = readdirSync('stubs').map((folder) => `stubs/${folder}`);

it('every package comes from the registry with a hash, or from a folder of ours', () => {
  const strangers = packages.filter(([path, { link, integrity, resolved }]) =>
    link || stubs.includes(path)
      ? resolved !== undefined && !stubs.includes(resolved)
      : !integrity?.startsWith('sha512-') || !(resolved ?? REGISTRY).startsWith(REGISTRY),
  );
  expect(packages.length).toBeGreaterThan(500);
  expect(strangers).toEqual([]);
});

it('no package runs a script of its own when it is installed', () => {
  const withScript = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.split('node_modules/').at(-1) ?? '');
  expect([...new Set(withScript)].sort()).toEqual(Object.keys(allowScripts).sort());
  expect(Object.values(allowScripts)).not.toContain(true);
});

it('docs/dependencies.md explains each override, stub and refused script, and no other', () => {
  const rows = readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `([^`]+)` \|(.*)\|$/gm);
  const explained = [...rows].filter(([, , text = '']) => !/\|\s*\|/.test(`${text}|`));
  expect(explained.map(([, name]) => name).sort()).toEqual(
    [...Object.keys(overrides), ...stubs, ...Object.keys(allowScripts)].sort(),
  );
});

/** npm reads the whole tree several times. */
describe('`npm run audit:deps`', { timeout: 600_000 }, () => {
  it('asks about every package that is shipped, and passes where none has a known hole', async () => {
    expect(await run(holes)).toBe(0);
    // Stubs of our own come from no registry.
    const shipped = Object.entries(lock.packages)
      .filter(([path, { dev, devOptional, link }]) => !dev && !devOptional && !link && path)
      .flatMap(([path]) => /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? []);
    expect(shipped.length).toBeGreaterThan(100);
    const names = new Set(questions.flatMap(Object.keys));
    expect(shipped.filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(['high', 'critical'])('fails at a hole that is %s', async (severity) => {
    answer.body = hole(severity);
    expect(await run(holes)).toBe(1);
  });

  it('passes at one that is low', async () => {
    answer.body = hole('low');
    expect(await run(holes)).toBe(0);
  });

  it('never passes where the registry answers no audits, or signs nothing', async () => {
    answer.status = 404;
    expect(await run(holes)).toBe(1);
    expect(await run(signatures)).toBe(1);
  });
});
