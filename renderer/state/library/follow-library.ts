import { z } from 'zod';

import { note } from '../../core/log/log.ts';
import { GUEST_PROFILE, isEmailProfile, walletAddress, type Scope } from '../../core/scope.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import type { Store } from '../../ports/store.ts';
import type { Memory } from '../remembered.ts';
import type { CurrentScope } from '../scope.ts';
import {
  EMPTY,
  FOLLOWED,
  newestOf,
  stateOf,
  type Elsewhere,
  type Followed,
  type LibraryState,
} from './library-state.ts';

/** Key of the last seen library, so that an empty one isn't mistaken for lost avatars. */
const SEEN = 'seen-library';
const seenSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('wallet'), address: z.string(), avatars: z.int() }),
  z.strictObject({ kind: z.literal('account') }),
]);
/** For an account, only its existence is recorded. */
function seenOf({ profileId }: Scope, { avatars }: LibraryState): Elsewhere | undefined {
  if (isEmailProfile(profileId)) return { kind: 'account' };
  const address = walletAddress(profileId);
  return address === undefined ? undefined : { kind: 'wallet', address, avatars: avatars.length };
}

const isSame = (a: Scope, b: Scope | undefined): boolean =>
  a.profileId === b?.profileId && a.genesis === b.genesis;

export interface FollowedLibrary extends Subscribable<LibraryState> {
  /** Reads everything again after a failed read. */
  reload(): void;
  /** The rows that the state was last computed from; undefined until all are read. */
  rows(): Followed | undefined;
}

interface Deps {
  readonly store: Pick<Store, 'follow'>;
  readonly scope: CurrentScope;
  readonly memory: Memory;
  /** Called when a profile's rows begin to be followed. */
  readonly onEnter: () => void;
}

/** The library's state, kept up to date for the current scope from the first listener on. */
export function followLibrary({ store, scope, memory, onEnter }: Deps): FollowedLibrary {
  const state = createState<LibraryState>(EMPTY);
  let begun = false;
  let following: { readonly scope: Scope; readonly stop: () => void } | undefined;
  let last: { readonly rows: Followed; readonly state: LibraryState } | undefined;

  let reported = '';
  const withElsewhere = (current: Scope, shown: LibraryState): LibraryState => {
    if (!shown.untouched) {
      const seen = seenOf(current, shown);
      if (seen && JSON.stringify(seen) !== reported) {
        reported = JSON.stringify(seen);
        memory.write(SEEN, seen);
      }
      return shown;
    }
    const { data: seen } = seenSchema.safeParse(memory.read(SEEN));
    // Someone who pays with a wallet and then makes an account finds an empty library.
    const asked =
      current.profileId === GUEST_PROFILE ||
      (isEmailProfile(current.profileId) && seen?.kind === 'wallet');
    return seen && asked ? { ...shown, elsewhere: seen } : shown;
  };

  const leave = (): void => {
    if (!following) return;
    following.stop();
    following = undefined;
    last = undefined;
    state.set(EMPTY);
  };
  const enter = (current: Scope): void => {
    // What is shown may belong to a chain that was reset; the chain's answer corrects it. The
    // chain's code is large, so the rows come first.
    const askChain = (): void => void scope.confirmed().catch(() => undefined);
    const stop = store.follow(
      FOLLOWED,
      current,
      (rows, complete) => {
        if (!complete) {
          state.set(newestOf(rows) ?? EMPTY);
          return;
        }
        last = { rows, state: stateOf(rows, last) };
        state.set(withElsewhere(current, last.state));
        askChain();
      },
      (thrown) => {
        note('library.load', thrown);
        state.update((before) => ({ ...before, loaded: true, failed: true }));
        askChain();
      },
    );
    following = { scope: current, stop };
    onEnter();
  };
  const refresh = (): void => {
    const current = scope.snapshot();
    if (current && isSame(current, following?.scope)) return;
    // Never show another profile's pictures, not even for a moment.
    leave();
    if (current) {
      enter(current);
      return;
    }
    const nothing = (): void => {
      if (!following) state.set({ ...EMPTY, loaded: true });
    };
    // No chain was ever seen here, so there can't be any rows, however long the chain takes to
    // answer.
    if (!scope.chainSeen()) nothing();
    // An unreachable network is reported where it matters.
    scope.confirmed().catch(() => scope.snapshot() ?? nothing());
  };

  return {
    snapshot: state.snapshot,
    subscribe(listener) {
      // From here on the rows are always followed: a change costs little, and a screen finds
      // everything there when it returns.
      if (!begun) {
        begun = true;
        scope.subscribe(refresh);
        refresh();
      }
      return state.subscribe(listener);
    },
    reload() {
      leave();
      refresh();
    },
    rows: () => last?.rows,
  };
}
