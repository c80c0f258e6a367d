import { noted } from '../../core/log/log.ts';
import { isEmailProfile, type Scope } from '../../core/scope.ts';
import { atom } from '../jotai.ts';
import type { Watched } from '../observable.ts';
import { scopeAtom } from '../scope.ts';

/** What goes on with the open rows of a chain. */
export interface Resumable {
  /** Lets go of what goes on here, and takes up what is open on the chain and can be read now. */
  resume(genesis: string): Promise<void>;
}

/**
 * Resumes for every network and account that comes into view, and once more when the account is
 * locked or left: what can't be read any more is let go of, what can goes on. Wallets share what
 * can be read, so that connecting one changes nothing. Gives what ends it.
 */
export function resumeWithScope(scope: Watched<Scope | undefined>, tasks: Resumable): () => void {
  let genesis: string | undefined;
  let seen: string | undefined;
  const follow = (): void => {
    const now = scope.snapshot();
    genesis = now?.genesis ?? genesis;
    if (genesis === undefined) return;
    const account = now ? (isEmailProfile(now.profileId) ? now.profileId : 'none') : 'locked';
    if (seen === `${genesis} ${account}`) return;
    seen = `${genesis} ${account}`;
    tasks.resume(genesis).catch(noted('tasks.resume')); // Each task tells its own trouble to its watchers.
  };
  const leave = scope.subscribe(follow);
  follow();
  return leave;
}

export const resumeWithScopeAtom = atom(null, (get, _set, tasks: Resumable) => {
  resumeWithScope(get(scopeAtom), tasks);
});
