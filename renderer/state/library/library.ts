import type { Avatar, HdFormat } from '../../core/avatars.ts';
import type { Batch } from '../../core/batches.ts';
import { sumCredits, type Credits } from '../../core/credits.ts';
import { LikenessError } from '../../core/errors.ts';
import { note } from '../../core/log/log.ts';
import type { Scope } from '../../core/scope.ts';
import type { Downloads, NamedFile, Saved } from '../../ports/downloads.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Picture, Store, Table } from '../../ports/store.ts';
import { observable, type Watched } from '../observable.ts';
import type { CurrentScope } from '../scope.ts';
import { avatarFile, avatarFiles, type DownloadKind, type Following } from './avatar-file.ts';

export interface LibraryState {
  readonly loaded: boolean;
  /** The newest batch first, and within a batch in the order of making: nothing moves when one gets ready. */
  readonly avatars: readonly Avatar[];
  readonly batches: readonly Batch[];
  readonly credits: Credits;
  /** Neither orders nor avatars nor batches: the sample library stands in. */
  readonly untouched: boolean;
}

export interface Library extends Watched<LibraryState> {
  rename(uid: string, name: string): Promise<void>;
  like(uid: string, liked: boolean): Promise<void>;
  /** The link or the picture was handed on: counts it. */
  shared(uid: string): Promise<void>;
  /** Removes avatar and picture; credits stay as they are. The result undoes it. */
  remove(uid: string): Promise<() => Promise<void>>;
  picture(uid: string): Promise<Picture | undefined>;
  /** Saves the file the screen promises, and counts it. @throws LikenessError 'download-failed' */
  download(avatar: Avatar, kind: DownloadKind): Promise<Saved>;
  /** Saves several together, and counts them when all are saved. @throws LikenessError 'download-failed' | 'engine-aborted' */
  exportAll(avatars: readonly Avatar[], format: HdFormat, following: Following): Promise<Saved>;
  /** The kept pictures as files, for a drag. @throws LikenessError 'download-failed' | 'drag-too-many' */
  files(avatars: readonly Avatar[]): Promise<readonly NamedFile[]>;
}

interface Deps {
  readonly store: Store;
  readonly scope: CurrentScope;
  readonly downloads: Pick<Downloads, 'save' | 'saveAll' | 'mostLifted'>;
  readonly engine: () => Promise<Engine>;
}

const EMPTY: LibraryState = {
  loaded: false,
  avatars: [],
  batches: [],
  credits: { available: 0, reserved: 0, spent: 0, granted: 0 },
  untouched: true,
};
const WATCHED: readonly Table[] = ['avatars', 'batches', 'ledger', 'orders'];
export const NAME_MAX_LENGTH = 60;
/** Of the folder or archive that several are saved in. */
const EXPORT_NAME = 'Likeness avatars';

const isSame = (a: Scope, b: Scope | undefined): boolean =>
  a.profileId === b?.profileId && a.genesis === b.genesis;

function inOrder(avatars: readonly Avatar[]): Avatar[] {
  const first = new Map<string, number>();
  for (const { batchId, id } of avatars) first.set(batchId, Math.min(first.get(batchId) ?? id, id));
  return [...avatars].sort(
    (a, b) => (first.get(b.batchId) ?? 0) - (first.get(a.batchId) ?? 0) || a.id - b.id,
  );
}

