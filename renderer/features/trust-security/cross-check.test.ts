import { expect, it } from 'vitest';

import type { RequestRecord } from '../../ports/requests.ts';
import { crossCheck } from './ledger-rows.ts';

const record = (host: string): RequestRecord => ({
  id: 1,
  at: 0,
  purpose: 'chain',
  host,
  label: 'getSlot',
  bytesUp: 1,
  bytesDown: 1,
  photoBytes: 0,
  avatarBytes: 0,
  status: 'done',
});
const seen = (origin: string) => ({ origin, page: 1, workers: 0 });

it('accounts for the app’s own files and for what the ledger lists, and for nothing else', () => {
  const checked = crossCheck(
    [
      seen('https://likeness.example'),
      seen('https://rpc.example:8899'),
      seen('https://elsewhere.example'),
    ],
    'https://likeness.example',
    [record('rpc.example:8899')],
  );
  expect(checked.map(({ kind }) => kind)).toEqual(['own', 'listed', 'unlisted']);
});
