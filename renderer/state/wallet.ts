import type { WalletSnapshot } from '../ports/wallets.ts';
import { atom } from './jotai.ts';
import { portsAtom } from './ports.ts';

const sourceAtom = atom((get) => {
  const { wallets } = get(portsAtom);
  const snapshotAtom = atom<WalletSnapshot>(wallets.snapshot());
  snapshotAtom.onMount = (set) => {
    const update = (): void => set(wallets.snapshot());
    update();
    return wallets.subscribe(update);
  };
  return snapshotAtom;
});

/** The only wallet connection: who is connected, and which wallets could be. */
export const walletAtom = atom((get) => get(get(sourceAtom)));
