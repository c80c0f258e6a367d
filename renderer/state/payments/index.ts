import { atom, useAtomValue } from 'jotai';

import { portsAtom } from '../ports.ts';
import { randomBytes } from '../random.ts';
import { scopeAtom } from '../scope.ts';
import { resumeWithScope } from '../tasks/index.ts';
import type { Payments } from './contract.ts';
import { createPayments } from './service.ts';

export type { OrderWatch, Payments } from './contract.ts';
export type { FoundTransfer } from './scan.ts';
export type { Restored, RestoreProgress } from './restore.ts';

/** Paying, over this app's ports. */
export const paymentsAtom = atom((get): Payments => {
  const ports = get(portsAtom);
  return createPayments({ ...ports, treasury: ports.config.treasury, random: randomBytes });
});

export const usePayments = (): Payments => useAtomValue(paymentsAtom);

/**
 * Continues every open order that can be read. The composition root sets this once. It may load
 * this module late, since stored orders wait.
 */
export const resumePaymentsAtom = atom(null, (get) => {
  resumeWithScope(get(scopeAtom), get(paymentsAtom));
});

export { checkLicence, type PaymentStatus, type ReadBefore } from './licences.ts';
