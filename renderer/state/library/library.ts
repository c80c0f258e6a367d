import { z } from 'zod';

import type { Avatar, PictureFormat } from '../../core/avatars.ts';
import { consumeId, ledgerRow, returnId, returnsLeft } from '../../core/credits.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import { shortened } from '../../core/file-name.ts';
import { note, noted } from '../../core/log/log.ts';
import { takenAvatars } from '../../core/mints/selectors.ts';
import { GUEST_PROFILE, isEmailProfile, walletAddress, type Scope } from '../../core/scope.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Downloads, NamedFile, Saved } from '../../ports/downloads.ts';
import type { Ports } from '../../ports/index.ts';
import type { Picture, Store } from '../../ports/store.ts';
import type { After } from '../after.ts';
import type { Memory } from '../remembered.ts';
import type { CurrentScope } from '../scope.ts';
import {
  avatarFile,
  avatarFiles,
  whiteLabelOf,
  type DownloadKind,
  type Exported,
  type Following,
} from './avatar-file.ts';
import {
  EMPTY,
  FOLLOWED,
  newestOf,
  stateOf,
  type Elsewhere,
  type Followed,
  type LibraryState,
} from './library-state.ts';
import { createRemovals, type Undo } from './removals.ts';

/**
 * Deletes an avatar for good and returns its credit.
 * @throws LikenessError 'return-too-many' | 'return-minted' | 'return-unused'
 */
async function giveBack(
  { store, locks, clock }: Pick<Deps, 'store' | 'locks' | 'clock'>,
  uid: string,
): Promise<void> {
  const avatar = await store.get('avatars', uid);
  if (!avatar) return;
  const { profileId, batchId } = avatar;
  // Under a lock, so that two tabs together return no more than one could.
  await locks.exclusive(`credits:${profileId}`, async () => {
    const [ledger, mints] = await Promise.all([
      store.list('ledger', avatar),
      store.list('mints', avatar),
    ]);
    if (takenAvatars(mints).has(uid)) throw new LikenessError('return-minted');
    const used = ledger.find(({ id }) => id === consumeId(uid));
    if (used?.cause !== batchId) throw new LikenessError('return-unused');
    if (returnsLeft(ledger, batchId) === 0) throw new LikenessError('return-too-many');
    const entry = ledgerRow(avatar, 'return', returnId(uid), batchId, clock.now());
    // In one write: never both the avatar and its credit, and never neither.
    await store.update('avatars', uid, (row) =>
      row
        ? [
            { table: 'ledger', put: entry },
            { table: 'avatars', remove: uid },
            { table: 'pictures', remove: uid },
          ]
        : [],
    );
  });
}

export interface Library extends Subscribable<LibraryState> {
  /** Reads everything again after a failed read. */
  reload(): void;
  rename(uid: string, name: string): Promise<void>;
  /** Renames them '{name} 1', '{name} 2' … in the order given. The result undoes it. */
  renameAll(avatars: readonly Avatar[], name: string): Promise<Undo>;
  like(uids: readonly string[], liked: boolean): Promise<void>;
  /** Counts that the link or the picture was shared. */
  shared(uid: string): Promise<void>;
  /**
   * Removes avatars from the library; credits don't change. The result undoes it until the pictures
   * are deleted: when this tab removes the next ones, on `forget`, or after `UNDO_MS` (or at a later
   * visit).
   */
  remove(avatars: readonly Avatar[]): Promise<Undo>;
  /** Deletes the pictures of what this tab removed, for good. */
  forget(): Promise<void>;
  /**
   * Returns an avatar whose cut-out is wrong: it is deleted for good, and its credit can be spent
   * again. An avatar that is already gone returns nothing, and each returns its credit only once.
   * @throws LikenessError 'return-too-many' | 'return-minted' | 'return-unused'
   */
  giveBack(uid: string): Promise<void>;
  picture(uid: string): Promise<Picture | undefined>;
  /**
   * Saves the file that the screen offers, and counts the download.
   * @throws LikenessError 'download-failed'
   */
  download(avatar: Avatar, kind: DownloadKind): Promise<Saved>;
  /**
   * Saves several together, without those whose picture can't be read, and counts them once all are
   * saved.
   * @throws LikenessError 'download-failed' | 'engine-aborted'
   */
  exportAll(
    avatars: readonly Avatar[],
    format: PictureFormat,
    following: Following,
  ): Promise<Exported>;
  /**
   * The stored pictures as files, for dragging.
   * @throws LikenessError 'download-failed' | 'drag-too-many'
   */
  files(avatars: readonly Avatar[]): Promise<readonly NamedFile[]>;
}

