import { downloadName } from '../../core/avatars.ts';
import type { Downloads, Saved } from '../../ports/downloads.ts';
import { observable, type Watched } from '../observable.ts';
import type { Sample } from './samples.ts';
import { shippedPicture } from './shipped-picture.ts';

/** The specification's simulated processing: 15 to 20 seconds, counted down each second. */
const SHORTEST_MS = 15_000;
const SPREAD_MS = 5_000;

export interface ShelfState {
  readonly liked: ReadonlySet<number>;
  /** Downloads of this visit, by sample. */
  readonly downloads: ReadonlyMap<number, number>;
  /** Of the sample that is processing, 0 to 1. */
  readonly done: number;
  readonly secondsLeft: number;
}

/** What one does with the samples; nothing of it is kept beyond the visit. */
export interface Shelf extends Watched<ShelfState> {
  /** The samples came into view: the countdown runs from the first time. */
  show(): void;
  like(id: number, liked: boolean): void;
  download(sample: Sample, kind: 'jpg' | 'hd'): Promise<Saved>;
}

interface Parts {
  readonly downloads: Downloads;
  readonly now: () => number;
  /** 0 to 1. */
  readonly chance: () => number;
  readonly every: (ms: number, run: () => void) => () => void;
}

export function createShelf({ downloads, now, chance, every }: Parts): Shelf {
  const length = SHORTEST_MS + chance() * SPREAD_MS;
  const state = observable<ShelfState>({
    liked: new Set(),
    downloads: new Map(),
    done: 0,
    secondsLeft: Math.ceil(length / 1_000),
  });
  let began: number | undefined;

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    show() {
      if (began !== undefined) return;
      const start = now();
      began = start;
      const stop = every(1_000, () => {
        const done = Math.min(1, (now() - start) / length);
        state.update((before) => ({ ...before, done, secondsLeft: Math.ceil(((1 - done) * length) / 1_000) }));
        if (done === 1) stop();
      });
    },
    like(id, liked) {
      state.update((before) => {
        const next = new Set(before.liked);
        if (liked) next.add(id);
        else next.delete(id);
        return { ...before, liked: next };
      });
    },
    async download(sample, kind) {
      const picture = await shippedPicture(sample.picture, kind === 'hd' ? 'png' : 'jpeg');
      const saved = await downloads.save(
        downloadName(sample.name, kind === 'hd' ? '_avatar_hd.png' : '_avatar.jpg'),
        picture,
      );
      state.update((before) => {
        const counts = new Map(before.downloads);
        counts.set(sample.id, (counts.get(sample.id) ?? 0) + 1);
        return { ...before, downloads: counts };
      });
      return saved;
    },
  };
}
