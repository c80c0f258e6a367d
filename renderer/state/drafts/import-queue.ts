import type { State } from '../../core/subscribable.ts';
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

/** The photos that wait or are being read, in the order they were added. */
export type Waiting = State<readonly Queued[]>;

export interface ImportQueue {
  /** Resolves when each of them was read or refused. */
  add(photos: readonly PickedPhoto[]): Promise<void>;
  cancel(id: string): void;
}

interface Deps {
  readonly waiting: Waiting;
  /** Doesn't reject. */
  readonly read: (item: Queued) => Promise<void>;
  /** No photo is read before this resolves. */
  readonly begin: () => Promise<void>;
  readonly random: () => number;
}

/** Reads photos one after the other, in the order they were added: each keeps the engine busy. */
export function createImportQueue({ waiting, read, begin, random }: Deps): ImportQueue {
  let turn: Promise<void> | undefined;
  const leave = (item: Queued): void =>
    waiting.update((before) => before.filter(({ id }) => id !== item.id));

  return {
    async add(photos) {
      const addition: Addition = { shown: false };
      const items = photos.map((picked): Queued => {
        const abort = new AbortController();
        return {
          id: randomId(random),
          fileName: picked.name,
          progress: 0,
          shrinking: false,
          picked,
          addition,
          signal: abort.signal,
          stop: () => abort.abort(),
        };
      });
      waiting.update((before) => [...before, ...items]);
      const reads = items.map((item) => {
        turn = (turn ?? begin())
          .then(() => (item.signal.aborted ? undefined : read(item)))
          .finally(() => leave(item));
        return turn;
      });
      await Promise.all(reads);
    },
    cancel(id) {
      const [first] = waiting.snapshot();
      const item = waiting.snapshot().find((queued) => queued.id === id);
      item?.stop();
      // A photo that still waits leaves at once. The one being read leaves when its work has
      // stopped.
      if (item && item !== first) leave(item);
    },
  };
}
