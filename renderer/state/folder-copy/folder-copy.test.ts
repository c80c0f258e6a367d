import { beforeEach, describe, expect, it } from 'vitest';

import { numberedAvatar } from '../../../tests/support/example-rows.ts';
import { memoryOf } from '../../../tests/support/memory.ts';
import type { Avatar } from '../../core/avatars.ts';
import type { Scope } from '../../core/scope.ts';
import { createState } from '../../core/subscribable.ts';
import type { FileOutcome, FolderState, PictureFolder } from '../../ports/picture-folder.ts';
import { createFolderCopy, type FolderCopy } from './folder-copy.ts';

const guest: Scope = { profileId: 'guest', genesis: 'chain' };
const avatar = (id: number): Avatar => numberedAvatar(guest, id);

let files: Map<string, Blob>;
let chosen: FolderState;
/** The outcomes of the next writes; 'written' when the list is empty. */
let outcomes: FileOutcome[];
let pictures: Set<string>;
let onWrite: () => void;
const library = createState<{ loaded: boolean; avatars: readonly Avatar[] }>({
  loaded: true,
  avatars: [],
});
const scope = createState<Scope | undefined>(guest);
let memory: Map<string, unknown>;
let followers: number;
/** The same device at another visit. */
let open: () => FolderCopy;
let copy: FolderCopy;

beforeEach(() => {
  files = new Map();
  memory = new Map([['folder-chosen', true]]);
  chosen = { kind: 'ready', name: 'Portraits' };
  outcomes = [];
  onWrite = () => undefined;
  scope.set(guest);
  library.set({ loaded: true, avatars: [avatar(102), avatar(101)] });
  pictures = new Set(['uid-101', 'uid-102', 'uid-103']);
  const folder: PictureFolder = {
    state: () => Promise.resolve(chosen),
    choose: () => Promise.resolve(void (chosen = { kind: 'ready', name: 'Portraits' })),
    allow: () => Promise.resolve(void (chosen = { kind: 'ready', name: 'Portraits' })),
    forget: () => Promise.resolve(void (chosen = { kind: 'none' })),
    forgetAll: () => Promise.reject(new Error('not asked for')),
    names: () => Promise.resolve(new Set(files.keys())),
    open: () => Promise.reject(new Error('not asked for')),
    save: () => Promise.reject(new Error('not asked for')),
    remove: () => Promise.reject(new Error('not asked for')),
    write(_profile, name, content) {
      onWrite();
      const outcome = outcomes.shift() ?? 'written';
      if (outcome === 'written') files.set(name, content);
      return Promise.resolve(outcome);
    },
  };
  followers = 0;
  open = () =>
    createFolderCopy({
      folder: () => Promise.resolve(folder),
      library: {
        ...library,
        subscribe(listener) {
          followers += 1;
          return library.subscribe(listener);
        },
        picture: (uid) =>
          Promise.resolve(
            pictures.has(uid)
              ? {
                  ...guest,
                  uid,
                  full: new Blob([uid], { type: uid.endsWith('1') ? 'image/webp' : 'image/png' }),
                  thumb: new Blob(),
                }
              : undefined,
          ),
      },
      scope,
      memory: memoryOf(memory),
    });
  copy = open();
});

describe('a folder for pictures', () => {
  it('gets every picture once, whatever name or number its avatar gets', async () => {
    await copy.check();
    expect([...files.keys()]).toEqual([
      '102 Artistic uid102 1024 v1.png',
      '101 Artistic uid101 1024 v1.webp',
    ]);
    expect(await files.get('101 Artistic uid101 1024 v1.webp')?.text()).toBe('uid-101');
    expect(copy.snapshot()).toMatchObject({ copied: 2, of: 2, busy: false });
    outcomes = ['failed'];
    library.set({ loaded: true, avatars: [{ ...avatar(102), id: 105, name: 'Ada' }, avatar(101)] });
    await copy.check();
    expect(outcomes).toEqual(['failed']);
  });

  it('gets a mended or remade picture beside the earlier one', async () => {
    await copy.check();
    const { recipe } = avatar(102);
    for (const more of [
      { mendedAt: 0 },
      { size: 2048 },
      { recipe: { ...recipe, engine: 2 } },
    ] as const) {
      library.set({ loaded: true, avatars: [{ ...avatar(102), ...more }, avatar(101)] });
      await copy.check();
      expect(copy.snapshot()).toMatchObject({ copied: 2, of: 2 });
    }
    expect([...files.keys()].slice(2)).toEqual([
      '102 Artistic uid102 1024 v1 1970-01-01 00.00.00.png',
      '102 Artistic uid102 2048 v1.png',
      '102 Artistic uid102 1024 v2.png',
    ]);
  });

  it('gets what is made later, also while it is being filled', async () => {
    onWrite = () => library.set({ loaded: true, avatars: [103, 102, 101].map(avatar) });
    copy.start();
    await copy.check();
    await expect.poll(() => files.size).toBe(3);
    copy.stop();
    expect(copy.snapshot()).toMatchObject({ copied: 3, of: 3 });
  });

  it.each(['asks', 'gone'] as const)('stops when it is lost (%s), and goes on', async (kind) => {
    outcomes = ['written', kind];
    await copy.check();
    expect(copy.snapshot()).toMatchObject({
      folder: { kind, name: 'Portraits' },
      copied: 1,
      busy: false,
    });
    await copy.allow();
    expect(copy.snapshot()).toMatchObject({ folder: { kind: 'ready' }, copied: 2 });
    expect(files.size).toBe(2);
  });

  it('says that the disk is full, and copies the rest once there is room', async () => {
    outcomes = ['full'];
    await copy.check();
    expect(copy.snapshot()).toMatchObject({ copied: 0, of: 2, busy: false, stopped: 'full' });
    await copy.check();
    expect(copy.snapshot().stopped).toBeUndefined();
    expect(files.size).toBe(2);
  });

  it('says that one can’t be copied, and copies the others', async () => {
    onWrite = () => {
      onWrite = () => undefined;
      throw new Error('unreadable');
    };
    await copy.check();
    expect(copy.snapshot()).toMatchObject({ copied: 1, of: 2, busy: false, stopped: 'failed' });
    await copy.check();
    expect(copy.snapshot()).toMatchObject({ copied: 2, of: 2 });
  });

  it('leaves out what was deleted meanwhile, and writes nothing for another profile', async () => {
    pictures.delete('uid-102');
    onWrite = () => scope.set({ ...guest, profileId: 'wallet:x' });
    await copy.check();
    expect([...files.keys()]).toEqual(['101 Artistic uid101 1024 v1.webp']);
    files.clear();
    scope.set(guest);
    pictures.add('uid-102');
    onWrite = () => {
      scope.set(undefined);
    };
    await copy.check();
    expect(files.size).toBe(1);
  });

  it('isn’t asked for while the library is read, or without one', async () => {
    library.set({ loaded: false, avatars: [avatar(101)] });
    await copy.check();
    expect(files.size).toBe(0);
    library.set({ loaded: true, avatars: [] });
    const before = copy.snapshot();
    copy.start();
    copy.stop();
    expect(copy.snapshot()).toBe(before);
  });

  it('reads nothing until a folder is chosen, and then continues at the next start', async () => {
    memory.clear();
    open().start();
    expect(followers).toBe(0);
    const chosen = open();
    await chosen.choose();
    expect(followers).toBe(1);
    chosen.stop();
    const next = open();
    next.start();
    expect(followers).toBe(2);
    next.stop();
  });
});
