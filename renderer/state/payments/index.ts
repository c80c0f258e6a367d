import { atom, useAtomValue } from '../jotai.ts';
import { portsAtom } from '../ports.ts';
import { resumeWithScopeAtom } from '../tasks/index.ts';
import type { Payments } from './contract.ts';
import { createPayments } from './service.ts';

export type { OrderWatch, Payments, Quote } from './contract.ts';
export type { FoundTransfer } from './scan.ts';
export type { Restored, RestoreProgress } from './restore.ts';

/** Paying, over this app's ports. */
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
 * Goes on with every open order of whatever can be read. The composition root sets this once; it
 * may load this module late, since stored orders wait.
 */
export const resumePaymentsAtom = atom(null, (get, set) =>
  set(resumeWithScopeAtom, get(paymentsAtom)),
);
