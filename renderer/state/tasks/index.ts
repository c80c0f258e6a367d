import { noted } from '../../core/log/log.ts';
import { isEmailProfile, type Scope } from '../../core/scope.ts';
import type { Subscribable } from '../../core/subscribable.ts';

/** The work on a chain's open rows. */
export interface Resumable {
  /**
   * Stops this page's work, then takes up the open rows of the chain that can be read now. With
   * `goesOn`, every row can still be read, so that work that can't be repeated needn't stop.
   */
  resume(genesis: string, goesOn?: boolean): Promise<void>;
}

/**
 * Resumes for every network and account that comes into view, and again when the account is locked
 * or left: work on rows that can't be read any more stops, the rest continues. Every wallet can
 * read the same rows, so connecting one changes nothing. Returns a function that ends it.
 */
export function resumeWithScope(
  scope: Subscribable<Scope | undefined>,
  tasks: Resumable,
): () => void {
  let genesis: string | undefined;
  let seen: { readonly genesis: string; readonly account: string } | undefined;
  const follow = (): void => {
    const now = scope.snapshot();
    genesis = now?.genesis ?? genesis;
    if (genesis === undefined) return;
    const account = now ? (isEmailProfile(now.profileId) ? now.profileId : 'none') : 'locked';
    const isSame = seen?.genesis === genesis;
    if (isSame && seen?.account === account) return;
    const goesOn = isSame && !isEmailProfile(seen?.account ?? '');
    seen = { genesis, account };
    // Each task reports its own trouble to its watchers.
    tasks.resume(genesis, goesOn).catch(noted('tasks.resume'));
  };
  const leave = scope.subscribe(follow);
  follow();
  return leave;
}
