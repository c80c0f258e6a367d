import { z } from 'zod';

import { note } from '../../core/log/log.ts';
import { createState } from '../../core/subscribable.ts';
import type { Engine, EnginePart } from '../../ports/engine.ts';
import type { StorageCheck } from '../../ports/storage-check.ts';
import type { Memory } from '../remembered.ts';

/** What an avatar needs from the browser, from reading its photo to storing the result. */
export type Part = EnginePart | 'storage';

export type Fitness =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'checking' }
  /** `fleeting`: apparently a private window, which loses what is made here when it closes. */
  | { readonly kind: 'fit'; readonly fleeting: boolean }
  | { readonly kind: 'unfit'; readonly lacks: readonly Part[] }
  /** The test itself failed: for example, a file of the app didn't load. */
  | { readonly kind: 'undecided' };

export type SelfTest = ReturnType<typeof createSelfTest>;

interface SelfTestDeps {
  readonly engine: () => Promise<Pick<Engine, 'selfTest' | 'version'>>;
  readonly storageCheck: StorageCheck;
  readonly memory: Memory;
  /** The app's build and the browser's user agent: what has passed isn't tested again. */
  readonly subject: string;
}

const KEY = 'self-test';
const kept = z.object({ subject: z.string(), fleeting: z.boolean() });

/**
 * Whether this browser can make avatars and store them. Only a pass is remembered: what is missing
 * may be switched on a minute later.
 */
export function createSelfTest({ engine, storageCheck, memory, subject }: SelfTestDeps) {
  const known = kept.safeParse(memory.read(KEY)).data;
  const state = createState<Fitness>(
    known?.subject === subject ? { kind: 'fit', fleeting: known.fleeting } : { kind: 'unknown' },
  );

  let running: Promise<Fitness> | undefined;

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
      return { kind: 'undecided' };
    }
  }

  /** Tests this browser, unless that is done or running; tests again if something was missing. */
  const run = (): void => {
    const { kind } = state.snapshot();
    if (kind === 'checking' || kind === 'fit') return;
    state.set({ kind: 'checking' });
    running = test().then((fitness) => {
      state.set(fitness);
      return fitness;
    });
  };

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    run,
    /** The result of the test that runs, or ran last; runs one if there was none. */
    result: (): Promise<Fitness> => {
      if (state.snapshot().kind === 'unknown') run();
      return running ?? Promise.resolve(state.snapshot());
    },
  };
}
