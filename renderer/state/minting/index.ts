import { atom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { z } from 'zod';

import { LikenessError } from '../../core/errors.ts';
import { MINT_CHAINS, type Mint } from '../../core/mints/mint.ts';
import { libraryAtom, SAMPLES, shippedPicture } from '../library/index.ts';
import { animatorAtom } from '../motion/index.ts';
import { portsAtom } from '../ports.ts';
import { randomBytes } from '../random.ts';
import { rememberedAtom } from '../remembered-atom.ts';
import { scopeAtom } from '../scope.ts';
import { resumeWithScopeAtom } from '../tasks/index.ts';
import { useAsync } from '../use-async.ts';
import { useSnapshot } from '../use-snapshot.ts';
import type { Minter, MintWatch } from './contract.ts';
import { createLoops } from './loops.ts';
import { createMintList } from './mints.ts';
import { createSeriesRunner, type SeriesRunner, type SeriesState } from './series.ts';
import { createMinter } from './service.ts';

export type { MintProgress, MintWatch, MintRequest } from './contract.ts';
export { edgeFor } from './loops.ts';
export type { SeriesState } from './series.ts';

const SAMPLE_UID = /^sample:(\d+)$/;
/** A sample's id where an own avatar would have its uid. */
export const sampleUid = (id: number): string => `sample:${String(id)}`;

const minterAtom = atom((get): Minter => {
  const { store, media, minting, clock, locks, config, engine } = get(portsAtom);
  const library = get(libraryAtom);
  return createMinter({
    store,
    media,
    clock,
    locks,
    loops: createLoops({ store, engine, locks, clock, animator: get(animatorAtom) }),
    allows: (uid) => config.network === 'sandbox' || !SAMPLE_UID.test(uid),
    random: randomBytes,
    chain: (chain) => {
      const open = minting[chain];
      return open ? open() : Promise.reject(new LikenessError('mint-failed', { chain }));
    },
    picture: async (uid) => {
      const [, sample] = SAMPLE_UID.exec(uid) ?? [];
      const shipped = SAMPLES.find(({ id }) => id === Number(sample));
      return shipped ? shippedPicture(shipped.picture, 'png') : (await library.picture(uid))?.full;
    },
  });
});
const seriesAtom = atom((get) => createSeriesRunner(get(minterAtom)));
const mintsAtom = atom((get) => createMintList(get(portsAtom).store, get(scopeAtom)));

export const useMinter = (): Minter => useAtomValue(minterAtom);
export const useSeries = (): SeriesRunner => useAtomValue(seriesAtom);
export const useSeriesState = (): SeriesState => useSnapshot(useSeries());
/** This profile's mints, undefined until they are read. */
export const useMints = (): readonly Mint[] | undefined => useSnapshot(useAtomValue(mintsAtom));

/** The blockchain chosen last. */
export const mintChainAtom = rememberedAtom('mint.chain', z.enum(MINT_CHAINS), 'solana');

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
export const resumeMintsAtom = atom(null, (get, set) => set(resumeWithScopeAtom, get(minterAtom)));
