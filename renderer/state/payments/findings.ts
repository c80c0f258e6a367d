import type { LikenessError } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import type { FoundTransfer, Refusals } from './scan.ts';

/**
 * What scans have found about orders without changing them, for those who watch: transfers that
 * don't count, and why a transaction that the user named was refused.
 */
export function createFindings(notify: (orderId: string) => void) {
  const found = new Map<string, FoundTransfer>();
  const refused = new Map<string, LikenessError>();
  const refusals: Refusals = {
    of: (signature) => refused.get(signature),
    add(id, signature, why) {
      refused.set(signature, why);
      notify(id);
    },
  };
  const onFound = (id: string, transfer: FoundTransfer): void => {
    found.set(id, transfer);
    notify(id);
  };
  const of = ({ id, state }: Order): { found?: FoundTransfer; refused?: LikenessError } => {
    const transfer = found.get(id);
    const why = state.kind === 'manual' ? refusals.of(state.signature ?? '') : undefined;
    return { ...(transfer && { found: transfer }), ...(why && { refused: why }) };
  };
  return { refusals, onFound, of };
}
