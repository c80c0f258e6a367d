import { describe, expect, it } from 'vitest';

import {
  consumeId,
  grantId,
  releaseId,
  reserveId,
  sumCredits,
  type LedgerEntry,
} from './credits.ts';

const scope = { profileId: 'guest', genesis: 'g', at: 0 };
const grant: LedgerEntry = {
  ...scope,
  id: grantId('o1'),
  kind: 'grant',
  amount: 1000,
  cause: 'o1',
};
const reserve: LedgerEntry = {
  ...scope,
  id: reserveId('b1'),
  kind: 'reserve',
  amount: 12,
  cause: 'b1',
};
const consume: LedgerEntry = {
  ...scope,
  id: consumeId('u1'),
  kind: 'consume',
  amount: 1,
  cause: 'b1',
};
const release: LedgerEntry = {
  ...scope,
  id: releaseId('u2'),
  kind: 'release',
  amount: 1,
  cause: 'b1',
};

describe('the usage ledger', () => {
  it('reserves, consumes and releases', () => {
    expect(sumCredits([grant, reserve, consume, release])).toEqual({
      granted: 1000,
      reserved: 10,
      spent: 1,
      available: 989,
    });
  });

  it('counts an entry once however often it was written', () => {
    expect(sumCredits([grant, grant, reserve, reserve]).available).toBe(988);
  });

  it('never shows less than nothing', () => {
    expect(
      sumCredits([grant, { ...grant, id: 'refund:o1', kind: 'refund' }, consume]).available,
    ).toBe(0);
  });
});
