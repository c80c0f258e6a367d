import { noted } from '../../core/log/log.ts';
import type { AnyTransport } from '../../ports/wallet-transport.ts';
import type { HeldWallets } from './held.ts';
import { readSaved, readSecondary, type KeyValue, type SavedWallet } from './saved.ts';

interface Deps {
  readonly storage: KeyValue;
  readonly transports: readonly AnyTransport[];
  readonly held: HeldWallets;
  readonly changed: () => void;
  /** Whether the user is being asked to connect a wallet. */
  readonly isAsking: () => boolean;
}

/** Restores the wallets that an earlier visit or another tab connected, without asking the user. */
export interface WalletRestorer {
  /** Runs once, however often it is called. */
  start(): Promise<void>;
  hasStarted(): boolean;
  /** Whether the signed-in wallet is being restored. */
  isRestoring(): boolean;
  /** Applies another tab's sign-in or sign-out. Notifies no other tab. */
  follow(): Promise<void>;
}

/** A wallet may never answer; the page doesn't wait for it longer than this. */
const TIMEOUT_MS = 5_000;

export function createWalletRestorer({
  storage,
  transports,
  held,
  changed,
  isAsking,
}: Deps): WalletRestorer {
  let restoring = false;
  let starting: Promise<void> | undefined;

  /**
   * Restores a wallet if its transport exists here, needn't ask, and returns the same address. An
   * answer that comes too late is still taken, unless its chain has another wallet by then.
   */
  async function restoreSaved({
    address,
    walletType,
    transport: kind,
  }: SavedWallet): Promise<void> {
    for (const transport of transports) {
      const choice = transport.choice();
      if (choice?.type !== walletType || choice.transport !== kind || !choice.installed) continue;
      const isHeld = (): boolean =>
        held.all().some(({ transport: { chain } }) => chain === transport.chain);
      const answered = transport.restore().then((found) => {
        if (found === address && !isHeld()) held.hold(transport, choice, found);
      });
      const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
      await Promise.race([answered.catch(noted('wallet.restore')), late]);
      if (isHeld()) return;
    }
  }

  async function restore(): Promise<void> {
    const owner = readSaved(storage);
    const secondary = readSecondary(storage);
    if (owner) {
      restoring = true;
      changed();
      await restoreSaved(owner);
    }
    if (held.owner() || held.onlySecondary())
      for (const wallet of secondary) await restoreSaved(wallet);
    restoring = false;
    held.save();
    changed();
  }

  return {
    start() {
      starting ??= (async () => {
        for (const transport of transports) transport.onChoice?.(changed);
        changed();
        await restore();
      })();
      return starting;
    },
    hasStarted: () => starting !== undefined,
    isRestoring: () => restoring,
    async follow() {
      if (!starting) return; // `start` will read what is stored.
      await starting;
      const owner = readSaved(storage);
      const stored = [...(owner ? [owner] : []), ...readSecondary(storage)];
      const isHeld = (address: string): boolean =>
        held.all().some((one) => one.address === address);
      const gone = held
        .all()
        .filter((one) => !stored.some(({ address }) => address === one.address));
      held.drop(gone);
      changed();
      // The other tab disconnected the wallet already; here it is only forgotten.
      for (const { transport } of gone)
        void transport.disconnect(true).catch(noted('wallet.disconnect'));
      if (isAsking() || (!owner && !held.onlySecondary())) return;
      for (const wallet of stored) if (!isHeld(wallet.address)) await restoreSaved(wallet);
    },
  };
}
