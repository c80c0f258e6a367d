import { noted } from '../../core/log/log.ts';
import { createState } from '../../core/subscribable.ts';
import type { UpdateState } from '../../core/updates.ts';
import type { Updates } from '../../ports/updates.ts';
import { call, listen } from './bridge.ts';

const sent = async (asked: Promise<null>): Promise<void> => {
  await asked;
};

/** Main checks for newer versions; this is the page's side. */
export function desktopUpdates(): Updates {
  const state = createState<UpdateState | undefined>(undefined);
  let isKnown = false;
  listen('updates', (next) => {
    isKnown = true;
    state.set(next);
  });
  // An update that arrived meanwhile is newer than this answer.
  call('updates.state', null).then(
    (first) => isKnown || state.set(first ?? undefined),
    noted('updates.state'),
  );
  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    setAutomatic: (on) => sent(call('updates.automatic', { on })),
    check: () => sent(call('updates.check', null)),
    download: () => sent(call('updates.download', null)),
    install: () => sent(call('updates.install', null)),
  };
}
