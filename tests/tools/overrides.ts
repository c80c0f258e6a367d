/**
 * Asks the registry which version of each overridden package would be installed without the
 * overrides and stubs of package.json, and fails at an override that changes nothing any more.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const names = z.record(z.string(), z.string());
const { dependencies, devDependencies, overrides } = z
  .object({ dependencies: names, devDependencies: names, overrides: names })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
const own = ([, version]: [string, string]): boolean => !version.startsWith('file:');

const folder = mkdtempSync(join(tmpdir(), 'likeness-overrides-'));
try {
  const without = {
    dependencies,
    devDependencies: Object.fromEntries(Object.entries(devDependencies).filter(own)),
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(without));
  const { status } = spawnSync(
    'npm',
    ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--force'],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new Error('npm could not resolve the packages without the overrides.');
  const lock = z
    .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
    .parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')));

  for (const [name, wanted] of Object.entries(overrides)) {
    const found = new Set(
      Object.entries(lock.packages)
        .filter(([path]) => path.endsWith(`node_modules/${name}`))
        .map(([, { version = '' }]) => version),
    );
    const needed = [...found].some((version) => version !== wanted);
    console.log(`${name}: ${wanted} instead of ${[...found].join(', ') || 'nothing'}`);
    if (!needed) {
      console.log(`  is no longer needed: take it out of package.json and docs/dependencies.md`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
