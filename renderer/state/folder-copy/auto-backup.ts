import { z } from 'zod';

import { createPassphrase } from '../../core/accounts/recovery-code.ts';
import { pictureKey } from '../../core/avatars.ts';
import { autoBackupName, autoBackupTime } from '../../core/backup/format.ts';
import { staying } from '../../core/backup/generations.ts';
import { errorCode } from '../../core/errors.ts';
import { note, noted } from '../../core/log/log.ts';
import { isMinted } from '../../core/mints/selectors.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import type { RandomBytes } from '../../core/time-id.ts';
import type { Backups } from '../../ports/backups.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Locks } from '../../ports/locks.ts';
import type { FileOutcome, FolderState, PictureFolder } from '../../ports/picture-folder.ts';
import type { LibraryState } from '../library/index.ts';
import type { Memory } from '../remembered.ts';
import type { CurrentScope } from '../scope.ts';
import { createFollowing } from './folder-copy.ts';

const madeSchema = z.strictObject({
  name: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  avatars: z.int(),
  bytes: z.int(),
  /** Credits that could be spent. Missing in backups of the first version. */
  credits: z.int().optional(),
  /** The library's contents at that time, in short. */
  mark: z.string(),
});
type Made = z.infer<typeof madeSchema>;
/** In the order in which they were made. The first version kept one, and remembered it alone. */
const allMadeSchema = z.array(madeSchema).or(madeSchema.transform((one) => [one]));

/** A backup in the folder. What it holds is known of those that were made here. */
export interface KeptBackup extends Pick<Made, 'name' | 'at'> {
  readonly holds?: Pick<Made, 'avatars' | 'bytes' | 'credits'>;
  readonly file: () => Promise<Blob>;
}

export interface AutoBackupState {
  /** The passphrase of the backups while they are on. */
  readonly passphrase?: string;
  readonly last?: Omit<Made, 'mark'>;
  /** 0 to 1 while one is written, and earlier ones are removed. */
  readonly done?: number;
  /** Why the last try made none. */
  readonly problem?: Exclude<FileOutcome, 'written'>;
}

/**
 * Keeps sealed backups of the open library in the folder that its pictures are copied into. A new one
 * is made once a day at most, if the library has changed. Once it was read back, earlier ones go that
 * `staying` doesn't keep.
 */
export interface AutoBackup extends Subscribable<AutoBackupState> {
  /** Makes a passphrase, and the first backup. */
  turnOn(): Promise<void>;
  /** Forgets the passphrase. Backups that were made stay. */
  turnOff(): Promise<void>;
  /** Makes one now, or after what is running. */
  backUp(): Promise<void>;
  /** The backups in the folder, the newest first. */
  readonly kept: () => Promise<readonly KeptBackup[]>;
  /** Reads whether they are on, and makes one if it is due. */
  check(): Promise<void>;
  start(): void;
  stop(): void;
}

type Files = Pick<PictureFolder, 'state' | 'names' | 'save' | 'open' | 'remove'>;

/** The folder as it is. */
interface Found {
  readonly files: Files;
  readonly kind: FolderState['kind'];
  /** The names of its files. Empty unless it is ready. */
  readonly names: ReadonlySet<string>;
  /** The backups in it that were made here; all that were, while it is lost. */
  readonly made: readonly Made[];
}

interface Deps {
  readonly folder: () => Promise<Files>;
  readonly backups: Pick<Backups, 'save' | 'passphrase' | 'keepPassphrase'>;
  readonly library: Subscribable<LibraryState>;
  readonly scope: Pick<CurrentScope, 'snapshot' | 'subscribe'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly locks: Locks;
  readonly random: RandomBytes;
  readonly memory: Memory;
}

/** Key of whether automatic backups were ever turned on here. */
const USED = 'auto-backup';
const EVERY_MS = 24 * 60 * 60 * 1_000;
const OFF: AutoBackupState = {};

