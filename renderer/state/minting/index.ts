import { atom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { z } from 'zod';

import { errorCode, LEFT, LikenessError, type ErrorCode } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { MINT_PRICES } from '../../core/mints/create-mint.ts';
import type { Mint } from '../../core/mints/mint.ts';
import { haltOf, isUnderWay } from '../../core/mints/selectors.ts';
import { keysOf } from '../../core/objects.ts';
import type { Scope } from '../../core/scope.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import type { Store } from '../../ports/store.ts';
import { busyAtom } from '../busy.ts';
import { libraryAtom, sampleOf, shippedPicture } from '../library/index.ts';
import { animatorAtom } from '../motion/index.ts';
import { portsAtom } from '../ports.ts';
import { randomBytes } from '../random.ts';
import { rememberedAtom } from '../remembered-atom.ts';
import { scopeAtom } from '../scope.ts';
import { resumeWithScope } from '../tasks/index.ts';
import { useAsync } from '../use-async.ts';
import { useSnapshot } from '../use-snapshot.ts';
import type { Minter, MintWatch } from './contract.ts';
import { createLoops } from './loops.ts';
import { createMinter } from './service.ts';

export interface SeriesState {
  /** The current mint, then those whose turn comes later; empty while nothing runs. */
  readonly line: readonly Mint[];
  /** Why the last series that failed did, and at which mint. */
  readonly problem?: { readonly mint: string; readonly code: ErrorCode };
}

/**
 * Runs several mints one after the other. Each is final before the wallet is asked for the next.
 */
interface SeriesRunner extends Subscribable<SeriesState> {
  /** Runs them in order, after what runs already, and stops their series at the first that fails. */
  run(mints: readonly Mint[]): Promise<void>;
  /** Stops the mint if it can't land yet, and begins no other of its series. */
  stop(mint: Mint): Promise<void>;
}

interface SeriesDeps {
  readonly minter: Pick<Minter, 'mint' | 'stop' | 'watch'>;
  readonly scope: Subscribable<Scope | undefined>;
  readonly store: Pick<Store, 'get'>;
}

export function createSeriesRunner({ minter, scope, store }: SeriesDeps): SeriesRunner {
  const state = createState<SeriesState>({ line: [] });

  /** Resolves once nothing more can happen to the mint without the user. */
  const settled = (id: string): Promise<Mint> =>
    new Promise((resolve) => {
      const leave = minter.watch(id, ({ mint }) => {
        if (isUnderWay(mint)) return;
        resolve(mint);
        leave();
      });
    });

  /** Resolves with why it wasn't minted. */
  async function one(id: string): Promise<ErrorCode | undefined> {
    let stop = (): void => undefined;
    // Who signs out leaves the mint; while the account is only locked, it is waited for.
    const left = new Promise<never>((_, reject) => {
      const look = async (): Promise<void> => {
        if (scope.snapshot() && !(await store.get('mints', id))) reject(LEFT);
      };
      stop = scope.subscribe(() => void look().catch(noted('mints.run')));
    });
    try {
      const end = await Promise.race([minter.mint(id).then(() => settled(id)), left]);
      // If it is a draft again, it was stopped.
      return end.state.kind === 'finalized' ? undefined : (haltOf(end) ?? 'engine-aborted');
    } catch (thrown) {
      return errorCode(thrown);
    } finally {
      stop();
    }
  }

  return {
    ...state,
    async run(mints) {
      const [current, ...later] = state.snapshot().line;
      const others = later.filter((other) => !mints.some(({ id }) => id === other.id));
      const added = mints.filter(({ id }) => id !== current?.id);
      const line = [...(current ? [current] : []), ...others, ...added];
      state.update((now) => ({ ...now, line }));
      if (current) return;
      for (let [mint] = line; mint; [mint] = state.snapshot().line) {
        const { id, series } = mint;
        const code = await one(id);
        const failed = code !== undefined && code !== 'engine-aborted' && { mint: id, code };
        state.update(({ line: [, ...rest], problem: before }) => {
          const problem = failed || (before?.mint === id ? undefined : before);
          const left = rest.filter((other) => code === undefined || other.series !== series);
          return { line: left, ...(problem && { problem }) };
        });
      }
    },
    async stop({ id, series }) {
      state.update(({ line, ...now }) => ({
        ...now,
        line: line.filter((other, index) => index === 0 || other.series !== series),
      }));
      await minter.stop(id);
    },
  };
}

export type { MintProgress, MintWatch, MintRequest } from './contract.ts';
export { edgeFor } from './loops.ts';

const minterAtom = atom((get): Minter => {
  const ports = get(portsAtom);
  const library = get(libraryAtom);
  const { hold } = get(busyAtom);
  const loops = createLoops({ ...ports, animator: get(animatorAtom) });
  return createMinter({
    ...ports,
    loops: { ...loops, make: (...asked) => hold(() => loops.make(...asked)) },
    allows: (uid) => ports.config.network === 'sandbox' || !sampleOf(uid),
    random: randomBytes,
    chain: (chain) => {
      const open = ports.minting[chain];
      return open ? open() : Promise.reject(new LikenessError('mint-failed', { chain }));
    },
    picture: async (uid) => {
      const shipped = sampleOf(uid);
      return shipped ? shippedPicture(shipped.picture, 'png') : (await library.picture(uid))?.full;
    },
  });
});
const seriesAtom = atom((get) =>
  createSeriesRunner({
    minter: get(minterAtom),
    scope: get(scopeAtom),
    store: get(portsAtom).store,
  }),
);

export const useMinter = (): Minter => useAtomValue(minterAtom);
export const useSeries = (): SeriesRunner => useAtomValue(seriesAtom);
export const useSeriesState = (): SeriesState => useSnapshot(useSeries());

/** The blockchain chosen last. */
export const mintChainAtom = rememberedAtom('mint.chain', z.enum(keysOf(MINT_PRICES)), 'solana');

/**
 * Bytes that the gateway stores free of charge; undefined until it answers, or unless `wanted`. If it
 * doesn't answer, the user sees the error when it is needed.
 */
export function useFreeBytes(wanted = true): number | undefined {
  const { freeBytes } = useMinter();
  return useAsync(wanted ? freeBytes : undefined, 'mints.loop');
}

/** A mint with its progress. */
export function useMintWatch(id: string): MintWatch | undefined {
  const minter = useMinter();
  const [watch, setWatch] = useState<MintWatch>();
  useEffect(() => minter.watch(id, setWatch), [minter, id]);
  return watch?.mint.id === id ? watch : undefined;
}

/** Continues every open mint that can be read. The composition root sets this once. */
export const resumeMintsAtom = atom(null, (get) =>
  resumeWithScope(get(scopeAtom), get(minterAtom)),
);
