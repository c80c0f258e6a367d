import { errorCode, isAbort, type ErrorCode } from '../core/errors.ts';
import type { Locks } from '../ports/locks.ts';
import type { Wallets } from '../ports/wallets.ts';
import { atom } from './jotai.ts';
import { observable, type Watched } from './observable.ts';
import { paymentsAtom } from './payments/index.ts';
import type { Payments, Restored, RestoreProgress } from './payments/index.ts';
import { portsAtom } from './ports.ts';
import { localMemory, type Memory } from './remembered.ts';
import { scopeAtom, type CurrentScope } from './scope.ts';

/** Where the search for a wallet's earlier purchases stands. */
export type RestoringState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'looking'; readonly progress: RestoreProgress }
  /** `byItself`: nobody asked, so finding nothing is no news. */
  | { readonly kind: 'done'; readonly restored: Restored; readonly byItself: boolean }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly byItself: boolean };

export interface Restoring extends Watched<RestoringState> {
  /** Looks now. Without a Solana wallet, or while it looks already, nothing happens. */
  look(): void;
  /** What was here is gone (its account was deleted): each wallet is looked after by itself again when it connects. */
  forget(): void;
  cancel(): void;
  dismiss(): void;
}

interface Deps {
  readonly payments: Pick<Payments, 'restore'>;
  readonly wallets: Pick<Wallets, 'snapshot' | 'subscribe'>;
  readonly scope: Pick<CurrentScope, 'confirmed'>;
  readonly locks: Locks;
  readonly memory: Memory;
}

/**
 * Looks for what a wallet bought: by itself the first time that the wallet is connected on this
 * device, or since an account was deleted here, and whenever it is asked to.
 */
export function createRestoring({ payments, wallets, scope, locks, memory }: Deps): Restoring {
  const state = observable<RestoringState>({ kind: 'idle' });
  /** Counts the times that all looks were forgotten; a look is noted with it. */
  const epoch = (): number => {
    const kept = memory.read('restored.epoch');
    return typeof kept === 'number' ? kept : 0;
  };
  let running: { readonly control: AbortController; readonly ended: Promise<void> } | undefined;

  const look = (byItself: boolean): void => {
    const payer = wallets.snapshot().solana?.address;
    if (payer === undefined || running) return;
    const control = new AbortController();
    running = { control, ended: lookFor(payer, byItself, control.signal) };
  };

  const lookFor = async (payer: string, byItself: boolean, signal: AbortSignal): Promise<void> => {
    try {
      const where = await scope.confirmed();
      const key = `restored.${where.genesis}.${payer}`;
      if (byItself && memory.read(key) === epoch()) return;
      // Another tab that looks already finds it for this one too.
      await locks.ifFree(`restore:${where.genesis}:${payer}`, async (locks) => {
        state.set({ kind: 'looking', progress: { done: 0, found: 0 } });
        const onProgress = (progress: RestoreProgress): void => {
          if (!signal.aborted) state.set({ kind: 'looking', progress });
        };
        const restored = await payments.restore({ payer, scope: where, onProgress, signal, locks });
        memory.write(key, epoch());
        state.set({ kind: 'done', restored, byItself });
      });
    } catch (thrown) {
      state.set(
        isAbort(thrown) ? { kind: 'idle' } : { kind: 'failed', code: errorCode(thrown), byItself },
      );
    } finally {
      running = undefined;
    }
  };

  let seen: string | undefined;
  const follow = (): void => {
    const { status, solana } = wallets.snapshot();
    if (status === 'restoring' || status === 'connecting' || solana?.address === seen) return;
    seen = solana?.address;
    running?.control.abort(new DOMException('the wallet left', 'AbortError'));
    if (seen === undefined) state.set({ kind: 'idle' });
    else void (running?.ended ?? Promise.resolve()).then(() => look(true));
  };
  wallets.subscribe(follow);
  follow();

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    look: () => look(false),
    forget() {
      memory.write('restored.epoch', epoch() + 1);
      seen = undefined;
    },
    cancel: () => running?.control.abort(new DOMException('cancelled', 'AbortError')),
    dismiss: () => state.set({ kind: 'idle' }),
  };
}

/** The composition root reads it once, so that a wallet that connects is looked after from anywhere. */
export const restoringAtom = atom((get): Restoring => {
  const { wallets, locks } = get(portsAtom);
  return createRestoring({
    payments: get(paymentsAtom),
    wallets,
    scope: get(scopeAtom),
    locks,
    memory: localMemory(),
  });
});
