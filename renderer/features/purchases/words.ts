import { formatCount } from '../../core/format.ts';
import type { Restored } from '../../state/payments/index.ts';

/** What a search restored, and what it left for the next one. */
export function restoredWords(restored: Restored): string {
  const { left } = restored;
  return left > 0
    ? `${broughtWords(restored)} ${formatCount(left, 'transaction')} of this wallet’s key ${left === 1 ? 'is' : 'are'} still to be looked at: search again.`
    : broughtWords(restored);
}

function broughtWords({ found, known }: Restored): string {
  if (found.length > 0) {
    const credits = found.reduce((sum, order) => sum + order.credits, 0);
    return `${formatCount(found.length, 'purchase')} came back: ${formatCount(credits, 'credit')}.`;
  }
  return known > 0
    ? `Nothing new: ${known === 1 ? 'this wallet’s purchase is' : `this wallet’s ${formatCount(known, 'purchase')} are`} on this device already.`
    : 'No purchase of this wallet was found. If another wallet paid, connect that one.';
}