interface Deps extends Pick<Ports, 'store' | 'engine' | 'locks'> {
  readonly scope: CurrentScope;
  readonly downloads: Pick<Downloads, 'save' | 'saveAll' | 'mostLifted'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Records which pictures are to be deleted, in case the page is closed first. */
  readonly memory: Memory;
  readonly after: After;
}

export const NAME_MAX_LENGTH = 60;
/** Name of the folder or archive that several avatars are saved in. */
const EXPORT_NAME = 'Likeness avatars';
const clean = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ');

export function createLibrary(deps: Deps): Library {
  const { store, scope, downloads, engine, locks, clock, memory, after } = deps;
  const removals = createRemovals({ store, scope, clock, memory, after });
  const followed = followLibrary({
    store,
    scope,
    memory,
    onEnter: () => void removals.forget().catch(noted('library.load')),
  });

  /** Counts what is done: a failure to count it is only logged. */
  const count = (what: 'downloads' | 'shares', uids: readonly string[]): Promise<void> =>
    store
      .updateEach('avatars', uids, (row) => ({ ...row, [what]: (row[what] ?? 0) + 1 }))
      .catch(noted('library.count'));
  /** Names each avatar by its uid; with `now`, only those that are still called so. */
  const nameEach = (
    names: ReadonlyMap<string, string>,
    now?: ReadonlyMap<string, string>,
  ): Promise<void> =>
    store.updateEach('avatars', [...names.keys()], (row) =>
      now && now.get(row.uid) !== row.name ? row : { ...row, name: names.get(row.uid) ?? row.name },
    );

  return {
    snapshot: followed.snapshot,
    subscribe: followed.subscribe,
    reload: () => followed.reload(),

    async rename(uid, name) {
      const given = shortened(clean(name), NAME_MAX_LENGTH);
      if (given) await nameEach(new Map([[uid, given]]));
    },

    async renameAll(avatars, name) {
      const given = clean(name);
      const longest = NAME_MAX_LENGTH - String(avatars.length).length - 1;
      const names = new Map(
        avatars.map(({ uid }, at) => [uid, `${shortened(given, longest)} ${String(at + 1)}`]),
      );
      if (given) await nameEach(names);
      return () => nameEach(new Map(avatars.map(({ uid, name: before }) => [uid, before])), names);
    },

    like: (uids, liked) => store.updateEach('avatars', uids, (avatar) => ({ ...avatar, liked })),
    shared: (uid) => count('shares', [uid]),

    remove: (avatars) => removals.remove(avatars),
    forget: () => removals.forget(),
    giveBack: (uid) => giveBack({ store, locks, clock }, uid),

    picture: (uid) => store.get('pictures', uid),

    async download(avatar, kind) {
      const file = await avatarFile({ store, engine }, avatar, kind);
      if (!file) throw new LikenessError('download-failed');
      const saved = await downloads.save(file.name, file.content);
      await count('downloads', [avatar.uid]);
      return saved;
    },

    async exportAll(chosen, format, following) {
      const current = scope.snapshot();
      const rows = followed.rows();
      const label =
        current && rows && followed.snapshot().unlocked.has('white-label')
          ? await whiteLabelOf(store, current, rows.orders, chosen, clock.now())
          : undefined;
      let uids: readonly string[] = [];
      const after: Following['after'] = async (files) => {
        uids = files.map(({ avatar }) => avatar.uid);
        return (await following.after?.(files)) ?? [];
      };
      const saved = await downloads.saveAll(
        label?.folder ?? EXPORT_NAME,
        avatarFiles({ store, engine }, chosen, format, { ...following, after }, label?.licence),
        following.onPlace,
      );
      await count('downloads', uids);
      return { ...saved, unread: chosen.length - uids.length };
    },

    async files(avatars) {
      if (avatars.length > downloads.mostLifted)
        throw new LikenessError('drag-too-many', { most: downloads.mostLifted });
      const files: NamedFile[] = [];
      const following = { signal: new AbortController().signal, onSaved: () => undefined };
      for await (const file of avatarFiles({ store, engine }, avatars, 'png', following))
        files.push(file);
      return files;
    },
  };
}

