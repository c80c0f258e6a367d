import type { LookRun, LookState, RejectedPicture } from './rows/rows.ts';

export type { LookRun, LookState, RejectedPicture };

/** Whether it goes on without the user. */
export const isUnderWay = ({ state }: Pick<LookRun, 'state'>): boolean =>
  state.kind === 'planned' || state.kind === 'sent' || state.kind === 'received';

/** Whether there is nothing left to show of it. */
export const isPutAway = ({ state }: Pick<LookRun, 'state'>): boolean =>
  state.kind === 'kept' || state.kind === 'cancelled' || state.kind === 'dismissed';

/** Whether it still needs its photo and its credit. */
export const isUndecided = (run: Pick<LookRun, 'state'>): boolean =>
  isUnderWay(run) || run.state.kind === 'lost' || run.state.kind === 'unsure';
