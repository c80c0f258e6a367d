import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { linkedRoute } from '../../electron/main/deep-link.ts';
import { createDispatcher, type Handlers } from '../../electron/main/dispatcher.ts';
import { APP_ORIGIN } from '../../electron/main/origin.ts';
import { safeName } from '../../electron/main/save-file.ts';
import { checkSignature, feedSchema } from '../../electron/main/updates/signed-feed.ts';
import { onlyPixels } from '../../renderer/chain/media/only-pixels.ts';
import { parseTransaction } from '../../renderer/chain/solana/message.ts';
import { parseRecord } from '../../renderer/core/backup/contents.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import { readReceipt, writeReceipt } from '../../renderer/core/orders/receipt.ts';
import { readGenesis } from '../../renderer/core/rpc.ts';
import { dimensions, type Dimensions } from '../../renderer/engine/worker/importing/dimensions.ts';
import type { PictureKind } from '../../renderer/engine/worker/importing/sniff.ts';
import { CHANNELS, type Channel } from '../../renderer/platform/desktop/ipc-channels.ts';
import { CONTRACT } from '../../renderer/platform/desktop/ipc-contract.ts';
import { ADDRESS, GENESIS, order, scope } from '../support/backup-device.ts';

/**
 * Bytes and texts from strangers: 100,000 of each kind in the deep run, a few hundred otherwise.
 */
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

/** Number of times that the reader accesses the bytes: work is counted, not timed. */
function looksOf(work: () => void): number {
  let looks = 0;
  const names = ['getUint8', 'getUint16', 'getUint32', 'getBigUint64'] as const;
  const spies = names.map((name) => {
    const original = DataView.prototype[name] as (at: number, little?: boolean) => never;
    return vi.spyOn(DataView.prototype, name).mockImplementation(function (
      this: DataView,
      at: number,
      little?: boolean,
    ) {
      looks += 1;
      return original.call(this, at, little);
    });
  });
  try {
    work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return looks;
}
const ascii = (words: string): number[] => Array.from(words, (letter) => letter.charCodeAt(0));
/** Beginnings of real files; otherwise readers would reject the rest unread. */
const PICTURES: readonly (readonly [PictureKind, readonly number[]])[] = [
  ['png', [0x89, ...ascii('PNG'), 13, 10, 26, 10, 0, 0, 0, 13, ...ascii('IHDR')]],
  ['gif', ascii('GIF89a')],
  ['jpeg', [0xff, 0xd8]],
  ['webp', [...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBP')]],
  ['avif', [0, 0, 0, 16, ...ascii('ftypavif'), 0, 0, 0, 0]],
];
/** Noise, and pieces that readers act on: lengths, markers, names of boxes. */
const body = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 12 }).map((bytes) => [...bytes]),
      fc.constantFrom(
        ...['meta', 'iprp', 'ipco', 'ispe', 'VP8 ', 'VP8L', 'VP8X', 'EXIF', 'XMP '].map(ascii),
      ),
      fc.constantFrom(
        [0xff, 0xff],
        [0xff, 0xe1, 0, 0],
        [0xff, 0xc0, 0, 11],
        [0x21, 0xf9],
        [0, 0, 0, 8],
      ),
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.flat());

describe('a picture from anywhere', { timeout: 3_600_000 }, () => {
  const files = fc
    .tuple(fc.constantFrom(...PICTURES), body)
    .map(([[kind, head], rest]) => ({ kind, bytes: Uint8Array.from([...head, ...rest]) }));

  it('has its header read in no more looks than it has bytes, and never crashes the reader', () => {
    holds(
      fc.property(files, ({ kind, bytes }) => {
        let size: Dimensions | undefined;
        const looks = looksOf(() => (size = dimensions(kind, bytes)));
        expect(looks).toBeLessThanOrEqual(4 * bytes.length + 16);
        if (size) expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
      }),
    );
  });

  it('loses its metadata in no more looks than it has bytes, and gains none', () => {
    holds(
      fc.property(files, ({ bytes }) => {
        let left = bytes;
        const looks = looksOf(() => (left = onlyPixels(bytes)));
        expect(looks).toBeLessThanOrEqual(4 * bytes.length + 16);
        expect(left.length).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });
});

describe('a message to the desktop app’s main process', { timeout: 3_600_000 }, () => {
  const own = { origin: APP_ORIGIN, isOwnMainFrame: true };
  const refused = { ok: false, code: 'unexpected', context: {} };

  it('is handled only as its channel says, whatever it brings', async () => {
    const handled: [string, unknown][] = [];
    const handlers = Object.fromEntries(
      CHANNELS.map((channel) => [
        channel,
        (input: unknown) => {
          handled.push([channel, input]);
          return Promise.resolve(null);
        },
      ]),
    ) as unknown as Handlers;
    const dispatch = createDispatcher(handlers, () => undefined);
    const channel = fc.oneof(
      fc.constantFrom<string>(...CHANNELS),
      fc.string(),
      fc.constant('__proto__'),
    );
    const input = fc.oneof(
      fc.anything(),
      fc.record(
        {
          id: fc.oneof(fc.uuid(), fc.string()),
          name: fc.string(),
          bytes: fc.uint8Array(),
          url: fc.webUrl(),
          call: fc.anything(),
        },
        { requiredKeys: [] },
      ),
    );
    await fc.assert(
      fc.asyncProperty(channel, input, async (where, what) => {
        handled.length = 0;
        const outcome = await dispatch(own, where, what);
        const known = (CHANNELS as readonly string[]).includes(where);
        if (handled.length === 0) expect(outcome).toEqual(refused);
        for (const [name, taken] of handled) {
          expect([name, known]).toEqual([where, true]);
          expect(CONTRACT[name as Channel].input.safeParse(taken).success).toBe(true);
        }
        expect(await dispatch({ ...own, origin: 'https://evil.example' }, where, what)).toEqual(
          refused,
        );
      }),
      { numRuns, seed: 15 },
    );
  });
});

describe('a name for a file', { timeout: 3_600_000 }, () => {
  it('becomes one plain name: no folder, no device, no more than 200 bytes', () => {
    holds(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const safe = safeName(name);
        expect(safe).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cf}]|^[\s.]|[\s.]$/u);
        expect(safe.length).toBeGreaterThan(0);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(201);
        expect(safeName(safe)).toBe(safe);
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
            // If it can still be read, nothing that is worth money has changed.
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