/** Key of the last seen library, so that an empty one isn't mistaken for lost avatars. */
const SEEN = 'seen-library';
const seenSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('wallet'), address: z.string(), avatars: z.int() }),
  z.strictObject({ kind: z.literal('account') }),
]);
/** For an account, only its existence is recorded. */
function seenOf({ profileId }: Scope, { avatars }: LibraryState): Elsewhere | undefined {
  if (isEmailProfile(profileId)) return { kind: 'account' };
  const address = walletAddress(profileId);
  return address === undefined ? undefined : { kind: 'wallet', address, avatars: avatars.length };
}

const isSame = (a: Scope, b: Scope | undefined): boolean =>
  a.profileId === b?.profileId && a.genesis === b.genesis;

interface FollowedLibrary extends Subscribable<LibraryState> {
  /** Reads everything again after a failed read. */
  reload(): void;
  /** The rows that the state was last computed from; undefined until all are read. */
  rows(): Followed | undefined;
}

interface FollowDeps {
  readonly store: Pick<Store, 'follow'>;
  readonly scope: CurrentScope;
  readonly memory: Memory;
  /** Called when a profile's rows begin to be followed. */
  readonly onEnter: () => void;
}

/** The library's state, kept up to date for the current scope from the first listener on. */
function followLibrary({ store, scope, memory, onEnter }: FollowDeps): FollowedLibrary {
  const state = createState<LibraryState>(EMPTY);
  let begun = false;
  let following: { readonly scope: Scope; readonly stop: () => void } | undefined;
  let last: { readonly rows: Followed; readonly state: LibraryState } | undefined;

  let reported = '';
  const withElsewhere = (current: Scope, shown: LibraryState): LibraryState => {
    if (!shown.untouched) {
      const seen = seenOf(current, shown);
      if (seen && JSON.stringify(seen) !== reported) {
        reported = JSON.stringify(seen);
        memory.write(SEEN, seen);
      }
      return shown;
    }
    const { data: seen } = seenSchema.safeParse(memory.read(SEEN));
    // Someone who pays with a wallet and then makes an account finds an empty library.
    const asked =
      current.profileId === GUEST_PROFILE ||
      (isEmailProfile(current.profileId) && seen?.kind === 'wallet');
    return seen && asked ? { ...shown, elsewhere: seen } : shown;
  };

  const leave = (): void => {
    if (!following) return;
    following.stop();
    following = undefined;
    last = undefined;
    state.set(EMPTY);
  };
  const enter = (current: Scope): void => {
    // What is shown may belong to a chain that was reset; the chain's answer corrects it. The
    // chain's code is large, so the rows come first.
    const askChain = (): void => void scope.confirmed().catch(() => undefined);
    const stop = store.follow(
      FOLLOWED,
      current,
      (rows, complete) => {
        if (!complete) {
          state.set(newestOf(rows) ?? EMPTY);
          return;
        }
        last = { rows, state: stateOf(rows, last) };
        state.set(withElsewhere(current, last.state));
        askChain();
      },
      (thrown) => {
        note('library.load', thrown);
        state.update((before) => ({ ...before, failed: last ? undefined : errorCode(thrown) }));
        askChain();
      },
    );
    following = { scope: current, stop };
    onEnter();
  };
  const refresh = (): void => {
    const current = scope.snapshot();
    if (current && isSame(current, following?.scope)) return;
    // Never show another profile's pictures, not even for a moment.
    leave();
    if (current) {
      enter(current);
      return;
    }
    const nothing = (): void => {
      if (!following) state.set({ ...EMPTY, loaded: true });
    };
    // No chain was ever seen here, so there can't be any rows, however long the chain takes to
    // answer.
    if (!scope.chainSeen()) nothing();
    // An unreachable network is reported where it matters.
    scope.confirmed().catch(() => scope.snapshot() ?? nothing());
  };

  return {
    snapshot: state.snapshot,
    subscribe(listener) {
      // From here on the rows are always followed: a change costs little, and a screen finds
      // everything there when it returns.
      if (!begun) {
        begun = true;
        scope.subscribe(refresh);
        refresh();
      }
      return state.subscribe(listener);
    },
    reload() {
      leave();
      refresh();
    },
    rows: () => last?.rows,
  };
}
