import type { AccountSnapshot } from '../../ports/accounts.ts';
import { atom, useAtomValue } from '../jotai.ts';
import { portsAtom } from '../ports.ts';

const sourceAtom = atom((get) => {
  const { accounts } = get(portsAtom);
  const snapshotAtom = atom<AccountSnapshot>(accounts.snapshot());
  snapshotAtom.onMount = (set) => {
    const update = (): void => set(accounts.snapshot());
    update();
    return accounts.subscribe(update);
  };
  return snapshotAtom;
});

/** The current state of the email account: open, locked, or none. */
const accountAtom = atom((get) => get(get(sourceAtom)));

export const useAccount = (): AccountSnapshot => useAtomValue(accountAtom);
