import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** One command of a run. */
export interface Phase {
  readonly name: string;
  /** The arguments for Node. */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The counts in its report; undefined if it left none. A phase without `count` is one check. */
  readonly count?: () => Counts | undefined;
  /**
   * The failed tests in its report, and the files of tests that couldn't run: each with the first
   * lines of its error, and where its screenshot and trace are.
   */
  readonly failures?: () => readonly string[];
  /** The tests in its report that failed once and passed once. */
  readonly flaky?: () => readonly string[];
}

export interface Outcome extends Counts {
  readonly name: string;
  readonly seconds: number;
  readonly failures: readonly string[];
  /** They count as passed. */
  readonly flaky: readonly string[];
}

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

export const sum = (counts: readonly Counts[]): Counts =>
  counts.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    NONE,
  );

/**
 * A phase that failed without a failed test (e.g. in a crash), or that left no report, still counts
 * as a failure.
 */
function tally(ok: boolean, count: Phase['count']): Counts {
  if (!count) return { ...NONE, [ok ? 'passed' : 'failed']: 1 };
  const counted = count();
  if (!counted) return { ...NONE, failed: 1 };
  return { ...counted, failed: ok ? counted.failed : Math.max(1, counted.failed) };
}

function run({ name, args, env, count, failures, flaky }: Phase, width: number): Promise<Outcome> {
  const began = performance.now();
  const label = `${name.padEnd(width)} │ `;
  console.log(`${label}…`);
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const relay = (from: Readable): void => {
    createInterface({ input: from }).on('line', (line) => {
      if (line.trim() !== '') console.log(label + line);
    });
  };
  relay(child.stdout);
  relay(child.stderr);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = (performance.now() - began) / 1_000;
      const outcome = {
        name,
        seconds,
        ...tally(code === 0, count),
        failures: failures?.() ?? [],
        flaky: flaky?.() ?? [],
      };
      console.log(`${label}${outcome.failed === 0 ? 'ok' : 'FAILED'}, ${seconds.toFixed(0)} s`);
      resolve(outcome);
    });
  });
}

/**
 * Runs lanes in parallel, the phases of each in order. After a failed phase the next one still
 * runs, so that one run reports everything.
 */
export async function runLanes(lanes: readonly (readonly Phase[])[]): Promise<readonly Outcome[]> {
  const width = Math.max(...lanes.flat().map(({ name }) => name.length));
  const outcomes = await Promise.all(
    lanes.map(async (lane) => {
      const done: Outcome[] = [];
      for (const phase of lane) done.push(await run(phase, width));
      return done;
    }),
  );
  return outcomes.flat();
}

/** One line per phase: its name, its seconds and its counts. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const rows = [
    ['phase', 'seconds', 'passed', 'failed', 'skipped', 'flaky'],
    ...outcomes.map(({ name, seconds, passed, failed, skipped, flaky }) => [
      name,
      seconds.toFixed(0),
      ...[passed, failed, skipped, flaky.length].map(String),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
