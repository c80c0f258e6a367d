import { z } from 'zod';

import { createPassphrase } from '../../core/accounts/recovery-code.ts';
import { autoBackupName } from '../../core/backup/format.ts';
import { errorCode } from '../../core/errors.ts';
import { note, noted } from '../../core/log/log.ts';
import type { RandomBytes } from '../../core/orders/create-order.ts';
import type { Backups } from '../../ports/backups.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Locks } from '../../ports/locks.ts';
import type { FileOutcome, PictureFolder } from '../../ports/picture-folder.ts';
import type { LibraryState } from '../library/index.ts';
import { observable, type Watched } from '../observable.ts';
import type { Memory } from '../remembered.ts';
import type { CurrentScope } from '../scope.ts';

const lastSchema = z.strictObject({
  name: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  avatars: z.int(),
  bytes: z.int(),
  /** The library's contents at that time, in short. */
  mark: z.string(),
});
type Last = z.infer<typeof lastSchema>;

export interface AutoBackupState {
  /** The passphrase of the backups while they are on. */
  readonly passphrase?: string;
  readonly last?: Omit<Last, 'mark'>;
  /** 0 to 1 while one is written. */
  readonly done?: number;
  /** Why the last try made none. */
  readonly problem?: Exclude<FileOutcome, 'written'>;
}

/**
 * Keeps one sealed backup of the open library in the folder that its pictures are copied into. A new
 * one is made once a day at most, if the library has changed; the previous one stays until the new
 * one was read back.
 */
export interface AutoBackup extends Watched<AutoBackupState> {
  /** Makes a passphrase, and the first backup. */
  turnOn(): Promise<void>;
  /** Forgets the passphrase. Backups that were made stay. */
  turnOff(): Promise<void>;
  /** Makes one now. */
  backUp(): Promise<void>;
  /** Reads whether they are on, and makes one if it is due. */
  check(): Promise<void>;
  start(): void;
  stop(): void;
}

interface Deps {
  readonly folder: () => Promise<Pick<PictureFolder, 'state' | 'save' | 'remove'>>;
  readonly backups: Pick<Backups, 'save' | 'passphrase' | 'keepPassphrase'>;
  readonly library: Watched<LibraryState>;
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

const lastKey = (profileId: string): string => `auto-backup.${profileId}`;

/** Text that changes with nearly everything that a backup holds. */
function markOf({ avatars, credits }: LibraryState): string {
  let ids = 0;
  let likes = 0;
  let names = 0;
  for (const { id, liked, name } of avatars) {
    ids += id;
    likes += liked ? id : 0;
    for (let at = 0; at < name.length; at += 1) names = (names * 31 + name.charCodeAt(at)) | 0;
  }
  return [avatars.length, ids, likes, names, credits.granted, credits.spent].join(' ');
}

export function createAutoBackup(deps: Deps): AutoBackup {
  const { folder, backups, library, scope, clock, locks, random, memory } = deps;
  const state = observable<AutoBackupState>(OFF);
  let unfollow: (() => void) | undefined;
  let running = false;
  /** Something changed while it was running. */
  let again = false;

  const readLast = (profileId: string): Last | undefined =>
    lastSchema.safeParse(memory.read(lastKey(profileId))).data;
  const isCurrent = (profileId: string): boolean => scope.snapshot()?.profileId === profileId;

  /** Writes a backup, and then removes the one before it. */
  const write = async (profileId: string, passphrase: string): Promise<void> => {
    const files = await folder();
    const found = await files.state(profileId);
    if (found.kind === 'none') return;
    const show = (more: Partial<AutoBackupState>): void => {
      if (!isCurrent(profileId)) return;
      const last = readLast(profileId);
      state.set({ passphrase, ...(last && { last }), ...more });
    };
    if (found.kind !== 'ready') {
      show({ problem: found.kind });
      return;
    }
    const before = readLast(profileId);
    const mark = markOf(library.snapshot());
    const at = clock.now();
    const name = autoBackupName(at);
    let written = { avatars: 0, bytes: 0 };
    show({ done: 0 });
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
          { onProgress: (done) => show({ done }) },
        );
      });
    } catch (thrown) {
      note('files.disk', thrown);
      show({ problem: 'failed' });
      return;
    }
    if (outcome !== 'written') {
      show({ problem: outcome });
      return;
    }
    memory.write(lastKey(profileId), { name, at, ...written, mark } satisfies Last);
    show({});
    if (before && before.name !== name)
      await files.remove(profileId, before.name).catch(noted('files.disk'));
  };

  const run = async (isDue: (last: Last | undefined) => boolean): Promise<void> => {
    const profileId = scope.snapshot()?.profileId;
    if (profileId === undefined || running) return;
    running = true;
    try {
      const passphrase = await backups.passphrase(profileId);
      if (!isCurrent(profileId)) return;
      const last = readLast(profileId);
      state.update(({ problem }) =>
        passphrase === undefined
          ? OFF
          : { passphrase, ...(last && { last }), ...(problem && { problem }) },
      );
      if (passphrase !== undefined && library.snapshot().loaded && isDue(last))
        await locks.ifFree(`auto-backup:${profileId}`, () => write(profileId, passphrase));
    } catch (thrown) {
      // A locked account's passphrase is sealed; its library can't be read either.
      if (errorCode(thrown) !== 'storage-locked') throw thrown;
    } finally {
      running = false;
      if (again) checkQuietly();
    }
  };
  const check = (): Promise<void> =>
    run(
      (last) =>
        library.snapshot().avatars.length > 0 &&
        (!last || clock.now() - last.at >= EVERY_MS) &&
        last?.mark !== markOf(library.snapshot()),
    );
  const checkQuietly = (): void => {
    again = running;
    // After a failure, the user or the next visit tries again.
    if (state.snapshot().problem === undefined) void check().catch(noted('files.disk'));
  };
  const follow = (): void => {
    if (unfollow) return;
    const stops = [
      library.subscribe(checkQuietly),
      scope.subscribe(() => {
        state.set(OFF);
        checkQuietly();
      }),
    ];
    unfollow = () => {
      for (const stop of stops) stop();
    };
    checkQuietly();
  };

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    check,
    backUp: () => run(() => true),
    async turnOn() {
      const profileId = scope.snapshot()?.profileId;
      if (profileId === undefined) return;
      await backups.keepPassphrase(profileId, createPassphrase(random));
      memory.write(USED, true);
      await run(() => true);
      follow();
    },
    async turnOff() {
      const profileId = scope.snapshot()?.profileId;
      if (profileId === undefined) return;
      await backups.keepPassphrase(profileId, undefined);
      state.set(OFF);
    },
    start() {
      if (memory.read(USED) === true) follow();
    },
    stop() {
      unfollow?.();
      unfollow = undefined;
    },
  };
}
