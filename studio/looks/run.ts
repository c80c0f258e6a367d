import { randomInt, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Line } from '../../engine-host/line.ts';
import { picture } from '../../engine-host/picture.ts';
import { downloadName } from '../../renderer/core/avatars.ts';
import { LOOK_SIZE, nextOf, stateAfter } from '../../renderer/core/engines/attempts.ts';
import { EngineError, type LookJob } from '../../renderer/core/engines/engine.ts';
import { verdictOf } from '../../renderer/core/engines/verdict.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import { markedAsGenerated } from '../../renderer/core/generated-mark.ts';
import type { Look } from '../../renderer/core/looks.ts';
import type { Engine } from '../engine/engine.ts';
import {
  KEPT,
  openJournal,
  sha256,
  writeWhole,
  type Journal,
  type LookEntry,
} from '../run/journal.ts';
import type { Person } from '../run/people.ts';
import { createPhotos, type Photos } from '../run/photos.ts';
import { judge, readPhoto, refusal, type Refusal } from '../run/run.ts';
import type { NamedEngine } from './engines.ts';

/** What became of a look. */
export interface LookOutcome {
  readonly look: string;
  readonly version: number;
  readonly title: string;
  readonly state: 'kept' | 'unsure' | 'rejected' | 'failed';
  /** A sentence. */
  readonly reason: string;
  /** Relative to the output folder. */
  readonly file?: string;
  readonly attempts: readonly LookEntry[];
}

export interface LooksReport {
  /** False if it was stopped; the same command continues it. */
  readonly finished: boolean;
  readonly engine: Pick<NamedEngine, 'name' | 'kind' | 'model'>;
  readonly people: readonly {
    readonly person: string;
    readonly photo?: string;
    readonly refusedPhotos: readonly (Refusal & { readonly photo: string })[];
    readonly looks: readonly LookOutcome[];
  }[];
}

export type LookEvent =
  | (Refusal & {
      readonly event: 'refused-photo';
      readonly person: string;
      readonly photo: string;
    })
  | {
      readonly event: 'asking';
      readonly person: string;
      readonly look: string;
      readonly attempt: number;
    }
  | {
      readonly event: 'progress';
      readonly person: string;
      readonly look: string;
      readonly progress: string;
    }
  | {
      readonly event: 'attempt';
      readonly person: string;
      readonly look: string;
      readonly state: LookEntry['state'];
      readonly reason: string;
      readonly file?: string;
    }
  | (LookOutcome & { readonly event: 'look'; readonly person: string; readonly known: boolean });

export interface LooksOptions {
  readonly people: readonly Person[];
  readonly looks: readonly Look[];
  readonly named: NamedEngine;
  readonly line: Line;
  readonly out: string;
  readonly engine: Engine;
  readonly signal: AbortSignal;
  /** Whether a picture may be asked for again whose answer was lost, though it may be charged twice. */
  readonly again: boolean;
  /** Counts a kept picture against the plan, once per key. @throws StudioError 'plan' */
  readonly spend: (key: string) => Promise<void>;
  readonly onEvent: (event: LookEvent) => void;
}

/** Makes each person's looks, one after the other: an engine has one job at a time. */
export async function runLooks(options: LooksOptions): Promise<LooksReport> {
  const { people, named, out, signal } = options;
  const journal = await openJournal(out);
  const reports: LooksReport['people'][number][] = [];
  try {
    for (const person of people) {
      if (signal.aborted) break;
      reports.push(await ofPerson(person, journal, options));
    }
  } finally {
    await journal.close();
  }
  const { name, kind, model } = named;
  return { finished: !signal.aborted, engine: { name, kind, model }, people: reports };
}

/** The looks are made of the first photo that can be used. */
async function ofPerson(
  { name: person, photos: paths }: Person,
  journal: Journal,
  options: LooksOptions,
): Promise<LooksReport['people'][number]> {
  const { looks, engine, signal, onEvent } = options;
  const refusedPhotos: LooksReport['people'][number]['refusedPhotos'][number][] = [];
  const outcomes: LookOutcome[] = [];
  const usable = new Map<string, string>();
  const photos = createPhotos(engine, (hash) => readPhoto(usable.get(hash) ?? ''));
  try {
    for (const path of paths) {
      if (signal.aborted || usable.size > 0) break;
      const code = await judge(path, photos, usable, journal);
      if (code === undefined) continue;
      refusedPhotos.push({ photo: path, ...refusal(code) });
      onEvent({ event: 'refused-photo', person, photo: path, ...refusal(code) });
    }
    const [first] = usable;
    if (!first) return { person, refusedPhotos, looks: [] };
    const [hash, photo] = first;
    for (const look of looks) {
      if (signal.aborted) break;
      const made = await makeLook(person, hash, look, photos, journal, options);
      if (made) outcomes.push(made);
    }
    return { person, photo, refusedPhotos, looks: outcomes };
  } finally {
    await photos.close();
  }
}

