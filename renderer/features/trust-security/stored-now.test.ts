import { expect, it } from 'vitest';

import { RETENTION } from '../../content/retention.ts';
import { storedNow } from './trust-security-screen.tsx';

const counts = {
  orders: 2,
  ledger: 9,
  avatars: 1,
  pictures: 1,
  batches: 1,
  looks: 0,
  drafts: 0,
  mints: 1,
  mintMaterials: 1,
  messages: 0,
  settings: 0,
};

it('says for each row of the table what is here', () => {
  expect(RETENTION.map(({ id }) => storedNow(id, counts))).toEqual([
    '0 photos wait, encrypted',
    'In 2 orders and 1 mint',
    '1 avatar',
    'Nothing',
  ]);
});
