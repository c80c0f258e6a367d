import { errorCode, type ErrorCode } from '../../core/errors.ts';
import type { Mint } from '../../core/mints/mint.ts';
import { haltOf, isUnderWay } from '../../core/mints/selectors.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import type { Minter } from './contract.ts';

export interface SeriesState {
  /** The current mint; absent while nothing runs. */
  readonly current?: string;
  /** Why the last run stopped early, and at which mint. */
  readonly problem?: { readonly mint: string; readonly code: ErrorCode };
}

/**
 * Runs several mints one after the other. Each is final before the wallet is asked for the next.
 */
export interface SeriesRunner extends Subscribable<SeriesState> {
  /** Runs them in order and stops at the first that fails. Only one run at a time. */
  run(ids: readonly string[]): Promise<void>;
  /** Stops the current mint if it can't land yet, and begins no other. */
  stop(): Promise<void>;
}

export function createSeriesRunner(minter: Minter): SeriesRunner {
  const state = createState<SeriesState>({});
  let stopping = new AbortController();
  const isStopped = (): boolean => stopping.signal.aborted;

  /** Resolves once nothing more can happen to the mint without the user. */
  const settled = (id: string): Promise<Mint> =>
    new Promise((resolve) => {
      const leave = minter.watch(id, ({ mint }) => {
        if (isUnderWay(mint)) return;
        resolve(mint);
        leave();
      });
    });

  async function one(id: string): Promise<boolean> {
    await minter.mint(id);
    const end = await settled(id);
    if (end.state.kind === 'finalized') return true;
    if (!isStopped()) state.set({ problem: { mint: id, code: haltOf(end) ?? 'mint-failed' } });
    return false;
  }

  return {
    ...state,
    async run(ids) {
      if (state.snapshot().current !== undefined) return;
      stopping = new AbortController();
      for (const id of ids) {
        if (isStopped()) break;
        state.set({ current: id });
        try {
          if (!(await one(id))) break;
        } catch (thrown) {
          if (!isStopped()) state.set({ problem: { mint: id, code: errorCode(thrown) } });
          break;
        }
      }
      state.update(({ problem }) => (problem ? { problem } : {}));
    },
    async stop() {
      stopping.abort();
      const { current } = state.snapshot();
      if (current === undefined) return;
      const { state: now } = await minter.stop(current);
      // The wallet's window may stay open for a long time; its answer is dropped.
      if (now.kind === 'draft') state.set({});
    },
  };
}
