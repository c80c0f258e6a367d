import { countOf, totalsOf } from '../../renderer/core/run-report.ts';
import { createProgress } from '../cli/progress.ts';
import { EXIT } from '../failures.ts';
import type { Making } from '../making.ts';
import type { Person } from '../run/people.ts';
import { writeReport } from '../run/report.ts';
import { runPeople, type RunEvent } from '../run/run.ts';
import { spend } from '../service/allowance.ts';
import { dataFolder, openDatabase } from '../service/database.ts';
import { logLine } from '../service/log-line.ts';
import { openPurchases } from '../service/purchases.ts';
import type { Studio } from './command.ts';

interface MakeOptions {
  readonly people: readonly Person[];
  readonly making: Making;
  readonly out: string;
  readonly json: boolean;
  /** Whether to write report.json and report.html. */
  readonly report: boolean;
}

/**
 * Shared by all commands that make files: runs them, reports progress and returns an exit code.
 */
export async function make(
  { people, making, out, json, report }: MakeOptions,
  { createEngine, config }: Studio,
): Promise<number> {
  const { each } = making;
  const progress = createProgress(json, people.length * each);
  const counter = await openCounter(config);
  const engine = createEngine();
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(EXIT.stopped);
    stopping = true;
    progress.event(
      { event: 'stopping' },
      'Finishing this file. Press Ctrl-C again to stop at once.',
    );
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);

  /** Files that need no more work; for finished people, that includes refused ones. */
  let done = 0;
  let fresh = 0;
  let ofPerson = 0;
  const onEvent = (event: RunEvent): void => {
    progress.event(event, textOf(event));
    if (event.event === 'person') {
      done += each - ofPerson;
      ofPerson = 0;
    } else if (event.event === 'picture' || event.event === 'refused-picture') {
      done += 1;
      ofPerson += 1;
      if (event.event === 'refused-picture' || !event.known) fresh += 1;
    }
    progress.advance(done, fresh);
  };

  try {
    progress.advance(0, 0);
    const { report: result, failure } = await runPeople({
      people,
      making,
      out,
      engine,
      shouldStop: () => stopping,
      spend: counter.spend,
      onEvent,
    });
    if (report) await writeReport(out, result);
    progress.end();
    const totals = totalsOf(result);
    const refused = totals.refusedPhotos + totals.refusedPictures;
    progress.event(
      { event: 'end', finished: result.finished, out, ...totals },
      `${countOf(making.kind, totals.pictures)} of ${countPeople(totals.people)} ${totals.pictures === 1 ? 'is' : 'are'} in ${out}; ${String(refused)} refused.${
        result.finished ? '' : ' Run the same command again to continue.'
      }`,
    );
    if (failure) throw failure;
    if (!result.finished) return EXIT.stopped;
    return totals.pictures === people.length * each ? EXIT.done : EXIT.refused;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await engine.close();
    await counter.close();
  }
}

/**
 * Opens the count of pictures against the purchases in the queue's database; a sandbox without
 * purchases needs neither.
 */
export async function openCounter(config: Studio['config']): Promise<{
  readonly spend: (key: string) => Promise<void>;
  readonly close: () => Promise<void>;
}> {
  if (config.network === 'sandbox' && !process.env['LIKENESS_PURCHASES'])
    return { spend: () => Promise.resolve(), close: () => Promise.resolve() };
  const db = await openDatabase(dataFolder());
  try {
    const purchases = await openPurchases(db, config, logLine);
    return {
      spend: (key) => db.transaction((one) => spend(one, key, purchases.allowance)),
      async close() {
        purchases.stop();
        await db.close();
      },
    };
  } catch (thrown) {
    await db.close();
    throw thrown;
  }
}

const countPeople = (n: number): string =>
  n === 1 ? '1 person' : `${n.toLocaleString('en')} people`;

function textOf(event: RunEvent): string {
  switch (event.event) {
    case 'picture':
      return event.known ? '' : event.file;
    case 'note':
      return `${event.photo}: ${event.text}`;
    case 'refused-photo':
      return `${event.photo}: ${event.reason}`;
    case 'refused-picture':
      return `${event.person}, ${event.name}: ${event.reason}`;
    case 'renamed':
      return `${event.given}: in the folder ${event.person}.`;
    case 'person':
      return '';
  }
}
