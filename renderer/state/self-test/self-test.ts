import { z } from 'zod';

import { note } from '../../core/log/log.ts';
import type { Engine, EnginePart } from '../../ports/engine.ts';
import type { StorageCheck } from '../../ports/storage-check.ts';
import { observable, type Watched } from '../observable.ts';
import type { Memory } from '../remembered.ts';

/** What an avatar needs of the browser, from its photo to its place on the sample store. */
export type Part = EnginePart | 'storage';

export type Fitness =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'checking' }
  /** `fleeting`: a private window, it seems; what is made here goes when it closes. */
  | { readonly kind: 'fit'; readonly fleeting: boolean }
  | { readonly kind: 'unfit'; readonly lacks: readonly Part[] }
  /** It couldn't be told: a file of the app didn't load, say. */
  | { readonly kind: 'untold' };

export interface SelfTest extends Watched<Fitness> {
  /** Tests this browser, unless that is done or under way; again where something was missing. */
  readonly run: () => void;
}

interface SelfTestDeps {
  readonly engine: () => Promise<Pick<Engine, 'selfTest' | 'version'>>;
  readonly storageCheck: StorageCheck;
  readonly memory: Memory;
  /** The app's build and the browser's own name for itself: one that passed isn't tested again. */
  readonly subject: string;
}

const KEY = 'self-test';
const kept = z.object({ subject: z.string(), fleeting: z.boolean() });

/**
 * Whether this browser can make avatars and keep them. Only a pass is remembered: what is missing
 * may be switched on a minute later.
 */
export function createSelfTest({ engine, storageCheck, memory, subject }: SelfTestDeps): SelfTest {
  const known = kept.safeParse(memory.read(KEY)).data;
  const state = observable<Fitness>(
    known?.subject === subject ? { kind: 'fit', fleeting: known.fleeting } : { kind: 'unknown' },
  );

  async function test(): Promise<Fitness> {
    try {
      const [parts, storage] = await Promise.all([
        engine().then((one) => one.selfTest()),
        storageCheck(),
      ]);
      const lacks: readonly Part[] = storage.keeps ? parts : [...parts, 'storage'];
      if (lacks.length > 0) return { kind: 'unfit', lacks };
      memory.write(KEY, { subject, fleeting: storage.fleeting } satisfies z.infer<typeof kept>);
      return { kind: 'fit', fleeting: storage.fleeting };
    } catch (thrown) {
      note('self-test.run', thrown);
      return { kind: 'untold' };
    }
  }

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    run() {
      const { kind } = state.snapshot();
      if (kind === 'checking' || kind === 'fit') return;
      state.set({ kind: 'checking' });
      void test().then((fitness) => state.set(fitness));
    },
  };
}
