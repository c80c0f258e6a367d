import { note } from '../../core/log/log.ts';
import type { Mint } from '../../core/mints/mint.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import type { Store } from '../../ports/store.ts';
import type { CurrentScope } from '../scope.ts';

const NONE: readonly Mint[] = [];

/** This profile's mints on this chain, oldest first; undefined until they are read. */
export function createMintList(
  store: Pick<Store, 'list' | 'watch'>,
  scope: CurrentScope,
): Subscribable<readonly Mint[] | undefined> {
  const state = createState<readonly Mint[] | undefined>(undefined);
  let wanted = 0;
  let listeners = 0;
  let stop: (() => void) | undefined;

  /** Shows only the result of the last load: rows may change faster than they are read. */
  const load = async (): Promise<void> => {
    const mine = ++wanted;
    const current = scope.snapshot();
    if (!current) {
      // An unreachable network is reported where it matters.
      await scope.confirmed().catch(() => mine === wanted && state.set(NONE));
      return;
    }
    const mints = await store.list('mints', current);
    if (mine === wanted) state.set(mints);
  };
  const refresh = (): void => {
    load().catch((thrown: unknown) => {
      note('mints.list', thrown);
      state.update((now) => now ?? NONE);
    });
  };

  return {
    snapshot: state.snapshot,
    subscribe(listener) {
      if (listeners++ === 0) {
        const unwatch = store.watch(['mints'], refresh);
        const unscope = scope.subscribe(() => {
          state.set(undefined);
          refresh();
        });
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
  };
}