/** Key of a profile's backups. */
export const madeKey = (profileId: string): string => `auto-backup.${profileId}`;

/** Text that changes with nearly everything that a backup holds. */
function markOf({ avatars, mints, credits: { granted, spent } }: LibraryState): string {
  let ids = 0;
  let likes = 0;
  let names = 0;
  for (const avatar of avatars) {
    const { id, liked, name } = avatar;
    ids += id;
    likes += liked ? id : 0;
    const text = `${name}${pictureKey(avatar)}`;
    for (let at = 0; at < text.length; at += 1) names = (names * 31 + text.charCodeAt(at)) | 0;
  }
  const minted = mints.filter(isMinted).length;
  return [avatars.length, ids, likes, names, granted, spent, minted].join(' ');
}

export function createAutoBackup(deps: Deps): AutoBackup {
  const { folder, backups, library, scope, clock, locks, random, memory } = deps;
  const state = createState<AutoBackupState>(OFF);
  let running: Promise<unknown> | undefined;
  /** Something changed while it was running. */
  let again = false;
  /** The backup that the user asked for, until it is made. A second press asks for the same one. */
  let asked: Promise<void> | undefined;

  const readMade = (profileId: string): readonly Made[] =>
    allMadeSchema.safeParse(memory.read(madeKey(profileId))).data ?? [];
  const look = async (profileId: string): Promise<Found> => {
    const files = await folder();
    const { kind } = await files.state(profileId);
    const names = kind === 'ready' ? await files.names(profileId) : undefined;
    const made = readMade(profileId).filter(({ name }) => names?.has(name) ?? kind !== 'none');
    return { files, kind, names: names ?? new Set(), made };
  };
  const isCurrent = (profileId: string): boolean => scope.snapshot()?.profileId === profileId;

  /** Removes what needn't stay. What can't be removed now is tried again after the next backup. */
  const thin = async (profileId: string, { files, made }: Pick<Found, 'files' | 'made'>) => {
    const stay = staying(made);
    for (const old of made) {
      if (stay.has(old)) continue;
      await files.remove(profileId, old.name);
      memory.write(
        madeKey(profileId),
        readMade(profileId).filter(({ name }) => name !== old.name),
      );
    }
  };
  /** Shows how far a backup is, or how it ended, unless backups were turned off meanwhile. */
  const show = (
    profileId: string,
    passphrase: string,
    more: Omit<AutoBackupState, 'passphrase'>,
  ): void => {
    if (!isCurrent(profileId) || state.snapshot().passphrase !== passphrase) return;
    state.update(({ last }) => ({ passphrase, ...(last && { last }), ...more }));
  };
  /** Writes a backup, and then removes those that needn't stay. Returns it, or why it wrote none. */
  const write = async (
    profileId: string,
    passphrase: string,
    { files, kind, names, made }: Found,
  ): Promise<Pick<AutoBackupState, 'last' | 'problem'>> => {
    if (kind !== 'ready') return { problem: kind === 'none' ? 'gone' : kind };
    const { credits } = library.snapshot();
    const mark = markOf(library.snapshot());
    // A clock that was set back may come to the time of an earlier one.
    let at = clock.now();
    while (names.has(autoBackupName(at))) at += 1_000;
    const name = autoBackupName(at);
    let written = { avatars: 0, bytes: 0 };
    show(profileId, passphrase, { done: 0 });
    let outcome: FileOutcome;
    try {
      outcome = await files.save(profileId, name, async (writePiece) => {
        written = await backups.save(
          profileId,
          passphrase,
          {
            write: writePiece,
            close: () => Promise.reject(new Error('the folder closes the file')),
            abort: () => Promise.resolve(),
          },
          { onProgress: (done) => show(profileId, passphrase, { done }) },
        );
      });
    } catch (thrown) {
      note('files.disk', thrown);
      return { problem: 'failed' };
    }
    if (outcome !== 'written') return { problem: outcome };
    const last: Made = { name, at, ...written, credits: credits.available, mark };
    memory.write(madeKey(profileId), [...readMade(profileId), last]);
    await thin(profileId, { files, made: [...made, last] }).catch(noted('files.disk'));
    return { last };
  };

  /** Makes a backup if one is due. Returns what shows how it ended. */
  const attempt = async (
    profileId: string,
    isDue: (last: Made | undefined) => boolean,
  ): Promise<(() => void) | undefined> => {
    try {
      const last = (await look(profileId)).made.at(-1);
      const passphrase = await backups.passphrase(profileId);
      if (!isCurrent(profileId)) return undefined;
      state.update(({ problem }) =>
        passphrase === undefined
          ? OFF
          : { passphrase, ...(last && { last }), ...(problem && isDue(last) && { problem }) },
      );
      if (passphrase === undefined || !library.snapshot().loaded || !isDue(last)) return undefined;
      return await locks.exclusive(`auto-backup:${profileId}`, async () => {
        // Another tab may just have made it.
        const found = await look(profileId);
        if (!isDue(found.made.at(-1))) return undefined;
        const ended = await write(profileId, passphrase, found);
        return () => show(profileId, passphrase, ended);
      });
    } catch (thrown) {
      // A locked account's passphrase is sealed; its library can't be read either.
      if (errorCode(thrown) !== 'storage-locked') throw thrown;
      return undefined;
    }
  };
  const run = async (isDue: (last: Made | undefined) => boolean): Promise<void> => {
    // Whoever began it hears of its failure.
    while (running) await running.catch(() => undefined);
    const profileId = scope.snapshot()?.profileId;
    if (profileId === undefined) return;
    const attempted = attempt(profileId, isDue);
    running = attempted;
    let showEnd: (() => void) | undefined;
    try {
      showEnd = await attempted;
    } finally {
      // What is shown as done makes room for the next one.
      running = undefined;
      showEnd?.();
      if (again) checkQuietly();
    }
  };
  /** Makes one, after what is running here or in another tab. */
  const runNext = (): Promise<void> => run(() => true);
  const check = (): Promise<void> =>
    run(
      (last) =>
        library.snapshot().avatars.length > 0 &&
        // A backup in the future was made by a clock that was wrong then, or is now.
        (!last || clock.now() - last.at >= EVERY_MS || clock.now() < last.at) &&
        last?.mark !== markOf(library.snapshot()),
    );
  const checkQuietly = (): void => {
    again = running !== undefined;
    const { problem } = state.snapshot();
    // A lost folder may be back. After another failure, the user or the next visit tries again.
    if (!again && problem !== 'full' && problem !== 'failed')
      void check().catch(noted('files.disk'));
  };
  const following = createFollowing(library, scope, checkQuietly, () => state.set(OFF));

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    check,
    backUp: () =>
      (asked ??= runNext().finally(() => {
        asked = undefined;
      })),
    async kept() {
      const profileId = scope.snapshot()?.profileId;
      if (profileId === undefined) return [];
      const { files, names, made } = await look(profileId);
      return [...names]
        .flatMap((name): KeptBackup[] => {
          const at = autoBackupTime(name);
          const holds = made.find((one) => one.name === name);
          return at === undefined
            ? []
            : [{ name, at, ...(holds && { holds }), file: () => files.open(profileId, name) }];
        })
        .sort((a, b) => b.at - a.at);
    },

    async turnOn() {
      const profileId = scope.snapshot()?.profileId;
      if (profileId === undefined) return;
      await backups.keepPassphrase(profileId, createPassphrase(random));
      memory.write(USED, true);
      await runNext();
      following.start();
    },
    async turnOff() {
      const profileId = scope.snapshot()?.profileId;
      if (profileId === undefined) return;
      await backups.keepPassphrase(profileId, undefined);
      state.set(OFF);
    },
    start() {
      if (memory.read(USED) === true) following.start();
    },
    stop: following.stop,
  };
}
