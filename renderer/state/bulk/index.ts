import { atom, useAtomValue } from 'jotai';

import { busyAtom } from '../busy.ts';
import { analysesAtom, draftsAtom, draftScopeAtom } from '../drafts/index.ts';
import { generationAtom } from '../generation/index.ts';
import { portsAtom } from '../ports.ts';
import { randomUint32 } from '../random.ts';
import { useSnapshot } from '../use-snapshot.ts';
import type { Bulk, BulkState } from './contract.ts';
import { createBulk } from './service.ts';

export type { Bulk, BulkState } from './contract.ts';

const bulkAtom = atom((get): Bulk => {
  const ports = get(portsAtom);
  const bulk = createBulk({
    ...ports,
    analyses: get(analysesAtom),
    generation: get(generationAtom),
    drafts: get(draftsAtom),
    scope: get(draftScopeAtom),
    now: ports.clock.now,
    random: randomUint32,
  });
  const { hold, guard } = get(busyAtom);
  void bulk.start();
  return { ...bulk, add: (files) => hold(() => guard(() => bulk.add(files))) };
});

export const useBulk = (): Bulk => useAtomValue(bulkAtom);
export const useBulkState = (): BulkState => useSnapshot(useBulk());
