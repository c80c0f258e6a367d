import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildOnce } from '../../sandbox/build-once.ts';
import { buildStudio } from '../../scripts/build-studio.ts';
import { isRoot } from '../../studio/engine/chromium.ts';
import { ensureBrowser } from '../tools/browser.ts';

/** Path of a drawn person's photo. */
export const person = (name: string): string =>
  fileURLToPath(new URL(`../../resources/people/${name}.webp`, import.meta.url));

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}
export interface Running {
  readonly process: ChildProcess;
  /** Resolves with the first match in the output so far; rejects if the program ends first. */
  readonly said: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly ended: Promise<Run>;
}

export interface Likeness {
  /** A folder that is deleted after the tests. */
  readonly folder: string;
  readonly start: (args: readonly string[], env?: NodeJS.ProcessEnv) => Running;
  /** Starts one of the tests' own programs, e.g. a worker that stops at a given stage. */
  readonly tool: (script: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Running;
  readonly run: (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Run>;
  /** Ends what is still running, and removes the folder. */
  readonly remove: () => void;
}

/** Builds the command line for the sandbox, once, and returns its folder. */
export const builtStudio = (): Promise<string> =>
  buildOnce('studio-sandbox', ['studio', 'engine-host', 'scripts/build-studio.ts'], (into) =>
    buildStudio(into, 'sandbox'),
  );

/** Builds the command line, and returns ways to run it. */
export async function openLikeness(): Promise<Likeness> {
  const built = await builtStudio();
  const chromium = ensureBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'likeness-studio-'));
  const running = new Set<ChildProcess>();

  const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Running =>
    launch(folder, [join(built, 'likeness.js'), ...args], env);

  function launch(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Running {
    const child = spawn(process.execPath, args, {
      cwd,
      env: {
        ...process.env,
        LIKENESS_CHROMIUM: chromium,
        ...(isRoot() ? { LIKENESS_CHROMIUM_SANDBOX: 'off' } : {}),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let out = '';
    let err = '';
    const listeners = new Set<() => void>();
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      for (const listener of listeners) listener();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
      for (const listener of listeners) listener();
    });
    const ended = new Promise<Run>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        running.delete(child);
        resolve({ code, out, err });
      });
    });
    return {
      process: child,
      ended,
      said: (pattern) =>
        new Promise((resolve, reject) => {
          const look = (): void => {
            const match = pattern.exec(out) ?? pattern.exec(err);
            if (!match) return;
            listeners.delete(look);
            resolve(match);
          };
          listeners.add(look);
          look();
          void ended.then(() =>
            reject(new Error(`it ended without saying ${String(pattern)}: ${out}${err}`)),
          );
        }),
    };
  }

  return {
    folder,
    start,
    // From the repository, which has the loader.
    tool: (script, args, env = {}) => launch(ROOT, ['--import', 'tsx', script, ...args], env),
    run: (args, env) => start(args, env).ended,
    remove() {
      for (const child of running) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
