import type { Avatar } from '../../core/avatars.ts';
import { consumeId, releaseId, reserveId, type LedgerEntry } from '../../core/credits.ts';
import {
  isUndecided,
  isUnderWay,
  type LookRun,
  type LookState,
  type RejectedPicture,
} from '../../core/look-runs.ts';
import type { Scope } from '../../core/scope.ts';
import type { Store, Write } from '../../ports/store.ts';

/** The rows of one write; a step that doesn't fit the stored run changes nothing. */
type Step = (run: LookRun | undefined) => readonly Write[];

/** The stored runs. Each step is written here before the next is taken. */
export interface LookJournal {
  read(id: string): Promise<LookRun | undefined>;
  record(id: string, step: Step): Promise<void>;
}

export const createLookJournal = (store: Store): LookJournal => ({
  read: (id) => store.get('looks', id),
  record: (id, step) => store.update('looks', id, step),
});

const scopeOf = ({ profileId, genesis }: Scope): Scope => ({ profileId, genesis });
const put = (run: LookRun, state: LookState): Write => ({
  table: 'looks',
  put: { ...run, state },
});
const entry = (run: LookRun, kind: LedgerEntry['kind'], id: string, at: number): Write => ({
  table: 'ledger',
  put: { ...scopeOf(run), id, kind, amount: 1, cause: run.id, at },
});
/** A trial costs nothing, so it has nothing to return. */
const release = (run: LookRun, at: number): readonly Write[] =>
  run.trial ? [] : [entry(run, 'release', releaseId(run.id), at)];

export const plan = (run: LookRun): readonly Write[] => [
  { table: 'looks', put: run },
  ...(run.trial ? [] : [entry(run, 'reserve', reserveId(run.id), run.createdAt)]),
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
          entry(run, 'consume', consumeId(run.id), avatar.createdAt),
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