async function makeLook(
  person: string,
  photo: string,
  look: Look,
  photos: Photos,
  journal: Journal,
  options: LooksOptions,
): Promise<LookOutcome | undefined> {
  const { named, out, signal, onEvent } = options;
  const isStopped = (): boolean => signal.aborted;
  // Journals on disk hold these keys, so their ingredients must never change.
  const key = sha256(
    JSON.stringify([person, photo, look.id, look.version, look.text, named.name, named.model]),
  );
  const outcome = (state: LookOutcome['state'], reason: string, file?: string): LookOutcome => ({
    look: look.id,
    version: look.version,
    title: look.title,
    state,
    reason,
    ...(file !== undefined && { file }),
    attempts: journal.look(key),
  });
  const reported = (result: LookOutcome, known: boolean): LookOutcome => {
    onEvent({ event: 'look', person, known, ...result });
    return result;
  };
  const folderOf = { kept: '', unsure: 'unsure', rejected: 'rejected' } as const;

  /** Judges a received picture and writes it where its verdict says. */
  async function check(entry: LookEntry): Promise<LookEntry> {
    const received = await readFile(join(out, entry.file ?? ''));
    const compared = await photos
      .use(photo, (open) => open.compare(received))
      .catch((thrown: unknown) => {
        if (thrown instanceof LikenessError && thrown.code.startsWith('photo-')) return undefined;
        throw thrown;
      });
    if (!compared) {
      const { message: reason } = new EngineError(
        'not-a-picture',
        'its bytes can’t be read as one',
      );
      return record({ ...entry, state: 'failed', reason });
    }
    const { verdict, reason } = verdictOf(compared.found, look.check);
    // Looks of other engines and in other words have names of their own.
    const name = downloadName(look.title, `_${key.slice(0, 6)}_${String(entry.attempt)}.png`);
    const file = join(person, folderOf[verdict], name);
    const bytes = markedAsGenerated(compared.bytes);
    await writeWhole(
      join(out, file),
      bytes,
      verdict === 'kept' ? { consent: () => options.spend(key) } : {},
    );
    const judged = { state: verdict, file, sha256: sha256(bytes), reason, found: compared.found };
    await record({ ...entry, ...judged });
    // It may have metadata, which the one that was made anew hasn't.
    await rm(join(out, entry.file ?? ''), { force: true });
    return { ...entry, ...judged };
  }

  async function record(entry: LookEntry): Promise<LookEntry> {
    await journal.add(entry);
    return entry;
  }

  /** Keeps the engine's bytes as they came, before anything reads them. */
  async function receive(entry: LookEntry, bytes: Uint8Array): Promise<LookEntry> {
    const file = join(KEPT, 'received', `${key}-${String(entry.attempt)}`);
    await mkdir(join(out, KEPT, 'received'), { recursive: true });
    await writeWhole(join(out, file), bytes, { isPrivate: true });
    return record({ ...entry, state: 'received', file, sha256: sha256(bytes) });
  }

  async function ask(attempt: number, before: LookEntry | undefined): Promise<LookEntry> {
    const { protocol } = named;
    const isResumed = before !== undefined;
    const fresh = (): LookEntry => ({
      kind: 'look',
      key,
      attempt,
      state: 'sent',
      job: randomUUID(),
      seed: randomInt(2 ** 31),
    });
    let entry = isResumed ? before : fresh();
    const job = async (): Promise<LookJob> => ({
      id: entry.job,
      engineJob: entry.engineJob,
      text: look.text,
      photo: await photos.use(photo, (open) => open.portrait()),
      size: LOOK_SIZE,
      seed: entry.seed,
    });
    const sent = await job();
    if (!isResumed) await record(entry);
    onEvent({ event: 'asking', person, look: look.id, attempt });
    try {
      const bytes = await picture(sent, isResumed, {
        line: options.line,
        protocol,
        signal,
        onProgress: (progress) => onEvent({ event: 'progress', person, look: look.id, progress }),
        async onKeep(engineJob) {
          entry = await record({ ...entry, engineJob });
        },
        async onLost() {
          // Another seed, since an engine may remember the picture and make nothing new.
          entry = await record(fresh());
          return job();
        },
      });
      return await receive(entry, bytes);
    } catch (thrown) {
      if (!(thrown instanceof EngineError)) throw thrown;
      const { message: reason } = thrown;
      return record({ ...entry, state: stateAfter(thrown.code), reason });
    }
  }

  for (let attempt = 1; ; attempt += 1) {
    let entry = journal.look(key).find((one) => one.attempt === attempt);
    const rules = { resumes: named.protocol.resumes, again: options.again };
    // What somebody removed is made again, unless it was rejected.
    const isGone =
      entry !== undefined &&
      ['kept', 'unsure', 'received'].includes(entry.state) &&
      !(await journal.holds(entry));
    const next = nextOf(isGone ? undefined : entry?.state, attempt, rules);
    const known = next === 'end' || next === 'next-attempt';
    if (!known || !entry) {
      if (signal.aborted) return undefined;
      if (next === 'ask-user') {
        const { message } = new EngineError('lost-after-sending');
        return reported(
          outcome('failed', `${message} Add --again to ask for it once more.`),
          false,
        );
      }
      // What was received is judged; else the engine is asked.
      if (next !== 'check' || !entry)
        entry = await ask(attempt, next === 'resume' ? entry : undefined);
      if (isStopped() && entry.state !== 'received') return undefined;
      if (entry.state === 'received') entry = await check(entry);
      const { state, reason = '', file } = entry;
      onEvent({
        event: 'attempt',
        person,
        look: look.id,
        state,
        reason,
        ...(file !== undefined && { file }),
      });
    }
    const { state, reason = '', file } = entry;
    if (state === 'kept' || state === 'unsure')
      return reported(outcome(state, reason, file), known);
    if (state !== 'rejected') return reported(outcome('failed', reason), false);
    if (nextOf(state, attempt, rules) === 'end')
      return reported(outcome('rejected', reason, file), false);
  }
}
