import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as rest } from 'node:timers/promises';

import { LOOKS, OWN_LOOK_MOST, ownLook, type Look } from '../../renderer/core/looks.ts';
import { createProgress } from '../cli/progress.ts';
import { EXIT, StudioError } from '../failures.ts';
import {
  away,
  checkLooks,
  checkReady,
  namedEngines,
  openEngine,
  whereOf,
  type NamedEngine,
  type OpenEngine,
} from '../looks/engines.ts';
import { runLooks, type LookEvent } from '../looks/run.ts';
import { writeWhole } from '../run/journal.ts';
import { parse, type Command } from './command.ts';
import { openCounter } from './make.ts';
import { column, GOES_ON, listOf, outOf, peopleOf } from './options.ts';

export const look: Command = {
  summary: 'Has an engine of your own make looks: other clothes, places, light.',
  usage: `likeness look PHOTO…|FOLDER|MANIFEST.csv --engine NAME --look LIST --out DIR [options]

  --engine NAME       one of LIKENESS_ENGINES (docs/engines.md)
  --look LIST         ${column(`${LOOKS.map(({ id }) => id).join(', ')}; separate several with commas`)}
  --own TEXT          a look in your own words, at most ${String(OWN_LOOK_MOST)} characters
  --yes-send-photo    don't ask whether the photo may be sent
  --again             ask again for pictures whose answer was lost, which the engine may charge for
  --out DIR           the output folder; each person gets a folder in it
  --json              print one JSON object per line, for scripts

The photo leaves this machine: head and shoulders go to the engine that you name, as a new JPEG without
metadata. Each picture that comes back is compared with the photo. What may be somebody else is in
the folder 'unsure', and what is somebody else in 'rejected'. ${GOES_ON}`,
  async run(args, { createEngine, config }) {
    const { values, positionals } = parse(args, {
      engine: { type: 'string' },
      look: { type: 'string' },
      own: { type: 'string' },
      out: { type: 'string' },
      again: { type: 'boolean', default: false },
      'yes-send-photo': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    });
    const out = outOf(values);
    const named = engineOf(values.engine);
    const looks = looksOf(values.look, values.own);
    const people = await peopleOf(positionals, out);
    checkLooks(named, looks);
    const open = await openEngine(named);
    const sendsOn = await checkReady(open).catch((thrown: unknown) => away(named, thrown));
    if (sendsOn.length > 0)
      process.stderr.write(
        `${named.name} passes the photo on to others: its workflow has ${sendsOn.join(', ')}.\n`,
      );
    if (!(await mayBeSent(open, looks, people.length, values['yes-send-photo']))) {
      process.stderr.write('Nothing was sent.\n');
      return EXIT.stopped;
    }

    const stopping = new AbortController();
    const progress = createProgress(values.json, people.length * looks.length);
    const stop = (): void => {
      if (stopping.signal.aborted) process.exit(EXIT.stopped);
      stopping.abort();
      progress.event({ event: 'stopping' }, 'Stopping. Press Ctrl-C again to stop at once.');
    };
    const counter = await openCounter(config);
    const engine = createEngine();
    process.on('SIGINT', stop).on('SIGTERM', stop);
    let done = 0;
    const onEvent = (event: LookEvent): void => {
      progress.event(event, textOf(event));
      if (event.event === 'look') done += 1;
      progress.advance(done, done);
    };
    try {
      const { signal } = stopping;
      const { again } = values;
      const { spend } = counter;
      const { report, failure } = await runLooks({
        ...open,
        ...{ people, looks, out, engine, signal, again, spend, onEvent },
        onTrouble(thrown) {
          const reason = thrown instanceof Error ? thrown.message : '';
          progress.event({ event: 'trouble', reason }, `${reason}. Trying again every 5 seconds.`);
          return rest(5_000);
        },
      });
      await writeWhole(join(out, 'report.json'), `${JSON.stringify(report, undefined, 2)}\n`);
      progress.end();
      const all = report.people.flatMap((one) => one.looks);
      const count = (state: string): number => all.filter((one) => one.state === state).length;
      const totals = {
        kept: count('kept'),
        unsure: count('unsure'),
        rejected: count('rejected'),
        failed: count('failed'),
        refusedPhotos: report.people.flatMap((one) => one.refusedPhotos).length,
      };
      progress.event(
        { event: 'end', finished: report.finished, out, ...totals },
        `${String(totals.kept)} kept, ${String(totals.unsure)} unsure, ${String(totals.rejected)} rejected, ${String(totals.failed)} failed, in ${out}.${report.finished ? '' : ' Run the same command again to continue.'}`,
      );
      if (failure) throw failure;
      if (!report.finished) return EXIT.stopped;
      return totals.kept === people.length * looks.length ? EXIT.done : EXIT.refused;
    } finally {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      await engine.close();
      await counter.close();
    }
  },
};

