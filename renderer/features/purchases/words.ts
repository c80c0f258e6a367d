import { i18n } from '../../i18n/index.ts';
import type { Restored } from '../../state/payments/index.ts';

/** What a search restored, and what it left for the next one. */
export function restoredWords(restored: Restored): string {
  const { left } = restored;
  if (left === 0) return broughtWords(restored);
  const leftWords = i18n.t(
    '{left, plural, one {# transaction of this wallet’s key is} other {# transactions of this wallet’s key are}} still to be looked at: search again.',
    { left },
  );
  return `${broughtWords(restored)} ${leftWords}`;
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
    ? i18n.t(
        'Nothing new: {known, plural, one {this wallet’s purchase is} other {this wallet’s # purchases are}} on this device already.',
        { known },
      )
    : i18n.t('No purchase of this wallet was found. If another wallet paid, connect that one.');
}
