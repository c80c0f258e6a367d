import {
  BaseSignerWalletAdapter,
  WalletConnectionError,
  WalletNotConnectedError,
  WalletNotReadyError,
  WalletReadyState,
  WalletSignTransactionError,
  type WalletName,
} from '@solana/wallet-adapter-base';
import { PublicKey, type Transaction, type VersionedTransaction } from '@solana/web3.js';

import { injectedPhantom, PHANTOM, PHANTOM_URL, type InjectedPhantom } from './phantom.ts';

const NAME = PHANTOM as WalletName<typeof PHANTOM>;

/**
 * Phantom's injected provider, for versions that don't register with the Wallet Standard. If one
 * registers, wallet-adapter-react prefers it and drops this adapter.
 */
export class InjectedPhantomAdapter extends BaseSignerWalletAdapter<typeof PHANTOM> {
  override readonly name = NAME;
  override readonly url = PHANTOM_URL;
  override readonly icon = '';
  override readonly supportedTransactionVersions = new Set(['legacy', 0] as const);
  override connecting = false;
  override publicKey: PublicKey | null = null;

  override get readyState(): WalletReadyState {
    return injectedPhantom() ? WalletReadyState.Installed : WalletReadyState.NotDetected;
  }

  override connect(): Promise<void> {
    return this.#connect(false);
  }

  override autoConnect(): Promise<void> {
    return this.#connect(true);
  }

  override async disconnect(): Promise<void> {
    const phantom = injectedPhantom();
    if (phantom) await phantom.disconnect();
    this.#forget();
  }

  override async signTransaction<T extends Transaction | VersionedTransaction>(
    transaction: T,
  ): Promise<T> {
    const phantom = injectedPhantom();
    if (!phantom || !this.publicKey) throw new WalletNotConnectedError();
    try {
      return await phantom.signTransaction(transaction);
    } catch (thrown) {
      throw new WalletSignTransactionError(
        thrown instanceof Error ? thrown.message : undefined,
        thrown,
      );
    }
  }

  async #connect(onlyIfTrusted: boolean): Promise<void> {
    const phantom = injectedPhantom();
    if (!phantom) throw new WalletNotReadyError();
    if (this.connected || this.connecting) return;
    this.connecting = true;
    try {
      const { publicKey } = await phantom.connect(onlyIfTrusted ? { onlyIfTrusted } : {});
      this.#listen(phantom);
      this.publicKey = new PublicKey(publicKey.toString());
      this.emit('connect', this.publicKey);
    } catch (thrown) {
      throw new WalletConnectionError(thrown instanceof Error ? thrown.message : undefined, thrown);
    } finally {
      this.connecting = false;
    }
  }

  readonly #forget = (): void => {
    if (!this.publicKey) return;
    const phantom = injectedPhantom();
    phantom?.off('disconnect', this.#forget);
    phantom?.off('accountChanged', this.#change);
    this.publicKey = null;
    this.emit('disconnect');
  };

  readonly #change = (publicKey: unknown): void => {
    // Null when the user switched to an account that isn't connected to this page.
    if (!publicKey) {
      this.#forget();
      return;
    }
    this.publicKey = new PublicKey((publicKey as { toString(): string }).toString());
    this.emit('connect', this.publicKey);
  };

  #listen(phantom: InjectedPhantom): void {
    phantom.on('disconnect', this.#forget);
    phantom.on('accountChanged', this.#change);
  }
}
