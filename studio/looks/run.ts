import { randomInt, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Line } from '../../engine-host/line.ts';
import { picture } from '../../engine-host/picture.ts';
import { downloadName } from '../../renderer/core/avatars.ts';
import { LOOK_SIZE, nextOf, stateAfter } from '../../renderer/core/engines/attempts.ts';
import { EngineError, UNANSWERED, type LookJob } from '../../renderer/core/engines/engine.ts';
import { verdictOf, type Verdict } from '../../renderer/core/engines/verdict.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import { markedAsGenerated } from '../../renderer/core/generated-mark.ts';
import type { Look } from '../../renderer/core/looks.ts';
import type { Engine } from '../engine/engine.ts';
import { KEPT, sha256, writeWhole, type Journal, type LookEntry } from '../run/journal.ts';
import type { Person } from '../run/people.ts';
import type { Photos } from '../run/photos.ts';
import {
  takeEach,
  withPhotos,
  type Ended,
  type NotedPhoto,
  type PhotoEvent,
  type RefusedPhoto,
} from '../run/run.ts';
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
  readonly people: readonly PersonLooks[];
}
interface PersonLooks {
  readonly person: string;
  readonly photo?: string;
  readonly notes: readonly NotedPhoto[];
  readonly refusedPhotos: readonly RefusedPhoto[];
  readonly looks: readonly LookOutcome[];
}

/** What happens while a look is made. */
type LookStep =
  | { readonly event: 'asking'; readonly attempt: number }
  | { readonly event: 'progress'; readonly place: number }
  | {
      readonly event: 'attempt';
      readonly state: LookEntry['state'];
      readonly reason: string;
      readonly file?: string;
    };
export type LookEvent =
  | PhotoEvent
  | (LookStep & { readonly person: string; readonly look: string })
  | (LookOutcome & { readonly event: 'look'; readonly person: string; readonly known: boolean });

/** Where the attempts at a look are written down, and their pictures kept. */
export interface LookRecord {
  attempts(): readonly LookEntry[];
  /** On the disk before anything else happens. */
  add(entry: LookEntry): Promise<void>;
  /** Keeps a picture: as it came, or as it was judged. @returns its file's name */
  write(attempt: number, as: 'received' | Verdict['verdict'], bytes: Uint8Array): Promise<string>;
  /** A kept picture, if it is still there as it was written. */
  read(entry: LookEntry): Promise<Uint8Array | undefined>;
  remove(file: string): Promise<void>;
}

export interface MakingLook extends Pick<
  LooksOptions,
  'named' | 'line' | 'signal' | 'again' | 'onTrouble'
> {
  /** Of this look of this photo by this engine. */
  readonly key: string;
  readonly look: Look;
  readonly photo: string;
  readonly photos: Photos;
  /** How the user has a picture made again whose answer was lost. */
  readonly onceMore: string;
  readonly record: LookRecord;
  readonly onStep: (step: LookStep) => void;
  /** The engine may get over this, and can be asked again later without a second charge. */
  readonly onAway?: (failure: EngineError) => void;
}

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
  /** What an engine made can't be stored: that is tried again when this resolves. */
  readonly onTrouble: (thrown: unknown) => Promise<void>;
  readonly onEvent: (event: LookEvent) => void;
}

/** Makes each person's looks, one after the other: an engine has one job at a time. */
export async function runLooks(options: LooksOptions): Promise<Ended<LooksReport>> {
  const { named, signal } = options;
  const reports: PersonLooks[] = [];
  const { finished, failure } = await takeEach(
    options,
    () => signal.aborted,
    (person, journal) => ofPerson(person, journal, options, reports),
  );
  const { name, kind, model } = named;
  return { report: { finished, engine: { name, kind, model }, people: reports }, failure };
}

/**
 * The looks are made of the first photo that can be used.
 * @param reports gets the person's, also when it is cut short
 */
