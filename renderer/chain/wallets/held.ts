import type { AnyTransport, EvmTransport, SolanaTransport } from '../../ports/wallet-transport.ts';
import type { WalletChain, WalletChoice } from '../../ports/wallets.ts';
import {
  clearSaved,
  writeSaved,
  writeSecondary,
  type KeyValue,
  type SavedWallet,
} from './saved.ts';

/** A connected wallet. */
export interface Held<T extends AnyTransport = AnyTransport> {
  readonly transport: T;
  readonly choice: WalletChoice;
  readonly address: string;
  readonly stopListening: () => void;
}

/** The connected wallets of this page, at most one per chain, and which of them is signed in. */
export interface HeldWallets {
  solana(): Held<SolanaTransport> | undefined;
  evm(): Held<EvmTransport> | undefined;
  all(): readonly Held[];
  /** The signed-in wallet. The other one is secondary: it can sign, but has no profile. */
  owner(): Held | undefined;
  /** Whether every wallet is secondary, because an email account is signed in. */
  onlySecondary(): boolean;
  setOnlySecondary(on: boolean): void;
  /** Adds a wallet, in the place of its chain's previous one. */
  hold(transport: AnyTransport, choice: WalletChoice, address: string): void;
  /** Removes wallets from this page. The caller updates storage. */
  drop(gone: readonly Held[]): void;
  /** Removes a chain's wallet, or all if it is the signed-in one. Returns what was removed. */
  release(chain: WalletChain | undefined): readonly Held[];
  /** Stores which wallets are connected, for the next visit. */
  save(): void;
}

const toSaved = ({ choice, address }: Held): SavedWallet => ({
  address,
  walletType: choice.type,
  transport: choice.transport,
});

/**
 * @param changed called after each change
 * @param accountChanged called when a wallet changed its account or disconnected by itself
 */
export function createHeldWallets({
  storage,
  changed,
  accountChanged,
}: {
  readonly storage: KeyValue;
  readonly changed: () => void;
  readonly accountChanged: () => void;
}): HeldWallets {
  const held: { solana?: Held<SolanaTransport>; evm?: Held<EvmTransport> } = {};
  /** The chain of the signed-in wallet. */
  let signedIn: WalletChain | undefined;
  let onlySecondary = false;

  const wallets: HeldWallets = {
    solana: () => held.solana,
    evm: () => held.evm,
    all: () => [held.solana, held.evm].filter((one) => one !== undefined),
    owner: () => signedIn && held[signedIn],
    onlySecondary: () => onlySecondary,
    setOnlySecondary(on) {
      onlySecondary = on;
      if (on) signedIn = undefined;
    },

    hold(transport, choice, address) {
      const { chain } = transport;
      const before = held[chain];
      // An account change keeps the listener: many wallets can't take a new one while they call the
      // old one.
      const keepsListening = before?.transport === transport;
      if (!keepsListening) before?.stopListening();
      const stopListening = keepsListening
        ? before.stopListening
        : transport.onAccount((now) => {
            if (now === undefined) wallets.release(chain);
            else wallets.hold(transport, choice, now);
            accountChanged();
          });
      const now = { choice, address, stopListening };
      if (transport.chain === 'solana') held.solana = { ...now, transport };
      else held.evm = { ...now, transport };
      if (!onlySecondary) signedIn ??= chain;
      wallets.save();
      changed();
    },

    drop(gone) {
      for (const { stopListening, transport } of gone) {
        stopListening();
        if (transport.chain === signedIn) signedIn = undefined;
        if (transport.chain === 'solana') delete held.solana;
        else delete held.evm;
      }
    },

    release(chain) {
      const all = chain === undefined || chain === signedIn;
      const gone = wallets.all().filter((one) => all || one.transport.chain === chain);
      wallets.drop(gone);
      wallets.save();
      changed();
      return gone;
    },

    save() {
      const owner = wallets.owner();
      if (owner) writeSaved(storage, toSaved(owner));
      else clearSaved(storage);
      writeSecondary(
        storage,
        wallets
          .all()
          .filter((one) => one !== owner)
          .map(toSaved),
      );
    },
  };
  return wallets;
}
