import type { Avatar } from '../../core/avatars.ts';
import { fileTime } from '../../core/backup/format.ts';
import type { FileExtension, FileName } from '../../core/file-name.ts';
import { note, noted } from '../../core/log/log.ts';
import { englishName } from '../../core/styles.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import type { FileOutcome, FolderState, PictureFolder } from '../../ports/picture-folder.ts';
import type { Picture } from '../../ports/store.ts';
import type { LibraryState } from '../library/index.ts';
import type { Memory } from '../remembered.ts';
import type { CurrentScope } from '../scope.ts';

export interface FolderCopyState {
  /** Undefined until it is known. */
  readonly folder?: FolderState;
  /** How many of the library's pictures are in the folder, and how many there are. */
  readonly copied: number;
  readonly of: number;
  readonly busy: boolean;
  /** Why not all were copied. */
  readonly stopped?: 'full' | 'failed';
}

/** Copies every finished picture into a folder that the user chose. */
export interface FolderCopy extends Subscribable<FolderCopyState> {
  choose(): Promise<void>;
  allow(): Promise<void>;
  forget(): Promise<void>;
  /** Checks the folder again, and copies what is missing. */
  check(): Promise<void>;
  /**
   * Follows the library if a folder was ever chosen on this device, otherwise from the first choice
   * on. Until then it reads no library and asks no chain.
   */
  start(): void;
  stop(): void;
}

interface Deps {
  readonly folder: () => Promise<PictureFolder>;
  readonly library: Subscribable<Pick<LibraryState, 'loaded' | 'avatars'>> & {
    picture(uid: string): Promise<Picture | undefined>;
  };
  readonly scope: Pick<CurrentScope, 'snapshot' | 'subscribe'>;
  readonly memory: Memory;
}

/** Key of whether a folder was ever chosen. */
const CHOSEN = 'folder-chosen';

const EXTENSIONS: Readonly<Record<string, FileExtension>> = {
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
};

/**
 * Changes with the picture, never with the avatar's name or the language; no other avatar has it. A
 * file's name begins with the avatar's number, which doesn't count: a restore gives another.
 */
const copyName = ({ uid, recipe, size, mendedAt }: Avatar): string =>
  [
    englishName(recipe.style),
    uid.replace(/[^\da-z]/gi, '').slice(-8),
    size,
    `v${String(recipe.engine)}`,
    ...(mendedAt === undefined ? [] : [fileTime(mendedAt)]),
  ].join(' ');
const stemOf = (name: string): string => name.slice(name.indexOf(' ') + 1, name.lastIndexOf('.'));

const NONE: FolderCopyState = { copied: 0, of: 0, busy: false };

/** Follows the library and whose it is: `leave` is called before `check` when the profile changes. */
export function createFollowing(
  library: Pick<Subscribable<unknown>, 'subscribe'>,
  scope: Pick<CurrentScope, 'subscribe'>,
  check: () => void,
  leave: () => void,
): { readonly start: () => void; readonly stop: () => void } {
  let stops: readonly (() => void)[] = [];
  return {
    start: () => {
      if (stops.length > 0) return;
      stops = [library.subscribe(check), scope.subscribe(leave), scope.subscribe(check)];
      check();
    },
    stop: () => {
      for (const stop of stops) stop();
      stops = [];
    },
  };
}

export function createFolderCopy({ folder, library, scope, memory }: Deps): FolderCopy {
  const state = createState<FolderCopyState>(NONE);
  let running = false;
  let again = false;

  /** Copies what is missing. Ends early if another profile is opened meanwhile. */
  const copy = async (profileId: string): Promise<void> => {
    const isCurrent = (): boolean => scope.snapshot()?.profileId === profileId;
    const files = await folder();
    const found = await files.state(profileId);
    const { loaded, avatars } = library.snapshot();
    if (!isCurrent()) return;
    if (found.kind !== 'ready' || !loaded) {
      state.update(({ copied, of }) => ({ folder: found, copied, of, busy: false }));
      return;
    }
    const there = new Set([...(await files.names(profileId))].map(stemOf));
    const missing = avatars.filter((avatar) => !there.has(copyName(avatar)));
    let copied = avatars.length - missing.length;
    const show = (more: Partial<FolderCopyState>): void =>
      state.set({ folder: found, copied, of: avatars.length, busy: false, ...more });
    let failed = false;
    for (const avatar of missing) {
      show({ busy: true });
      let outcome: FileOutcome = 'failed';
      try {
        const picture = await library.picture(avatar.uid);
        if (!isCurrent()) return;
        // It was deleted in the meantime.
        if (!picture) continue;
        const extension = EXTENSIONS[picture.full.type] ?? 'png';
        const name: FileName = `${avatar.id} ${copyName(avatar)}.${extension}`;
        outcome = await files.write(profileId, name, picture.full);
      } catch (thrown) {
        note('files.disk', thrown);
      }
      if (outcome === 'asks' || outcome === 'gone') {
        show({ folder: { kind: outcome, name: found.name } });
        return;
      }
      if (outcome === 'full') {
        show({ stopped: 'full' });
        return;
      }
      if (outcome === 'written') copied += 1;
      else failed = true;
    }
    show(failed ? { stopped: 'failed' } : {});
  };
  const check = async (): Promise<void> => {
    again = true;
    if (running) return;
    running = true;
    try {
      while (again) {
        again = false;
        const profileId = scope.snapshot()?.profileId;
        if (profileId !== undefined) await copy(profileId);
      }
    } finally {
      running = false;
    }
  };
  /** Does something to the current profile's folder, and checks it again. */
  const change = async (what: 'choose' | 'allow' | 'forget'): Promise<void> => {
    const profileId = scope.snapshot()?.profileId;
    if (profileId !== undefined) await (await folder())[what](profileId);
    await check();
  };
  /** A visitor without pictures has no folder either, and nothing is stored for them. */
  const checkIfFilled = (): void => {
    if (library.snapshot().avatars.length > 0) void check().catch(noted('files.disk'));
  };
  const following = createFollowing(library, scope, checkIfFilled, () => state.set(NONE));

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    check,
    async choose() {
      memory.write(CHOSEN, true);
      await change('choose');
      following.start();
    },
    allow: () => change('allow'),
    forget: () => change('forget'),
    start() {
      if (memory.read(CHOSEN) === true) following.start();
    },
    stop: following.stop,
  };
}
