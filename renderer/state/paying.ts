import { atom, useAtomValue } from './jotai.ts';
import { createPayments, type Payments } from './payments/index.ts';
import { portsAtom } from './ports.ts';
import { resumeKey, scopeAtom } from './scope.ts';

/** Paying, over this app's ports. The composition root resumes it once the chain is known. */
export const paymentsAtom = atom((get): Payments => {
  const { store, chain, wallets, config, clock, locks } = get(portsAtom);
  return createPayments({
    store,
    chain,
    wallets,
    treasury: config.treasury,
    clock,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    locks,
  });
});

export const usePayments = (): Payments => useAtomValue(paymentsAtom);

/**
 * Goes on with every open order, on each chain that comes into view and in each account that is opened. The composition root sets
 * this once; it may load this module late, since stored orders wait.
 */
export const resumePaymentsAtom = atom(null, (get) => {
  const scope = get(scopeAtom);
  const payments = get(paymentsAtom);
  let resumed: string | undefined;
  const follow = (): void => {
    const seen = scope.snapshot();
    const key = resumeKey(seen);
    if (seen === undefined || key === resumed) return;
    resumed = key;
    payments.resume(seen.genesis).catch(() => undefined); // Each order reports its own trouble to its watchers.
  };
  scope.subscribe(follow);
  follow();
});
