import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { exampleMint, exampleProof } from '../../../tests/support/example-mint.ts';
import { numberedAvatar } from '../../../tests/support/example-rows.ts';
import { memoryOf } from '../../../tests/support/memory.ts';
import type { Avatar } from '../../core/avatars.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { createState } from '../../core/subscribable.ts';
import type { FileOutcome, FolderState } from '../../ports/picture-folder.ts';
import { EMPTY, type LibraryState } from '../library/library-state.ts';
import { createAutoBackup, type AutoBackup } from './auto-backup.ts';

const guest: Scope = { profileId: 'guest', genesis: 'chain' };
const DAY = 24 * 60 * 60 * 1_000;
const avatar = (id: number): Avatar => numberedAvatar(guest, id);
const withAvatars = (...ids: number[]): LibraryState => ({
  ...EMPTY,
  loaded: true,
  avatars: ids.map(avatar),
});

let files: Map<string, string>;
let chosen: FolderState;
/** The outcomes of the next files; 'written' when the list is empty. */
let outcomes: FileOutcome[];
let passphrases: Map<string, string>;
let memory: Map<string, unknown>;
let now: number;
let saved: number;
let locked: boolean;
/** What another tab does while it has the lock. */
let elsewhere: () => Promise<void>;
/** Whether files can't be removed. */
let held: boolean;
/** Runs while a backup is sealed. */
let onSave: () => void | Promise<void>;
/** Runs when a file has been removed. */
let onRemove: () => Promise<void>;
/** What the reading of a passphrase waits for. */
let reading: Promise<void> | undefined;
const scope = createState<Scope | undefined>(guest);
const library = createState<LibraryState>(EMPTY);
/** The same device at another visit. */
let open: () => AutoBackup;
let backup: AutoBackup;

/** A check that waits for the passphrase, until it is read. */
function checking(): { readonly checked: Promise<void>; readonly read: () => void } {
  let read = (): void => undefined;
  reading = new Promise((resolve) => (read = resolve));
  return {
    checked: backup.check(),
    read: () => {
      reading = undefined;
      read();
    },
  };
}

const settled = async (): Promise<void> => {
  await expect.poll(() => backup.snapshot().done).toBeUndefined();
};

beforeEach(() => {
  files = new Map();
  chosen = { kind: 'ready', name: 'Portraits' };
  outcomes = [];
  passphrases = new Map();
  memory = new Map();
  now = 1_764_000_000_000;
  saved = 0;
  locked = false;
  elsewhere = () => Promise.resolve();
  held = false;
  onSave = () => undefined;
  onRemove = () => Promise.resolve();
  reading = undefined;
  scope.set(guest);
  library.set(withAvatars(101, 102));
  open = () =>
    createAutoBackup({
      folder: () =>
        Promise.resolve({
          state: () => Promise.resolve(chosen),
          names: () => Promise.resolve(new Set(files.keys())),
          open: (_profile, name) => Promise.resolve(new Blob([files.get(name) ?? ''])),
          async save(_profile, name, fill) {
            const pieces: number[] = [];
            await fill((piece) => Promise.resolve(void pieces.push(...piece)));
            const outcome = outcomes.shift() ?? 'written';
            if (outcome === 'written') files.set(name, String(pieces));
            return outcome;
          },
          async remove(_profile, name) {
            if (held) throw new Error('in use');
            files.delete(name);
            await onRemove();
          },
        }),
      backups: {
        async save(_profile, _passphrase, file, options) {
          saved += 1;
          options?.onProgress?.(0.5);
          await onSave();
          options?.onProgress?.(0.9);
          await file.write(new Uint8Array([saved]));
          return { avatars: library.snapshot().avatars.length, bytes: 1 };
        },
        passphrase(profileId) {
          if (locked) return Promise.reject(new LikenessError('storage-locked'));
          const found = passphrases.get(profileId);
          return reading ? reading.then(() => found) : Promise.resolve(found);
        },
        keepPassphrase(profileId, passphrase) {
          if (passphrase === undefined) passphrases.delete(profileId);
          else passphrases.set(profileId, passphrase);
          return Promise.resolve();
        },
      },
      library,
      scope,
      clock: { now: () => now },
      locks: {
        async exclusive(_name, work) {
          await elsewhere();
          return work({} as never);
        },
        ifFree: (_name, work) => work({} as never),
      },
      random: (length) => new Uint8Array(length).fill(7),
      memory: memoryOf(memory),
    });
  backup = open();
});

