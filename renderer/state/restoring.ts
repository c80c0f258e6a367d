import { atom } from 'jotai';

import { errorCode, isAbort, type ErrorCode } from '../core/errors.ts';
import { createState, type Subscribable } from '../core/subscribable.ts';
import type { Locks } from '../ports/locks.ts';
import type { Wallets } from '../ports/wallets.ts';
import {
  paymentsAtom,
  type Payments,
  type Restored,
  type RestoreProgress,
} from './payments/index.ts';
import { portsAtom } from './ports.ts';
import { localMemory, type Memory } from './remembered.ts';
import { scopeAtom, type CurrentScope } from './scope.ts';
import { resumeWithScope } from './tasks/index.ts';

/**
 * The state of the search for a wallet's earlier purchases. One that nobody asked for is 'idle' once
 * it has failed, or has ended with nothing to say.
 */
export type RestoringState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'searching'; readonly progress: RestoreProgress }
  | { readonly kind: 'done'; readonly restored: Restored }
  | { readonly kind: 'failed'; readonly code: ErrorCode };

export interface Restoring extends Subscribable<RestoringState> {
  /** Searches now. Does nothing without a Solana wallet, or while a search is running. */
  search(): void;
  /**
   * To call after an account was deleted: each wallet is searched for again
   * automatically when it connects.
   */
  forget(): void;
  cancel(): void;
  dismiss(): void;
}

interface Deps {
  readonly payments: Pick<Payments, 'restore'>;
  readonly wallets: Pick<Wallets, 'snapshot' | 'subscribe'>;
  readonly scope: Pick<CurrentScope, 'confirmed' | 'snapshot' | 'subscribe'>;
  readonly locks: Locks;
  readonly memory: Memory;
}

/**
 * Searches for a wallet's purchases: automatically when it is connected for the first time on this
 * device, or for the first time since an account was deleted here, and whenever the user asks. A
 * search that a locked account prevented starts once the account is open.
 */
export function createRestoring({ payments, wallets, scope, locks, memory }: Deps): Restoring {
  const state = createState<RestoringState>({ kind: 'idle' });
  /** How often the past searches were forgotten; each search is recorded with this number. */
  const epoch = (): number => {
    const kept = memory.read('restored.epoch');
    return typeof kept === 'number' ? kept : 0;
  };
  let running: { readonly control: AbortController; readonly ended: Promise<void> } | undefined;

  const search = (automatic: boolean): void => {
    const payer = wallets.snapshot().solana?.address;
    if (payer === undefined || running) return;
    const control = new AbortController();
    running = { control, ended: searchFor(payer, automatic, control.signal) };
  };

  const searchFor = async (
    payer: string,
    automatic: boolean,
    signal: AbortSignal,
  ): Promise<void> => {
    try {
      const where = await scope.confirmed();
      const key = `restored.${where.genesis}.${payer}`;
      if (automatic && memory.read(key) === epoch()) return;
      const begin = (): void => state.set({ kind: 'searching', progress: { done: 0, found: 0 } });
      if (!automatic) begin();
      // If another tab is already searching, it finds them for this one too. A user who asked gets
      // an answer after it.
      const take = automatic ? 'ifFree' : 'exclusive';
      await locks[take](`restore:${where.genesis}:${payer}`, async (locks) => {
        begin();
        const onProgress = (progress: RestoreProgress): void => {
          if (!signal.aborted) state.set({ kind: 'searching', progress });
        };
        const restored = await payments.restore({ payer, scope: where, onProgress, signal, locks });
        if (restored.left === 0) memory.write(key, epoch());
        const isSaid = !automatic || restored.found.length > 0 || restored.left > 0;
        state.set(isSaid ? { kind: 'done', restored } : { kind: 'idle' });
      });
    } catch (thrown) {
      const isSaid = !automatic && !isAbort(thrown);
      state.set(isSaid ? { kind: 'failed', code: errorCode(thrown) } : { kind: 'idle' });
    } finally {
      running = undefined;
    }
  };

  /** Searches automatically, once a running search has ended. */
  const searchNext = (): void =>
    void (running?.ended ?? Promise.resolve()).then(() => search(true));
  let seen: string | undefined;
  const follow = (): void => {
    const { status, solana } = wallets.snapshot();
    if (status === 'restoring' || status === 'connecting' || solana?.address === seen) return;
    seen = solana?.address;
    running?.control.abort(new DOMException('the wallet left', 'AbortError'));
    if (seen === undefined) state.set({ kind: 'idle' });
    else searchNext();
  };
  wallets.subscribe(follow);
  follow();
  resumeWithScope(scope, {
    resume() {
      if (scope.snapshot() && seen !== undefined) searchNext();
      return Promise.resolve();
    },
  });

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    search: () => search(false),
    forget() {
      memory.write('restored.epoch', epoch() + 1);
      seen = undefined;
    },
    cancel: () => running?.control.abort(new DOMException('cancelled', 'AbortError')),
    dismiss: () => state.set({ kind: 'idle' }),
  };
}

/**
 * The composition root reads it once, so that a connecting wallet is searched for on any screen.
 */
export const restoringAtom = atom((get): Restoring => {
  return createRestoring({
    ...get(portsAtom),
    payments: get(paymentsAtom),
    scope: get(scopeAtom),
    memory: localMemory(),
  });
});
