import { atom, useAtom } from 'jotai';
import { useEffect } from 'react';
import { z } from 'zod';

import type { NoticePermission } from '../../ports/attention.ts';
import { generationAtom } from '../generation/index.ts';
import { portsAtom, usePorts } from '../ports.ts';
import { rememberedAtom } from '../remembered-atom.ts';
import { watchBatches } from './watch-batches.ts';

/** Whether the user wants notices on this device. */
const wantedAtom = rememberedAtom('notices', z.boolean(), true);

/** Set once by the composition root, which may load it late: the first picture takes longer. */
export const watchBatchesAtom = atom(null, (get) => {
  watchBatches({
    ...get(portsAtom),
    renderProgress: get(generationAtom),
    wanted: () => get(wantedAtom),
  });
});

const permissionAtom = atom<NoticePermission>('absent');

export interface Notices {
  readonly permission: NoticePermission;
  /** Wanted and allowed: the user will be notified. */
  readonly on: boolean;
  /** Turning them on asks for permission if necessary. */
  readonly turn: (on: boolean) => Promise<void>;
}

/** Notices about batches for a user who is looking elsewhere. */
export function useNotices(): Notices {
  const { attention } = usePorts();
  const [permission, setPermission] = useAtom(permissionAtom);
  const [wanted, setWanted] = useAtom(wantedAtom);
  useEffect(() => setPermission(attention.permission()), [attention, setPermission]);
  return {
    permission,
    on: wanted && permission === 'granted',
    async turn(on) {
      setWanted(on);
      setPermission(on ? await attention.askPermission() : attention.permission());
    },
  };
}
