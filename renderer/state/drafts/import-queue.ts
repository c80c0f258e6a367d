import type { PickedPhoto } from '../../ports/photos.ts';
import { randomId } from '../random.ts';
import type { Incoming } from './draft-state.ts';

/** Several photos that were added at once. The first usable one is put on the stage. */
export interface Addition {
  shown: boolean;
}

export interface Queued extends Incoming {
  readonly picked: PickedPhoto;
  readonly addition: Addition;
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

export interface ImportQueue {
  readonly waiting: () => readonly Queued[];
  /** Resolves when each of them was read or refused. */
  add(photos: readonly PickedPhoto[]): Promise<void>;
  report(id: string, progress: number, photo?: Blob): void;
  cancel(id: string): void;
}

interface Deps {
  /** Doesn't reject. */
  readonly read: (item: Queued) => Promise<void>;
  /** No photo is read before this resolves. */
  readonly begin: () => Promise<void>;
  readonly changed: () => void;
  readonly random: () => number;
}

/** Reads photos one after the other, in the order they were added: each keeps the engine busy. */
export function createImportQueue({ read, begin, changed, random }: Deps): ImportQueue {
  let waiting: readonly Queued[] = [];
  let turn: Promise<void> | undefined;
  const leave = (item: Queued): void => {
    waiting = waiting.filter(({ id }) => id !== item.id);
    changed();
  };

  return {
    waiting: () => waiting,
    async add(photos) {
      const addition: Addition = { shown: false };
      const reads = photos.map((picked) => {
        const abort = new AbortController();
        const stop = (): void => abort.abort();
        const item: Queued = {
          id: randomId(random),
          fileName: picked.name,
          progress: 0,
          picked,
          addition,
          signal: abort.signal,
          stop,
        };
        waiting = [...waiting, item];
        turn = (turn ?? begin())
          .then(() => (item.signal.aborted ? undefined : read(item)))
          .finally(() => leave(item));
        return turn;
      });
      changed();
      await Promise.all(reads);
    },
    report(id, progress, photo) {
      waiting = waiting.map((item) =>
        item.id === id ? { ...item, progress, ...(photo && { photo }) } : item,
      );
      changed();
    },
    cancel(id) {
      const item = waiting.find((queued) => queued.id === id);
      item?.stop();
      // A photo that still waits leaves at once. The one being read leaves when its work has
      // stopped.
      if (item && item !== waiting[0]) leave(item);
    },
  };
}
