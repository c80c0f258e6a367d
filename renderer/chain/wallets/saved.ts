import { z } from 'zod';
import type { WalletTransport } from '../../ports/wallets.ts';

/** What the composition root hands in of localStorage. */
export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The specification's key and shape. */
const STATE_KEY = 'walletState';
const TRANSPORT_KEY = 'walletTransport';

const stateSchema = z.object({
  connected: z.literal(true),
  address: z.string().min(32).max(44),
  walletType: z.enum(['phantom', 'metamask']),
});
const transportSchema = z.enum(['extension', 'link', 'loopback', 'sandbox']);

export interface SavedWallet {
  readonly address: string;
  readonly walletType: 'phantom' | 'metamask';
  readonly transport: WalletTransport;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The saved connection, or undefined when there is none or it is corrupt. */
export function readSaved(storage: KeyValue): SavedWallet | undefined {
  const state = stateSchema.safeParse(parseJson(storage.getItem(STATE_KEY) ?? ''));
  const transport = transportSchema.safeParse(storage.getItem(TRANSPORT_KEY) ?? 'extension');
  if (!state.success || !transport.success) return undefined;
  return { address: state.data.address, walletType: state.data.walletType, transport: transport.data };
}

export function writeSaved(storage: KeyValue, { address, walletType, transport }: SavedWallet): void {
  storage.setItem(STATE_KEY, JSON.stringify({ connected: true, address, walletType }));
  storage.setItem(TRANSPORT_KEY, transport);
}

export function clearSaved(storage: KeyValue): void {
  storage.removeItem(STATE_KEY);
  storage.removeItem(TRANSPORT_KEY);
}

/** What of the wallets is there at a start. */
export interface Present {
  readonly phantom: boolean;
  /** Address of the sandbox wallet, where one is registered. */
  readonly sandbox?: string;
}

/**
 * The specification's rule: Phantom comes back when its extension is there (and then shows its
 * public key without asking); the sandbox wallet when it is registered with the same address;
 * MetaMask and whatever is corrupt are cleared.
 */
export function restorable(saved: SavedWallet | undefined, present: Present): 'phantom' | 'sandbox' | 'none' {
  if (saved?.walletType !== 'phantom') return 'none';
  if (saved.transport === 'sandbox') return present.sandbox === saved.address ? 'sandbox' : 'none';
  return saved.transport === 'extension' && present.phantom ? 'phantom' : 'none';
}
