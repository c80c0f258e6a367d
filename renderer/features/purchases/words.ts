import { formatCount } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import type { Restored } from '../../state/payments/index.ts';

/** What a search restored, and what it left for the next one. */
export function restoredWords(restored: Restored): string {
  const { left } = restored;
  return left > 0
    ? `${broughtWords(restored)} ${i18n.t('{left, plural, one {# transaction} other {# transactions}}', { left })} of this wallet’s key ${left === 1 ? 'is' : 'are'} still to be looked at: search again.`
    : broughtWords(restored);
}

function broughtWords({ found, known }: Restored): string {
  if (found.length > 0) {
    const credits = found.reduce((sum, order) => sum + order.credits, 0);
    return i18n.t(
      '{found, plural, one {# purchase} other {# purchases}} came back: {credits, plural, one {# credit} other {# credits}}.',
      { found: found.length, credits },
    );
  }
  return known > 0
    ? `Nothing new: ${known === 1 ? i18n.t('this wallet’s purchase is') : i18n.t('this wallet’s {known, plural, one {# purchase} other {# purchases}} are', { known })} on this device already.`
    : i18n.t('No purchase of this wallet was found. If another wallet paid, connect that one.');
}
