import { describe, expect, test } from 'vitest';

import { PRICE_PROGRAM, SOL_PRICE_ACCOUNT } from '../core/price-account.ts';
import { systemClock } from '../platform/clock.ts';
import { createSolPrice } from './sol-price.ts';

/** A fully verified price of 178.50 dollars, ± 12 cents, at 1763850000 s. */
const ACCOUNT = Buffer.from(
  '22f123639d7ef4cd' +
    '07'.repeat(32) +
    '01' +
    'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d' +
    '80a9f22704000000' + // price 17 850 083 712 in little-endian
    '001bb70000000000' + // confidence 12 000 000
    'f8ffffff' + // exponent -8
    '10372269' + // seconds, low half
    '00000000' +
    '00'.repeat(33),
  'hex',
);

function asking(result: unknown) {
  const asked: unknown[] = [];
  const ask = createSolPrice({
    addresses: ['https://rpc.example'],
    clock: systemClock,
    chance: () => 0,
    requests: {
      json: ({ body }) => {
        asked.push(JSON.parse(body));
        return Promise.resolve({
          status: 200,
          text: JSON.stringify({ jsonrpc: '2.0', id: 1, result }),
        });
      },
    },
  });
  return { ask, asked };
}

const account = (owner: string, data: Buffer) => ({
  context: { slot: 1 },
  value: { owner, data: [data.toString('base64'), 'base64'], lamports: 1, executable: false },
});

describe('the price of SOL', () => {
  test('is read from its account by one request', async () => {
    const { ask, asked } = asking(account(PRICE_PROGRAM, ACCOUNT));
    await expect(ask()).resolves.toEqual({
      price: ACCOUNT.readBigInt64LE(73),
      exponent: -8,
      publishedAt: ACCOUNT.readUInt32LE(93) * 1000,
    });
    expect(asked).toMatchObject([{ method: 'getAccountInfo', params: [SOL_PRICE_ACCOUNT, {}] }]);
  });

  test('is undefined if the account doesn’t exist, isn’t Pyth’s, or has another form', async () => {
    await expect(asking({ context: {}, value: null }).ask()).resolves.toBeUndefined();
    await expect(asking(account(SOL_PRICE_ACCOUNT, ACCOUNT)).ask()).resolves.toBeUndefined();
    const parsed = { value: { owner: PRICE_PROGRAM, data: { parsed: {} } } };
    await expect(asking(parsed).ask()).resolves.toBeUndefined();
  });
});
