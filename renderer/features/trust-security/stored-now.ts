import { formatCount } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import type { Table } from '../../ports/store.ts';

/** What a row of the retention table, given by its title, amounts to on this device. */
export function storedNow(data: string, counts: Readonly<Record<Table, number>>): string {
  switch (data) {
    case 'Personal images':
      return i18n.t('{drafts, plural, one {# photo waits, sealed} other {# photos wait, sealed}}', {
        drafts: counts.drafts,
      });
    case 'Wallet addresses':
      return i18n.t(
        'In {orders, plural, one {# order} other {# orders}} and {mints, plural, one {# mint} other {# mints}}',
        { orders: counts.orders, mints: counts.mints },
      );
    case 'Generated avatars':
      return i18n.t('{avatars, plural, one {# avatar} other {# avatars}}', {
        avatars: counts.avatars,
      });
    default:
      return i18n.t('None');
  }
}