/** @throws StudioError 'usage' */
function engineOf(name: string | undefined): NamedEngine {
  const engines = namedEngines();
  if (engines.size === 0)
    throw new StudioError('usage', 'LIKENESS_ENGINES names no engine. See docs/engines.md.');
  const open = engines.get(name ?? '');
  if (!open)
    throw new StudioError(
      'usage',
      `Name an engine with --engine: ${[...engines.keys()].join(', ')}.`,
    );
  return open();
}

/** @throws StudioError 'usage' */
function looksOf(list: string | undefined, own: string | undefined): Look[] {
  const ids = [...new Set(listOf(list))];
  const looks = ids.map((id) => {
    const found = LOOKS.find((one) => one.id === id);
    if (!found)
      throw new StudioError('usage', `There is no look '${id}'. See likeness look --help.`);
    return found;
  });
  const words = own?.trim() ?? '';
  if (words.length > OWN_LOOK_MOST)
    throw new StudioError('usage', `A look has at most ${String(OWN_LOOK_MOST)} characters.`);
  if (words !== '') looks.push(ownLook(words));
  if (looks.length === 0) throw new StudioError('usage', 'Say which looks with --look or --own.');
  return looks;
}

/** Says what is sent where, and asks unless it is allowed already. Without a terminal the answer is no. */
async function mayBeSent(
  open: OpenEngine,
  looks: readonly Look[],
  people: number,
  allowed: boolean,
): Promise<boolean> {
  const { protocol } = open.named;
  const texts = looks.map(
    ({ title, text }) => `  ${title}: ${protocol.edits ? text.instruction : text.description}\n`,
  );
  process.stderr.write(
    `${people === 1 ? 'A photo' : `Photos of ${String(people)} people`} would be sent to ${whereOf(open)}: head and shoulders, without metadata. The engine may keep them. With them go these words:\n${texts.join('')}`,
  );
  if (allowed) return true;
  if (!process.stdin.isTTY) {
    process.stderr.write('Add --yes-send-photo to allow that.\n');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Ctrl-C and Ctrl-D mean no as well.
    const said = await terminal.question('Send? [y/N] ').catch(() => '');
    return /^y(es)?$/i.test(said.trim());
  } finally {
    terminal.close();
  }
}

function textOf(event: LookEvent): string {
  switch (event.event) {
    case 'note':
      return `${event.photo}: ${event.text}`;
    case 'refused-photo':
      return `${event.photo}: ${event.reason}`;
    case 'asking':
    case 'progress':
      return '';
    case 'attempt':
      // The last attempt is reported as the look's outcome.
      return event.state === 'rejected'
        ? `${event.person}, ${event.look}: ${event.reason} It is in ${event.file ?? ''}.`
        : '';
    case 'look':
      return `${event.person}, ${event.look}: ${event.state}. ${event.reason}${event.file === undefined ? '' : ` ${event.file}`}`;
  }
}
