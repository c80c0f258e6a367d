import { formatCount } from '../../core/format.ts';
import type { Table } from '../../ports/store.ts';

/** What a row of the retention table, given by its title, amounts to on this device. */
export function storedNow(data: string, counts: Readonly<Record<Table, number>>): string {
  switch (data) {
    case 'Personal images':
      return formatCount(counts.drafts, 'photo waits, sealed', 'photos wait, sealed');
    case 'Wallet addresses':
      return `In ${formatCount(counts.orders, 'order')} and ${formatCount(counts.mints, 'mint')}`;
    case 'Generated avatars':
      return formatCount(counts.avatars, 'avatar');
    default:
      return 'None';
  }
}
