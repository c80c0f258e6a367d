import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** The inputs of every build. */
const INPUTS = ['renderer', 'resources', 'stubs', 'package-lock.json', 'package.json'];
const STAMP = '.built-from';
/** Variables for running the app or the tests, which no build reads. */
const NOT_BUILT_IN =
  /^LIKENESS_(CHROMIUM|CHROMIUM_SANDBOX|DEEP|ENGINES|FIREFOX|PURCHASES|STUDIO_DATA|OUT|PHOTOS|SANDBOX|WEBHOOK_NETWORKS)$/;

function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** SHA-256 of all inputs of a build: the common ones and `more`. */
function inputsHash(name: string, more: readonly string[]): string {
  const hash = createHash('sha256').update(name);
  for (const [variable, value] of Object.entries(process.env).sort())
    if (variable.startsWith('LIKENESS_') && !NOT_BUILT_IN.test(variable))
      hash.update(`${variable}=${value ?? ''}\n`);
  const paths = [...INPUTS, ...more].flatMap((input) =>
    /\.\w+$/.test(input) ? [join(PROJECT, input)] : filesOf(join(PROJECT, input)),
  );
  for (const path of paths.sort())
    hash.update(`${relative(PROJECT, path)}\n`).update(readFileSync(path));
  return hash.digest('hex');
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs `work` while no other process holds the same lock. The lock of a dead process is void. */
async function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch {
      const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
      if (owner > 0 && !isRunning(owner)) rmSync(lock, { force: true });
      await wait(200);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Returns the folder `.likeness/<name>`, built unless a build of the same sources is there.
 * @param inputs files and folders that it is made from, besides the renderer
 * @param build writes the build into the given folder; other processes that ask in the meantime
 * wait
 */
export async function buildOnce(
  name: string,
  inputs: readonly string[],
  build: (into: string) => Promise<void>,
): Promise<string> {
  const folder = join(PROJECT, '.likeness', name);
  const stamp = join(folder, STAMP);
  const hash = inputsHash(name, inputs);
  const isThere = (): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isThere()) return folder;
  mkdirSync(join(PROJECT, '.likeness'), { recursive: true });
  return alone(`${folder}.lock`, async () => {
    if (isThere()) return folder;
    const next = `${folder}.next`;
    rmSync(next, { recursive: true, force: true });
    await build(next);
    writeFileSync(join(next, STAMP), hash);
    rmSync(folder, { recursive: true, force: true });
    renameSync(next, folder);
    return folder;
  });
}
