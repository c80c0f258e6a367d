import { atom, useAtomValue } from 'jotai';
import { z } from 'zod';

import { downloadName, DRAWN_EDGE, hdName, type PictureFormat } from '../core/avatars.ts';
import { createState, type Subscribable } from '../core/subscribable.ts';
import type { Downloads, Saved } from '../ports/downloads.ts';
import type { Engine } from '../ports/engine.ts';
import { shippedPicture, type Sample } from './library/index.ts';
import { portsAtom } from './ports.ts';
import { localMemory, type Memory } from './remembered.ts';
import { qualityAtom } from './settings.ts';
import { useSnapshot } from './use-snapshot.ts';

/** The samples' simulated processing takes 15 to 20 seconds, counted down each second. */
const SHORTEST_MS = 15_000;
const SPREAD_MS = 5_000;

export interface SampleStoreState {
  readonly liked: ReadonlySet<number>;
  /** How often the visitor downloaded each sample. */
  readonly downloads: ReadonlyMap<number, number>;
  readonly shares: ReadonlyMap<number, number>;
  /** Progress of the sample that is being processed, 0 to 1. */
  readonly done: number;
  readonly secondsLeft: number;
}

/** What visitors do with the samples. Likes, downloads and shares are remembered on this device. */
export interface SampleStore extends Subscribable<SampleStoreState> {
  /** Called when the samples come into view. The countdown starts at the first call. */
  show(): void;
  like(id: number, liked: boolean): void;
  /** Counts that the link or the picture was shared. */
  shared(id: number): void;
  download(sample: Sample, kind: 'jpg' | PictureFormat): Promise<Saved>;
}

interface Deps {
  readonly downloads: Pick<Downloads, 'save'>;
  readonly engine: () => Promise<Pick<Engine, 'convert'>>;
  readonly memory: Memory;
  readonly now: () => number;
  /** A random number, 0 to 1. */
  readonly chance: () => number;
  readonly every: (ms: number, run: () => void) => () => void;
}

const KEY = 'samples';
const counts = z.array(z.tuple([z.number().int(), z.number().int().nonnegative()]));
const keptSchema = z.object({
  liked: z.array(z.number().int()),
  downloads: counts,
  shares: counts,
});

const oneMore = (counted: ReadonlyMap<number, number>, id: number): Map<number, number> =>
  new Map(counted).set(id, (counted.get(id) ?? 0) + 1);

export function createSampleStore({
  downloads,
  engine,
  memory,
  now,
  chance,
  every,
}: Deps): SampleStore {
  const length = SHORTEST_MS + chance() * SPREAD_MS;
  const kept = keptSchema.safeParse(memory.read(KEY)).data;
  const state = createState<SampleStoreState>({
    liked: new Set(kept?.liked),
    downloads: new Map(kept?.downloads),
    shares: new Map(kept?.shares),
    done: 0,
    secondsLeft: Math.ceil(length / 1_000),
  });
  let began: number | undefined;
  const keep = (change: (before: SampleStoreState) => Partial<SampleStoreState>): void => {
    state.update((before) => ({ ...before, ...change(before) }));
    const { liked, downloads: saved, shares } = state.snapshot();
    memory.write(KEY, {
      liked: [...liked],
      downloads: [...saved],
      shares: [...shares],
    } satisfies z.infer<typeof keptSchema>);
  };

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    show() {
      if (began !== undefined) return;
      const start = now();
      began = start;
      const stop = every(1_000, () => {
        const done = Math.min(1, (now() - start) / length);
        state.update((before) => ({
          ...before,
          done,
          secondsLeft: Math.ceil(((1 - done) * length) / 1_000),
        }));
        if (done === 1) stop();
      });
    },
    like(id, liked) {
      keep((before) => {
        const next = new Set(before.liked);
        if (liked) next.add(id);
        else next.delete(id);
        return { liked: next };
      });
    },
    shared: (id) => keep(({ shares }) => ({ shares: oneMore(shares, id) })),
    async download(sample, kind) {
      const drawn = kind === 'svg';
      const shipped = await shippedPicture(
        sample.picture,
        kind === 'jpg' ? 'jpeg' : drawn ? 'png' : kind,
        kind === 'jpg' ? undefined : qualityAtom.last(),
      );
      const saved = await downloads.save(
        kind === 'jpg' ? downloadName(sample.name, '_avatar.jpg') : hdName(sample.name, kind),
        drawn
          ? await (await engine()).convert(shipped, { size: DRAWN_EDGE, format: kind })
          : shipped,
      );
      keep((before) => ({ downloads: oneMore(before.downloads, sample.id) }));
      return saved;
    },
  };
}

const sampleStoreAtom = atom((get): SampleStore => {
  const ports = get(portsAtom);
  return createSampleStore({
    ...ports,
    memory: localMemory(),
    now: ports.clock.now,
    chance: Math.random,
    every: (ms, run) => {
      const timer = setInterval(run, ms);
      return () => clearInterval(timer);
    },
  });
});

export const useSampleStore = (): SampleStore => useAtomValue(sampleStoreAtom);
export const useSampleStoreState = (): SampleStoreState => useSnapshot(useSampleStore());