afterEach(() => backup.stop());

describe('automatic backups', () => {
  it('begin when they are turned on, with a passphrase to keep', async () => {
    await backup.turnOn();
    expect([...files.keys()]).toEqual(['Likeness automatic backup 2025-11-24 16.00.00.likeness']);
    expect(backup.snapshot()).toMatchObject({
      passphrase: '77777-77777-77777-77777',
      last: { name: [...files.keys()][0], at: now, avatars: 2, bytes: 1 },
    });
    expect(passphrases.get('guest')).toBe(backup.snapshot().passphrase);
  });

  it('wait for another tab that makes one, and then are made only on request', async () => {
    passphrases.set('guest', 'words');
    elsewhere = async () => {
      elsewhere = () => Promise.resolve();
      await open().backUp();
    };
    await backup.check();
    expect(saved).toBe(1);
    await backup.backUp();
    expect(saved).toBe(2);
  });

  it('are made once a day, if anything has changed, and replace one of the same day', async () => {
    await backup.turnOn();
    const [first] = files.keys();
    library.set(withAvatars(101, 102, 103));
    await backup.check();
    expect(saved).toBe(1);
    now += DAY;
    library.set(withAvatars(101, 102));
    await backup.check();
    expect(saved).toBe(1);
    const liked = { ...avatar(102), liked: true };
    library.set({ ...withAvatars(102), avatars: [avatar(101), liked] });
    await expect.poll(() => saved).toBe(2);
    await settled();
    const [, second] = files.keys();
    now += 60_000;
    await backup.backUp();
    expect(saved).toBe(3);
    expect([...files.keys()]).toEqual([first, expect.not.stringMatching(second ?? '')]);
    const mended = [avatar(101), { ...liked, mendedAt: now }];
    const larger = [avatar(101), { ...liked, size: 2048 } as const];
    const minted = exampleMint({}, { kind: 'finalized', proof: exampleProof });
    for (const more of [{ avatars: mended }, { avatars: larger }, { mints: [minted] }]) {
      const before = saved;
      now += DAY;
      library.update((shown) => ({ ...shown, ...more }));
      await expect.poll(() => saved).toBe(before + 1);
      await settled();
    }
  });

  it.each(['full', 'failed'] as const)(
    'keep the last one when the next can’t be written (%s), and wait to be asked',
    async (outcome) => {
      await backup.turnOn();
      const kept = [...files];
      now += DAY;
      outcomes = [outcome];
      library.set(withAvatars(101));
      await expect.poll(() => backup.snapshot().problem).toBe(outcome);
      expect(backup.snapshot()).toMatchObject({ last: { avatars: 2 } });
      expect([...files]).toEqual(kept);
      library.set(withAvatars(102));
      expect(saved).toBe(2);
      await backup.backUp();
      expect(backup.snapshot().problem).toBeUndefined();
      expect([...files].slice(0, -1)).toEqual(kept);
      expect(files.size).toBe(2);
    },
  );

  it.each(['asks', 'gone'] as const)(
    'keep the last one while the folder is lost (%s), and go on by themselves',
    async (outcome) => {
      await backup.turnOn();
      const kept = [...files];
      now += DAY;
      outcomes = Array.from({ length: 9 }, () => outcome);
      library.set(withAvatars(101));
      await expect.poll(() => backup.snapshot().problem).toBe(outcome);
      expect([...files]).toEqual(kept);
      outcomes = [];
      library.set(withAvatars(102));
      await expect.poll(() => files.size).toBe(2);
      await settled();
      expect([...files].slice(0, -1)).toEqual(kept);
      expect(backup.snapshot().problem).toBeUndefined();
    },
  );

  it('begin anew in another folder, and go on in the first', async () => {
    await backup.turnOn();
    const first = [...files];
    files = new Map();
    now += 1_000;
    await backup.check();
    expect(saved).toBe(2);
    expect(backup.snapshot().last).toMatchObject({ name: [...files.keys()][0], at: now });
    chosen = { kind: 'none' };
    await backup.check();
    expect(backup.snapshot()).toMatchObject({ problem: 'gone' });
    chosen = { kind: 'ready', name: 'Portraits' };
    files = new Map(first);
    await backup.check();
    expect(saved).toBe(2);
    expect(backup.snapshot().last).toMatchObject({ name: first[0]?.[0] });
    expect(backup.snapshot().problem).toBeUndefined();
    now += 1_000;
    await backup.backUp();
    expect([...files.keys()]).toEqual([backup.snapshot().last?.name]);
  });

  it.each(['asks', 'gone'] as const)('go on once a lost folder is back (%s)', async (kind) => {
    chosen = { kind, name: 'Portraits' };
    await backup.turnOn();
    expect(backup.snapshot()).toMatchObject({ problem: kind });
    expect(saved).toBe(0);
    chosen = { kind: 'ready', name: 'Portraits' };
    library.set(withAvatars(101));
    await expect.poll(() => saved).toBe(1);
    await expect.poll(() => backup.snapshot().problem).toBeUndefined();
  });

  it('say that a backup failed to be sealed', async () => {
    onSave = () => {
      throw new LikenessError('backup-failed');
    };
    await backup.turnOn();
    expect(backup.snapshot()).toMatchObject({ problem: 'failed' });
    expect(files.size).toBe(0);
  });

  it('go on at the next visit, and only where they were turned on', async () => {
    backup.start();
    library.set(withAvatars(101));
    expect(backup.snapshot()).toEqual({});
    await backup.turnOn();
    await backup.check();
    backup.stop();
    now += DAY;
    const next = open();
    next.start();
    expect(saved).toBe(1);
    library.set(withAvatars(101, 102));
    await expect.poll(() => saved).toBe(2);
    await expect.poll(() => next.snapshot().last?.at).toBe(now);
    next.stop();
  });

  it('are another profile’s own, and nobody’s while its account is locked', async () => {
    await backup.turnOn();
    scope.set({ ...guest, profileId: 'email:v' });
    await backup.check();
    expect(backup.snapshot()).toEqual({});
    locked = true;
    await backup.check();
    expect(saved).toBe(1);
    locked = false;
    scope.set(guest);
    await expect.poll(() => backup.snapshot().passphrase).toBeDefined();
  });

  it('of a full library stay for weeks after it was emptied, also on the same day', async () => {
    const all = Array.from({ length: 100 }, (_, n) => 101 + n);
    library.set(withAvatars(...all));
    await backup.turnOn();
    const [full = ''] = files.keys();
    library.set(withAvatars(101));
    for (let day = 0; day < 21; day += 1) {
      now += 60_000;
      await backup.backUp();
      now += DAY;
    }
    expect(files.has(full)).toBe(true);
    // Of seven days, and of the two weeks before.
    expect(files.size).toBe(9);
    const kept = await backup.kept();
    expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).sort((a, b) => b - a));
    expect(kept.at(-1)).toMatchObject({ name: full, holds: { avatars: 100, credits: 0 } });
    expect(await (await kept.at(-1)?.file())?.text()).toBe(files.get(full));
  });

  it('go on after the clock was two years ahead, and when it is set back', async () => {
    now += 700 * DAY;
    await backup.turnOn();
    const [future = ''] = files.keys();
    now -= 700 * DAY;
    for (let day = 1; day <= 3; day += 1) {
      now += DAY;
      library.set(withAvatars(...Array.from({ length: day + 3 }, (_, n) => 101 + n)));
      await expect.poll(() => files.size).toBe(day + 1);
      await settled();
    }
    expect(files.has(future)).toBe(true);
    const before = [...files];
    now = 0;
    library.set(withAvatars(101));
    await expect.poll(() => files.size).toBe(5);
    await settled();
    // Another one of the same second.
    await backup.backUp();
    expect([...files].slice(0, -1)).toEqual(before);
    expect(files.size).toBe(5);
    expect(backup.snapshot().last).toMatchObject({ at: 1_000, avatars: 1 });
  });

  it('keep what an earlier version made and what others made, and say what is known', async () => {
    const old = 'Likeness automatic backup 2025-11-01 09.00.00.likeness';
    const other = 'Likeness automatic backup 2025-11-02 09.00.00.likeness';
    files.set(old, 'old').set(other, 'other').set('own.likeness', 'own').set('101 Ink.png', 'ink');
    const at = Date.parse('2025-11-01T09:00Z');
    memory.set('auto-backup.guest', { name: old, at, avatars: 7, bytes: 3, mark: 'then' });
    await backup.turnOn();
    expect([...files.keys()]).toEqual(expect.arrayContaining([old, other, 'own.likeness']));
    expect((await backup.kept()).map(({ name, holds }) => [name, holds?.avatars])).toEqual([
      [expect.stringContaining('2025-11-24'), 2],
      [other, undefined],
      [old, 7],
    ]);
    chosen = { kind: 'gone', name: 'Portraits' };
    expect(await backup.kept()).toEqual([]);
  });

  it('that can’t be removed now are removed with a later one', async () => {
    await backup.turnOn();
    const [first = ''] = files.keys();
    held = true;
    now += 1_000;
    await backup.backUp();
    expect(files.size).toBe(2);
    expect(backup.snapshot().problem).toBeUndefined();
    held = false;
    now += 1_000;
    await backup.backUp();
    expect(files.size).toBe(1);
    expect(files.has(first)).toBe(false);
  });

  it('that are asked for during a check are made after it', async () => {
    await backup.turnOn();
    const { checked, read } = checking();
    now += 1_000;
    const made = backup.backUp();
    read();
    await Promise.all([checked, made]);
    expect(saved).toBe(2);
    expect(backup.snapshot().last?.at).toBe(now);
  });

  it('that are turned on during a check begin after it', async () => {
    const { checked, read } = checking();
    const on = backup.turnOn();
    read();
    await Promise.all([checked, on]);
    expect(backup.snapshot()).toMatchObject({ last: { avatars: 2 } });
  });

  it('are done when the earlier ones are removed', async () => {
    await backup.turnOn();
    let removed = (): void => undefined;
    const held = new Promise<void>((resolve) => (removed = resolve));
    const removing = new Promise<void>((begun) => {
      onRemove = () => {
        begun();
        return held;
      };
    });
    now += 1_000;
    const second = backup.backUp();
    await removing;
    expect(backup.snapshot().done).toBeDefined();
    removed();
    await settled();
    await second;
    now += 1_000;
    await backup.backUp();
    expect(saved).toBe(3);
  });

  it('are made once for two presses', async () => {
    await backup.turnOn();
    now += 1_000;
    await Promise.all([backup.backUp(), backup.backUp()]);
    expect(saved).toBe(2);
  });

  it('stay off if they are turned off while one is made', async () => {
    await backup.turnOn();
    onSave = () => backup.turnOff();
    now += DAY;
    await backup.backUp();
    expect(files.size).toBe(2);
    expect(backup.snapshot()).toEqual({});
  });

  it('stop when they are turned off, and leave what they made', async () => {
    await backup.turnOn();
    await backup.turnOff();
    expect(backup.snapshot()).toEqual({});
    now += DAY;
    library.set(withAvatars(101));
    await backup.check();
    expect(saved).toBe(1);
    expect(files.size).toBe(1);
    expect(passphrases.size).toBe(0);
  });
});
