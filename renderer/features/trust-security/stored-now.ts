import type { RetentionId } from '../../content/retention.ts';
import { i18n } from '../../i18n/index.ts';
import type { Table } from '../../ports/store.ts';

/** What a row of the retention table amounts to on this device. */
export function storedNow(id: RetentionId, counts: Readonly<Record<Table, number>>): string {
  switch (id) {
    case 'photos':
      return i18n.t(
        '{drafts, plural, one {# photo waits, encrypted} other {# photos wait, encrypted}}',
        {
          drafts: counts.drafts,
        },
      );
    case 'wallets':
      return i18n.t(
        'In {orders, plural, one {# order} other {# orders}} and {mints, plural, one {# mint} other {# mints}}',
        { orders: counts.orders, mints: counts.mints },
      );
    case 'avatars':
      return i18n.t('{avatars, plural, one {# avatar} other {# avatars}}', {
        avatars: counts.avatars,
      });
    case 'analytics':
      return i18n.t('Nothing');
  }
}
