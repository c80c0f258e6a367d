import type { WalletTransport } from '../../ports/wallets.ts';

/** The part of localStorage that the composition root passes in. */
export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The storage key. Its name and shape are fixed by docs/specification.md. */
const STATE_KEY = 'walletState';
const TRANSPORT_KEY = 'walletTransport';
const SECONDARY_KEY = 'walletTools';

const TYPES = ['phantom', 'metamask'] as const;
const TRANSPORTS = [
  'extension',
  'link',
  'loopback',
  'sandbox',
] as const satisfies readonly WalletTransport[];

export interface SavedWallet {
  readonly address: string;
  readonly walletType: (typeof TYPES)[number];
  readonly transport: WalletTransport;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not ours, or from an older version: no wallet is remembered.
  }
}

/**
 * Checked by hand: this runs before the first page appears, which doesn't wait for the schema
 * library.
 */
function toSavedWallet(value: unknown): SavedWallet | undefined {
  const { address, walletType, transport }: Partial<Record<keyof SavedWallet, unknown>> =
    typeof value === 'object' && value !== null ? value : {};
  const type = TYPES.find((one) => one === walletType);
  const found = TRANSPORTS.find((one) => one === transport);
  const isAddress = typeof address === 'string' && address.length >= 32 && address.length <= 44;
  return isAddress && type && found ? { address, walletType: type, transport: found } : undefined;
}

/** The saved connection; undefined if there is none or it is corrupt. */
export function readSaved(storage: KeyValue): SavedWallet | undefined {
  const state = parseJson(storage.getItem(STATE_KEY) ?? '');
  if (
    typeof state !== 'object' ||
    state === null ||
    !('connected' in state) ||
    state.connected !== true
  )
    return undefined;
  return toSavedWallet({ ...state, transport: storage.getItem(TRANSPORT_KEY) ?? 'extension' });
}

export function writeSaved(
  storage: KeyValue,
  { address, walletType, transport }: SavedWallet,
): void {
  storage.setItem(STATE_KEY, JSON.stringify({ connected: true, address, walletType }));
  storage.setItem(TRANSPORT_KEY, transport);
}

export function clearSaved(storage: KeyValue): void {
  storage.removeItem(STATE_KEY);
  storage.removeItem(TRANSPORT_KEY);
}

/** Secondary wallets: those connected beside the signed-in one. */
export function readSecondary(storage: KeyValue): readonly SavedWallet[] {
  const secondary = parseJson(storage.getItem(SECONDARY_KEY) ?? '');
  if (!Array.isArray(secondary)) return [];
  const read = secondary.map(toSavedWallet);
  return read.every((wallet) => wallet !== undefined) ? read : [];
}

export function writeSecondary(storage: KeyValue, secondary: readonly SavedWallet[]): void {
  if (secondary.length > 0) storage.setItem(SECONDARY_KEY, JSON.stringify(secondary));
  else storage.removeItem(SECONDARY_KEY);
}
