import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { linkedRoute } from '../../electron/main/deep-link.ts';
import { checkSignature, feedSchema } from '../../electron/main/updates/signed-feed.ts';
import { parseTransaction } from '../../renderer/chain/solana/message.ts';
import { parseRecord } from '../../renderer/core/backup/contents.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import { readReceipt, writeReceipt } from '../../renderer/core/orders/receipt.ts';
import { readGenesis } from '../../renderer/core/rpc.ts';
import { ADDRESS, GENESIS, order, scope } from '../support/backup-device.ts';

/** Bytes and texts of strangers: 100,000 of each kind with the deep tests, some hundreds else. */
const numRuns = process.env['LIKENESS_DEEP'] ? 100_000 : 300;
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.json());
const holds = (property: fc.IRawProperty<unknown>): void =>
  fc.assert(property as fc.IProperty<unknown>, { numRuns, seed: 15 });

describe('what strangers send never crashes its reader', { timeout: 3_600_000 }, () => {
  it('a transaction', () => {
    holds(
      fc.property(fc.uint8Array({ maxLength: 1_400 }), (bytes) => {
        try {
          parseTransaction(bytes);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RangeError);
        }
      }),
    );
  });

  it('an RPC’s answer', () => {
    holds(
      fc.property(fc.integer({ min: 100, max: 599 }), text, (status, body) => {
        try {
          readGenesis(status, body);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(LikenessError);
        }
      }),
    );
  });

  it('a link', () => {
    holds(
      fc.property(text, (rest) => {
        const route = linkedRoute(`likeness://${rest}`);
        expect(route ?? '/').toMatch(/^\/(dashboard|customize|avatar|wallet-return)?/);
      }),
    );
  });

  it('a record of a backup', () => {
    holds(
      fc.property(fc.anything(), (value) => {
        try {
          parseRecord(value);
        } catch (thrown) {
          expect(thrown instanceof RangeError || thrown instanceof LikenessError).toBe(true);
        }
      }),
    );
  });

  it('an update feed', () => {
    const key = Buffer.alloc(32, 1).toString('base64');
    holds(
      fc.property(fc.anything(), text, (feed, signature) => {
        expect(feedSchema.safeParse(feed).success).toBe(false);
        expect(() => checkSignature('latest.yml', 'x', signature, key)).toThrow(/isn't signed/);
      }),
    );
  });
});

describe('a receipt that was changed', { timeout: 3_600_000 }, () => {
  const mine = scope('guest');
  const genuine = writeReceipt(order('A', 'guest'));
  const sold = readReceipt(genuine, mine, ADDRESS);

  it('reads only as coded errors, whatever it became', () => {
    holds(
      fc.property(
        fc.nat(genuine.length - 1),
        fc.string({ maxLength: 3 }),
        fc.nat(5),
        (at, put, cut) => {
          const changed = genuine.slice(0, at) + put + genuine.slice(at + cut);
          try {
            const read = readReceipt(changed, mine, ADDRESS);
            // Where it still reads, nothing that is worth money has moved.
            expect(read).toMatchObject({
              genesis: GENESIS,
              plan: sold.plan,
              price: sold.price,
              credits: sold.credits,
              treasury: ADDRESS,
            });
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(LikenessError);
          }
        },
      ),
    );
  });
});
