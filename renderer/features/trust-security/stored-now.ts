import type { Table } from '../../ports/store.ts';

const many = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

/** What a row of the retention table, given by its title, amounts to on this device. */
export function storedNow(data: string, counts: Readonly<Record<Table, number>>): string {
  switch (data) {
    case 'Personal images':
      return many(counts.drafts, 'photo waits, sealed', 'photos wait, sealed');
    case 'Wallet addresses':
      return `In ${many(counts.orders, 'order', 'orders')} and ${many(counts.mints, 'mint', 'mints')}`;
    case 'Generated avatars':
      return many(counts.avatars, 'avatar', 'avatars');
    default:
      return 'None';
  }
}