export function createLibrary({ store, scope, downloads, engine }: Deps): Library {
  const state = observable<LibraryState>(EMPTY);
  let listeners = 0;
  let stop: (() => void) | undefined;
  let wanted = 0;
  let shown: Scope | undefined;
  /** Whose rows are being read, and how often any changed while they were. */
  let reading: Scope | undefined;
  let changes = 0;

  /**
   * Rows change faster than they are read: what changes during a load is read once after it, however
   * many changes it were. Of several profiles only the last one asked for is shown.
   */
  const load = async (): Promise<void> => {
    const current = scope.snapshot();
    if (current && isSame(current, reading)) {
      changes += 1;
      return;
    }
    const mine = ++wanted;
    reading = current;
    if (!current) {
      // No chain was ever seen here: there can be nothing of one's own, however long it takes to answer.
      if (!scope.chainSeen()) state.set({ ...EMPTY, loaded: true });
      // A network that is down is told where it matters.
      await scope.confirmed().catch(() => mine === wanted && state.set({ ...EMPTY, loaded: true }));
      return;
    }
    try {
      let seen: number;
      do {
        seen = changes;
        const [avatars, batches, ledger, orders] = await Promise.all([
          store.list('avatars', current),
          store.list('batches', current),
          store.list('ledger', current),
          store.list('orders', current),
        ]);
        if (mine !== wanted) return;
        shown = current;
        state.set({
          loaded: true,
          avatars: inOrder(avatars),
          batches: batches.sort((a, b) => b.createdAt - a.createdAt),
          credits: sumCredits(orders, ledger),
          // The payment page drafts an order for whoever looks at it: that alone is no purchase.
          untouched:
            avatars.length + ledger.length + batches.length === 0 &&
            orders.every(({ state }) => state.kind === 'draft'),
        });
      } while (seen !== changes);
    } finally {
      if (mine === wanted) reading = undefined;
    }
  };
  const refresh = (): void => {
    const current = scope.snapshot();
    // Never another profile's pictures, not for a moment.
    if (shown && !isSame(shown, current)) {
      shown = undefined;
      state.set(EMPTY);
    }
    load().catch((thrown: unknown) => {
      note('library.load', thrown);
      state.update((now) => ({ ...now, loaded: true }));
    });
  };
  const change = (uid: string, edit: (avatar: Avatar) => Avatar): Promise<void> =>
    store.update('avatars', uid, (row) => (row ? [{ table: 'avatars', put: edit(row) }] : []));
  const count = ({ uid }: Avatar): Promise<void> =>
    change(uid, (row) => ({ ...row, downloads: row.downloads + 1 }));

  return {
    snapshot: state.snapshot,
    subscribe(listener) {
      if (listeners++ === 0) {
        const unwatch = store.watch(WATCHED, refresh);
        const unscope = scope.subscribe(refresh);
        // What is shown may be of a chain that a reset has ended: its answer corrects it.
        scope.confirmed().catch(() => undefined);
        stop = () => {
          unwatch();
          unscope();
        };
        refresh();
      }
      const leave = state.subscribe(listener);
      return () => {
        leave();
        if (--listeners === 0) stop?.();
      };
    },

    async rename(uid, name) {
      const clean = name.trim().replace(/\s+/g, ' ').slice(0, NAME_MAX_LENGTH);
      if (clean) await change(uid, (avatar) => ({ ...avatar, name: clean }));
    },
    like: (uid, liked) => change(uid, (avatar) => ({ ...avatar, liked })),
    shared: (uid) => change(uid, (avatar) => ({ ...avatar, shares: (avatar.shares ?? 0) + 1 })),

    async remove(uid) {
      const [avatar, picture] = await Promise.all([
        store.get('avatars', uid),
        store.get('pictures', uid),
      ]);
      // The bytes themselves: a Blob may stand on a file that goes with the row.
      const kept = picture && {
        ...picture,
        full: new Blob([await picture.full.arrayBuffer()], { type: picture.full.type }),
        thumb: new Blob([await picture.thumb.arrayBuffer()], { type: picture.thumb.type }),
      };
      await store.write([
        { table: 'avatars', remove: uid },
        { table: 'pictures', remove: uid },
      ]);
      return async () => {
        if (!avatar || !kept) return;
        await store.write([
          { table: 'avatars', put: avatar },
          { table: 'pictures', put: kept },
        ]);
      };
    },

    picture: (uid) => store.get('pictures', uid),

    async download(avatar, kind) {
      const { name, content } = await avatarFile({ store, engine }, avatar, kind);
      const saved = await downloads.save(name, content);
      await count(avatar);
      return saved;
    },

    async exportAll(chosen, format, following) {
      const saved = await downloads.saveAll(
        EXPORT_NAME,
        avatarFiles({ store, engine }, chosen, format, following),
        following.onPlace,
      );
      for (const avatar of chosen) await count(avatar);
      return saved;
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
