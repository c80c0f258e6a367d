import {
  BaseMessageSignerWalletAdapter,
  isVersionedTransaction,
  WalletReadyState,
  type WalletName,
} from '@solana/wallet-adapter-base';
import { PublicKey, Transaction, VersionedTransaction } from '@solana/web3.js';

import { PHANTOM_LINK, PHANTOM_URL } from '../phantom.ts';
import type { PhantomLink } from './phantom-link.ts';

const NAME = PHANTOM_LINK as WalletName<typeof PHANTOM_LINK>;

/**
 * Phantom where no provider is injected: each request leaves for the Phantom app through its
 * encrypted link. A promise of this adapter resolves only if the asking page is still alive when
 * the answer arrives.
 */
export class PhantomLinkWalletAdapter extends BaseMessageSignerWalletAdapter<typeof PHANTOM_LINK> {
  override readonly name = NAME;
  override readonly url = PHANTOM_URL;
  override readonly icon = '';
  override readonly readyState = WalletReadyState.Loadable;
  override readonly supportedTransactionVersions = new Set(['legacy', 0] as const);
  override connecting = false;
  override publicKey: PublicKey | null = null;
  readonly #link: PhantomLink;

  constructor(link: PhantomLink) {
    super();
    this.#link = link;
  }

  override async connect(): Promise<void> {
    if (this.connected || this.connecting) return;
    this.connecting = true;
    try {
      this.#hold(this.#link.address ?? (await this.#link.connect()));
    } finally {
      this.connecting = false;
    }
  }

  /** A stored session reconnects without asking. */
  override autoConnect(): Promise<void> {
    const { address } = this.#link;
    if (address !== undefined && !this.connected) this.#hold(address);
    return Promise.resolve();
  }

  override async disconnect(): Promise<void> {
    await this.#link.disconnect(true);
    if (!this.publicKey) return;
    this.publicKey = null;
    this.emit('disconnect');
  }

  override async signTransaction<T extends Transaction | VersionedTransaction>(
    transaction: T,
  ): Promise<T> {
    const versioned = isVersionedTransaction(transaction);
    const wire = versioned
      ? transaction.serialize()
      : transaction.serialize({ requireAllSignatures: false, verifySignatures: false });
    const signed = await this.#link.signTransaction(wire);
    return (versioned ? VersionedTransaction.deserialize(signed) : Transaction.from(signed)) as T;
  }

  override signMessage(message: Uint8Array): Promise<Uint8Array> {
    return this.#link.signMessage(message);
  }

  #hold(address: string): void {
    this.publicKey = new PublicKey(address);
    this.emit('connect', this.publicKey);
  }
}
