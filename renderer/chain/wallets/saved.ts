import { z } from 'zod';
import type { WalletTransport } from '../../ports/wallets.ts';

/** What the composition root hands in of localStorage. */
export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The specification's key and shape. */
const STATE_KEY = 'walletState';
const TRANSPORT_KEY = 'walletTransport';
const TOOLS_KEY = 'walletTools';

const stateSchema = z.object({
  connected: z.literal(true),
  address: z.string().min(32).max(44),
  walletType: z.enum(['phantom', 'metamask']),
});
const transportSchema = z.enum(['extension', 'link', 'loopback', 'sandbox']);

const toolsSchema = z.array(z.object({ ...stateSchema.omit({ connected: true }).shape, transport: transportSchema }));

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

/** Wallets that were connected beside whoever is signed in. */
export function readTools(storage: KeyValue): readonly SavedWallet[] {
  const tools = toolsSchema.safeParse(parseJson(storage.getItem(TOOLS_KEY) ?? ''));
  return tools.success ? tools.data : [];
}

export function writeTools(storage: KeyValue, tools: readonly SavedWallet[]): void {
  if (tools.length > 0) storage.setItem(TOOLS_KEY, JSON.stringify(tools));
  else storage.removeItem(TOOLS_KEY);
}
