import { LikenessError } from '../../core/errors.ts';
import { goesOn, isMinted, isUnderWay } from '../../core/mints/selectors.ts';
import { statusEvery } from '../polling.ts';
import type { TaskKind } from '../tasks/task.ts';
import { followMint, type FollowDeps } from './follow.ts';
import type { MintJournal } from './journal.ts';

export interface MintTaskDeps {
  readonly journal: MintJournal;
  readonly depsOf: (id: string) => FollowDeps;
  /** Watches what was left open on a chain. */
  readonly watchOpen: (genesis: string) => void;
}

/**
 * A mint as a task of the runner: the steps that need no user, from the wallet's answer to the end.
 */
export const mintTask = ({ journal, depsOf, watchOpen }: MintTaskDeps): TaskKind<'mints'> => ({
  table: 'mints',
  follow: {
    name: 'follow',
    // Only one of an avatar's mints is worked on at a time, over all chains and tabs.
    lock: ({ avatarUid }) => `mint:${avatarUid}`,
    wants: goesOn,
    // This tab holds the lock, so no page waits for this answer any more, and it can't land without
    // one.
    recover: async (mint) =>
      mint.state.kind === 'awaiting-signature' && !mint.state.returnsByLink
        ? journal.record(mint.id, { type: 'request-ended' })
        : mint,
    ended: ({ outstanding, genesis }) => {
      if (outstanding) watchOpen(genesis);
    },
    interval: statusEvery,
    run: (id, { signal }) => ({ step: followMint(id, depsOf(id), signal) }),
  },
  isOpen: isUnderWay,
  isAnswered: (mint) => isMinted(mint) || goesOn(mint),
  version: ({ updatedAt, state, media, series, outstanding }) =>
    [updatedAt, state.kind, media?.published, series, outstanding?.letGo].join(' '),
  unknown: (mint) => new LikenessError('mint-unknown', { mint }),
  busy: (mint) => new LikenessError('mint-pending', { mint }),
});