function ofPerson(
  of: Person,
  journal: Journal,
  options: LooksOptions,
  reports: PersonLooks[],
): Promise<void> {
  const { looks, signal, onEvent } = options;
  const { name: person } = of;
  const outcomes: LookOutcome[] = [];
  const isEnough = (usable: number): boolean => signal.aborted || usable > 0;
  return withPhotos(of, journal, { ...options, isEnough }, async (judged) => {
    const { photos, usable, notes, refusedPhotos } = judged;
    const [first] = usable;
    const photo = first && { photo: first[1] };
    reports.push({ person, ...photo, notes, refusedPhotos, looks: outcomes });
    if (!first) return;
    const [hash] = first;
    for (const look of looks) {
      if (signal.aborted) break;
      const { named, line, again, onTrouble } = options;
      // Journals on disk hold these keys, so their ingredients must never change.
      const key = sha256(
        JSON.stringify([person, hash, look.id, look.version, look.text, named.name, named.model]),
      );
      const made = await makeLook({
        ...{ key, look, photos, named, line, signal, again, onTrouble },
        photo: hash,
        onceMore: 'Add --again to ask for it once more.',
        record: recordOf(key, person, look, journal, options),
        onStep: (step) => onEvent({ ...step, person, look: look.id }),
      });
      if (!made) continue;
      const { isKnown, ...outcome } = made;
      outcomes.push(outcome);
      onEvent({ event: 'look', person, known: isKnown, ...outcome });
    }
  });
}

/** In a folder for each person; looks of other engines and in other words have names of their own. */
function recordOf(
  key: string,
  person: string,
  { title }: Look,
  journal: Journal,
  { out, spend }: LooksOptions,
): LookRecord {
  const folderOf = { kept: '', unsure: 'unsure', rejected: 'rejected' } as const;
  return {
    attempts: () => journal.look(key),
    add: (entry) => journal.add(entry),
    async write(attempt, as, bytes) {
      const isReceived = as === 'received';
      const name = downloadName(title, `_${key.slice(0, 6)}_${String(attempt)}.png`);
      const file = isReceived
        ? join(KEPT, 'received', `${key}-${String(attempt)}`)
        : join(person, folderOf[as], name);
      await writeWhole(join(out, file), bytes, {
        isPrivate: isReceived,
        ...(as === 'kept' && { consent: () => spend(key) }),
      });
      return file;
    },
    read: (entry) => journal.read(entry),
    remove: (file) => rm(join(out, file), { force: true }),
  };
}

