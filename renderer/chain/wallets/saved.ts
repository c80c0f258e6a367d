import type { WalletTransport } from '../../ports/wallets.ts';

/** What the composition root hands in of localStorage. */
export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The specification's key and shape. */
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
    return undefined; // Not ours, or of an older version: no wallet is remembered.
  }
}

/** Checked by hand: this runs before the first page shows, which doesn't wait for the schema library. */
function toSavedWallet(value: unknown): SavedWallet | undefined {
  const { address, walletType, transport }: Partial<Record<keyof SavedWallet, unknown>> =
    typeof value === 'object' && value !== null ? value : {};
  const type = TYPES.find((one) => one === walletType);
  const way = TRANSPORTS.find((one) => one === transport);
  const isAddress = typeof address === 'string' && address.length >= 32 && address.length <= 44;
  return isAddress && type && way ? { address, walletType: type, transport: way } : undefined;
}

/** The saved connection, or undefined when there is none or it is corrupt. */
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

/** Wallets that were connected beside whoever is signed in. */
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
