import { atom, useAtomValue } from 'jotai';
import { useCallback } from 'react';
import { z } from 'zod';

import type { LookRun } from '../../core/look-runs.ts';
import type { Store } from '../../ports/store.ts';
import { busyAtom } from '../busy.ts';
import { analysesAtom, draftsAtom } from '../drafts/index.ts';
import { portsAtom } from '../ports.ts';
import { randomUint32 } from '../random.ts';
import { rememberedAtom } from '../remembered-atom.ts';
import { scopeAtom, useScope } from '../scope.ts';
import { resumeWithScope } from '../tasks/index.ts';
import { useQuery } from '../use-async.ts';
import { useSnapshot } from '../use-snapshot.ts';
import type { LookProgress, Looks } from './contract.ts';
import { createLooks } from './service.ts';

export { hasTried } from './begin.ts';

/** The name of the engine chosen last. */
export const lookEngineAtom = rememberedAtom('look.engine', z.string(), '');

/** The looks, which it continues from now on for every account that is opened. */
export const looksAtom = atom((get): Looks => {
  const looks = createLooks({
    ...get(portsAtom),
    analyses: get(analysesAtom),
    drafts: () => get(draftsAtom),
    random: randomUint32,
    newJob: () => crypto.randomUUID(),
  });
  get(busyAtom).add(() => looks.snapshot().size > 0);
  resumeWithScope(get(scopeAtom), looks);
  return looks;
});

export const useLooks = (): Looks => useAtomValue(looksAtom);
export const useLookProgress = (): LookProgress => useSnapshot(useLooks());

/** The profile's looks that aren't put away, the newest first; undefined until they are read. */
export function useLookRuns(): readonly LookRun[] | undefined {
  const scope = useScope();
  const read = useCallback(
    async (store: Store) => (scope ? (await store.list('looks', scope)).toReversed() : []),
    [scope],
  );
  return useQuery('looks', read);
}