/** Makes a look, or goes on with one. @returns undefined if it was stopped */
export async function makeLook({
  key,
  look,
  photo,
  photos,
  named: { protocol },
  line,
  signal,
  again,
  onceMore,
  record,
  onTrouble,
  onStep,
  onAway,
}: MakingLook): Promise<(LookOutcome & { readonly isKnown: boolean }) | undefined> {
  const isStopped = (): boolean => signal.aborted;
  const outcome = (
    state: LookOutcome['state'],
    reason: string,
    {
      file,
      isKnown = false,
    }: { readonly file?: string | undefined; readonly isKnown?: boolean } = {},
  ) => ({
    look: look.id,
    version: look.version,
    title: look.title,
    state,
    reason,
    ...(file !== undefined && { file }),
    attempts: record.attempts(),
    isKnown,
  });
  /** Stores what an engine was paid for. It can't be had again, so not even a stop gives it up. */
  async function untilStored<T>(store: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await store();
      } catch (thrown) {
        await onTrouble(thrown);
      }
    }
  }
  async function added(entry: LookEntry): Promise<LookEntry> {
    const add = (): Promise<void> => record.add(entry);
    await (entry.state === 'sent' ? add() : untilStored(add));
    return entry;
  }

  /** Judges a received picture and keeps it as its verdict says. */
  async function check(entry: LookEntry, received: Uint8Array): Promise<LookEntry> {
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
      return added({ ...entry, state: 'failed', reason });
    }
    const { verdict, reason } = verdictOf(compared.found, look.check);
    const bytes = markedAsGenerated(compared.bytes);
    const file = await record.write(entry.attempt, verdict, bytes);
    const judged = await added({
      ...entry,
      ...{ state: verdict, file, sha256: sha256(bytes), reason, found: compared.found },
    });
    // It may have metadata, which the one that was made anew hasn't.
    if (entry.file !== undefined) await record.remove(entry.file);
    return judged;
  }

  async function ask(attempt: number, before: LookEntry | undefined): Promise<LookEntry> {
    const fresh = (): LookEntry => ({
      kind: 'look',
      key,
      attempt,
      state: 'sent',
      job: randomUUID(),
      seed: randomInt(2 ** 31),
    });
    let entry = before ?? fresh();
    const job = async (): Promise<LookJob> => ({
      id: entry.job,
      engineJob: entry.engineJob,
      text: look.text,
      photo: await photos.use(photo, (open) => open.portrait()),
      size: LOOK_SIZE,
      seed: entry.seed,
    });
    const sent = await job();
    if (!before) await record.add(entry);
    onStep({ event: 'asking', attempt });
    const asked = { isSent: false };
    try {
      const bytes = await picture(sent, before !== undefined, {
        line,
        protocol,
        signal,
        onPhoto: () => void (asked.isSent = true),
        onProgress: (place) => onStep({ event: 'progress', place }),
        async onKeep(engineJob) {
          entry = { ...entry, engineJob };
          await untilStored(() => record.add(entry));
        },
        async onLost() {
          // Another seed, since an engine may remember the picture and make nothing new.
          entry = await added(fresh());
          return job();
        },
      });
      // As they came, before anything reads them.
      const file = await untilStored(() => record.write(attempt, 'received', bytes));
      return await added({ ...entry, state: 'received', file, sha256: sha256(bytes) });
    } catch (thrown) {
      if (!(thrown instanceof EngineError)) throw thrown;
      const { code, message: reason } = thrown;
      // An engine that can't be asked for it later may have made it all the same.
      const isLost = code === 'cancelled' && asked.isSent && !protocol.resumes;
      const state = isLost ? 'sent' : stateAfter(code);
      const failed = await added({ ...entry, state, reason });
      if (UNANSWERED.includes(code) && (state === 'failed' || protocol.resumes)) onAway?.(thrown);
      return failed;
    }
  }

  for (let attempt = 1; ; attempt += 1) {
    let entry = record.attempts().find((one) => one.attempt === attempt);
    const rules = { resumes: protocol.resumes, again };
    // What somebody removed is made again, unless it was rejected.
    const isGone =
      entry !== undefined &&
      ['kept', 'unsure', 'received'].includes(entry.state) &&
      !(await record.read(entry));
    const next = nextOf(isGone ? undefined : entry?.state, attempt, rules);
    const isKnown = next === 'end' || next === 'next-attempt';
    if (!isKnown || !entry) {
      if (signal.aborted) return undefined;
      if (next === 'ask-user') {
        const { message } = new EngineError('lost-after-sending');
        return outcome('failed', `${message} ${onceMore}`);
      }
      // What was received is judged; else the engine is asked.
      if (next !== 'check' || !entry)
        entry = await ask(attempt, next === 'resume' ? entry : undefined);
      if (isStopped() && entry.state !== 'received') return undefined;
      const received = entry.state === 'received' ? await record.read(entry) : undefined;
      if (received) entry = await check(entry, received);
      const { state, reason = '', file } = entry;
      onStep({ event: 'attempt', state, reason, ...(file !== undefined && { file }) });
    }
    const { state, reason = '', file } = entry;
    if (state === 'kept' || state === 'unsure') return outcome(state, reason, { file, isKnown });
    if (state !== 'rejected') return outcome('failed', reason);
    if (nextOf(state, attempt, rules) === 'end') return outcome('rejected', reason, { file });
  }
}
