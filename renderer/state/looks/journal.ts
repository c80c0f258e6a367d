import type { Avatar } from '../../core/avatars.ts';
import { consumeId, releaseId, reserveId } from '../../core/credits.ts';
import {
  isUndecided,
  isUnderWay,
  type LookRun,
  type LookState,
  type RejectedPicture,
} from '../../core/look-runs.ts';
import { scopeOf, type Scope } from '../../core/scope.ts';
import type { Write } from '../../ports/store.ts';
import { ledgerEntry, type Step as TaskStep } from '../tasks/journal.ts';

type Step = TaskStep<LookRun>;

const put = (run: LookRun, state: LookState): Write => ({
  table: 'looks',
  put: { ...run, state },
});
/** A trial costs nothing, so it has nothing to return. */
const release = (run: LookRun, at: number): readonly Write[] =>
  run.trial ? [] : [ledgerEntry(run, 'release', releaseId(run.id), at)];

export const plan = (run: LookRun): readonly Write[] => [
  { table: 'looks', put: run },
  ...(run.trial ? [] : [ledgerEntry(run, 'reserve', reserveId(run.id), run.createdAt)]),
];

/** The next state of a run that is under way and was in `from` when it was read. */
export const step =
  (from: LookState['kind'], state: LookState): Step =>
  (run) =>
    run?.state.kind === from ? [put(run, state)] : [];

/** The picture shows somebody else: one more attempt, or the end. */
export const reject =
  (picture: RejectedPicture, isLast: boolean, at: number): Step =>
  (run) => {
    if (run?.state.kind !== 'received') return [];
    const after = { ...run, rejected: [...run.rejected, picture] };
    return isLast
      ? [put(after, { kind: 'rejected' }), ...release(run, at)]
      : [put({ ...after, attempt: run.attempt + 1 }, { kind: 'planned' })];
  };

/** Avatar, picture, thumbnail and credit, in one write. */
export const complete =
  (
    from: 'received' | 'unsure',
    avatar: Omit<Avatar, keyof Scope>,
    pictures: { readonly full: Blob; readonly thumb: Blob },
  ): Step =>
  (run) =>
    run?.state.kind === from && !run.trial
      ? [
          put(run, { kind: 'kept' }),
          // Its library may have moved to another profile in the meantime.
          { table: 'avatars', put: { ...avatar, ...scopeOf(run) } },
          { table: 'pictures', put: { ...scopeOf(run), uid: avatar.uid, ...pictures } },
          ledgerEntry(run, 'consume', consumeId(run.id), avatar.createdAt),
        ]
      : [];

export const fail =
  (code: string, said: string, at: number): Step =>
  (run) =>
    run && isUnderWay(run) ? [put(run, { kind: 'failed', code, said }), ...release(run, at)] : [];

export const cancel =
  (at: number): Step =>
  (run) =>
    run && isUndecided(run) ? [put(run, { kind: 'cancelled' }), ...release(run, at)] : [];

/**
 * Deletes the pictures, and returns the credit if it is still reserved. The row goes with its photo: until
 * then it says that the photo had its trial.
 */
export const dismiss =
  (at: number): Step =>
  (run) => {
    if (!run || isUnderWay(run)) return [];
    // Of a try that showed nobody, nothing is left that would count.
    const kind = ['failed', 'lost', 'rejected'].includes(run.state.kind)
      ? 'cancelled'
      : 'dismissed';
    return [put({ ...run, rejected: [] }, { kind }), ...(isUndecided(run) ? release(run, at) : [])];
  };
