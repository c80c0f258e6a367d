import { atom, useAtomValue } from 'jotai';

import type { AccountSnapshot } from '../ports/accounts.ts';
import type { Ports } from '../ports/index.ts';
import type { Ledger } from '../ports/requests.ts';
import type { WalletSnapshot } from '../ports/wallets.ts';
import { useSnapshot } from './use-snapshot.ts';

const handedIn = atom<Ports | undefined>(undefined);

/**
 * The ports of this app. The composition root sets them once, before the first render.
 * @throws Error if read before that, or set twice
 */
export const portsAtom = atom(
  (get): Ports => {
    const ports = get(handedIn);
    if (!ports) throw new Error('the composition root has not handed in the ports');
    return ports;
  },
  (get, set, ports: Ports) => {
    if (get(handedIn)) throw new Error('the ports are handed in once');
    set(handedIn, ports);
  },
);

export const usePorts = (): Ports => useAtomValue(portsAtom);
/** The only wallet connection: who is connected, and which wallets could be. */
export const useWallet = (): WalletSnapshot => useSnapshot(usePorts().wallets);
/** The email account: open, locked, or none. */
export const useAccount = (): AccountSnapshot => useSnapshot(usePorts().accounts);
export const useLedger = (): Ledger => useSnapshot(usePorts().requests.ledger);
