import type { WalletTransport } from '../../ports/wallets.ts';

/** The part of localStorage that the composition root passes in. */
export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The storage key. Its name and shape are fixed by docs/specification.md. */
const STATE_KEY = 'walletState';
const TRANSPORT_KEY = 'walletTransport';
const TOOLS_KEY = 'walletTools';

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
export function readTools(storage: KeyValue): readonly SavedWallet[] {
  const tools = parseJson(storage.getItem(TOOLS_KEY) ?? '');
  if (!Array.isArray(tools)) return [];
  const read = tools.map(toSavedWallet);
  return read.every((tool) => tool !== undefined) ? read : [];
}

export function writeTools(storage: KeyValue, tools: readonly SavedWallet[]): void {
  if (tools.length > 0) storage.setItem(TOOLS_KEY, JSON.stringify(tools));
  else storage.removeItem(TOOLS_KEY);
}
