import { atom, useAtomValue } from './jotai.ts';
import { createPayments, type Payments } from './payments/index.ts';
import { portsAtom } from './ports.ts';

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
