import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { linkedRoute } from '../../electron/main/deep-link.ts';
import { checkSignature, feedSchema } from '../../electron/main/updates/signed-feed.ts';
import { onlyPixels } from '../../renderer/chain/media/fit-picture.ts';
import { parseTransaction } from '../../renderer/chain/solana/message.ts';
import { PhantomLink } from '../../renderer/chain/wallets/link/phantom-link.ts';
import {
  createReader,
  parseRecord,
  recordOf,
  type BackupContents,
} from '../../renderer/core/backup/contents.ts';
import {
  consumeId,
  refundId,
  releaseId,
  reserveId,
  returnId,
  sumCredits,
} from '../../renderer/core/credits.ts';
import { isErrorCode, LikenessError } from '../../renderer/core/errors.ts';
import { folderName } from '../../renderer/core/file-name.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import { readReceipt, writeReceipt } from '../../renderer/core/orders/receipt.ts';
import { readGenesis } from '../../renderer/core/rpc.ts';
import { dimensions, type Dimensions } from '../../renderer/engine/photo/importing/dimensions.ts';
import type { PictureKind } from '../../renderer/engine/photo/importing/sniff.ts';
import { pack, unpack } from '../../renderer/storage/vault/pack.ts';
import { StudioError } from '../../studio/failures.ts';
import { planPictures, recipesSchema } from '../../studio/recipes.ts';
import { findPeople, type Person } from '../../studio/run/people.ts';
import { ADDRESS, avatar, GENESIS, merged, order, scope, usage } from '../support/backup-device.ts';
import { changedBytes, changedText, changedValue } from '../support/changed.ts';
import { FakePhantom } from '../support/fake-phantom.ts';
import { testFolder } from '../support/folders.ts';
import { memoryStorage } from '../support/memory-storage.ts';

/**
 * Bytes and texts from strangers: 100,000 of each kind in the deep run, a few hundred otherwise.
 */
const numRuns = process.env['LIKENESS_DEEP'] ? 100_000 : 300;
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.json());
const holds = (property: fc.IRawProperty<unknown>): void =>
  fc.assert(property as fc.IProperty<unknown>, { numRuns, seed: 15 });

/** Reads what may be refused, but only by these kinds of errors. */
function readsOrRefuses(read: () => void, ...refusals: (new (...args: never[]) => Error)[]): void {
  try {
    read();
  } catch (thrown) {
    if (!refusals.some((refusal) => thrown instanceof refusal)) throw thrown;
  }
}

describe('what strangers send never crashes its reader', { timeout: 3_600_000 }, () => {
  it('a transaction', () => {
    holds(
      fc.property(fc.uint8Array({ maxLength: 1_400 }), (bytes) =>
        readsOrRefuses(() => parseTransaction(bytes), RangeError),
      ),
    );
  });

  it('an RPC’s answer', () => {
    holds(
      fc.property(fc.integer({ min: 100, max: 599 }), text, (status, body) =>
        readsOrRefuses(() => readGenesis(status, body), LikenessError),
      ),
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
      fc.property(fc.anything(), (value) =>
        readsOrRefuses(() => parseRecord(value), RangeError, LikenessError),
      ),
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

describe('a name for a person’s folder', { timeout: 3_600_000 }, () => {
  it('becomes one plain name: no folder, no device, no more than 180 bytes', () => {
    holds(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const folder = folderName(name, 'person');
        expect(folder).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]|^[\s.]|[\s.]$/u);
        expect(folder).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)/i);
        expect(folder.length).toBeGreaterThan(0);
        expect(Buffer.byteLength(folder)).toBeLessThanOrEqual(181);
        expect(folderName(folder, 'person')).toBe(folder);
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

const sold = order('A', 'guest');
const png = new Blob([new Uint8Array(50)], { type: 'image/png' });
const webp = new Blob([new Uint8Array(20)], { type: 'image/webp' });
/** A small backup that has something of everything. */
const RECORDS: readonly object[] = [
  { kind: 'begin', madeAt: 5 },
  recordOf('order', sold),
  ...[
    usage('reserve', reserveId('b1'), 12, 'guest', 'b1'),
    ...['u1', 'u2', 'u3'].map((uid) => usage('consume', consumeId(uid), 1, 'guest', 'b1')),
    usage('release', releaseId('u4'), 9, 'guest', 'b1'),
    usage('return', returnId('u1'), 1, 'guest', 'b1'),
    usage('refund', refundId(sold.id), 3, 'guest', sold.id),
  ].map((row) => recordOf('ledger', row)),
  { ...recordOf('avatar', avatar('u2', 'guest', 101)), full: png, thumb: webp },
  { kind: 'end', rows: 9, avatars: 1 },
];
const packedRecords = (): Promise<Uint8Array<ArrayBuffer>[]> => Promise.all(RECORDS.map(pack));

function contentsOf(records: Iterable<Uint8Array<ArrayBuffer>>): BackupContents {
  const reader = createReader();
  for (const bytes of records) reader.take(parseRecord(unpack(bytes)));
  return reader.contents();
}

describe('a backup that was changed', { timeout: 3_600_000 }, () => {
  it('by someone who knows its passphrase gives no credits and takes none', async () => {
    const packed = await packedRecords();
    const paid = order('P', 'guest', '2'.repeat(87));
    const used = [
      usage('reserve', 'reserve:m', 3, 'guest', 'm'),
      usage('consume', 'consume:m', 3, 'guest', 'm'),
    ];
    const before = sumCredits([paid], used).available;
    const here = {
      orders: new Set([paid.id]),
      ledger: new Set(used.map(({ id }) => id)),
      batches: new Set(['m']),
      settings: 'none' as const,
    };
    /** A record with its JSON changed, or its bytes. */
    const changedRecord = (bytes: Uint8Array<ArrayBuffer>) => {
      const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
      const json: unknown = JSON.parse(Buffer.from(bytes.subarray(4, 4 + length)).toString());
      const repacked = (value: unknown): Uint8Array<ArrayBuffer> => {
        const text = Buffer.from(JSON.stringify([value]).slice(1, -1));
        const front = Buffer.alloc(4);
        front.writeUInt32BE(text.length);
        return new Uint8Array(Buffer.concat([front, text, bytes.subarray(4 + length)]));
      };
      return fc.oneof(
        { weight: 2, arbitrary: changedValue(json).map(repacked) },
        { weight: 1, arbitrary: changedBytes(bytes) },
      );
    };
    const place = fc.nat(packed.length - 1);
    const changes = fc.array(
      fc.oneof(
        place.chain((at) =>
          changedRecord(packed[at] ?? new Uint8Array()).map((put) => ({ at, put, more: 0 })),
        ),
        // Repeated elsewhere.
        fc.record({ at: place, put: fc.constantFrom(...packed), more: fc.constant(1) }),
      ),
      { minLength: 1, maxLength: 3 },
    );
    holds(
      fc.property(changes, (all) => {
        const records = [...packed];
        for (const { at, put, more } of all) records.splice(at, 1 - more, put);
        let contents: BackupContents;
        try {
          contents = contentsOf(records);
        } catch (thrown) {
          expect(thrown instanceof RangeError || thrown instanceof LikenessError).toBe(true);
          return;
        }
        const merge = merged(contents, here);
        const credits = (orders: readonly Order[]) =>
          sumCredits([paid, ...orders], [...used, ...merge.ledger]).available;
        // Until the chain confirms what came, and after it has confirmed what was really sold.
        expect(credits(merge.orders)).toBe(before);
        const confirmed = merge.orders.map((one): Order => ({ ...one, state: sold.state }));
        expect(credits(confirmed)).toBeGreaterThanOrEqual(before);
        expect(credits(confirmed)).toBeLessThanOrEqual(before + 1_000);
        for (const { id } of merge.avatars) expect(Number.isSafeInteger(id)).toBe(true);
      }),
    );
  });
});

describe('an answer at the wallet’s return route that was changed', { timeout: 3_600_000 }, () => {
  it('is never taken for the wallet’s, and the true one still is', async () => {
    const storage = memoryStorage();
    const { entries: kept } = storage;
    const left: string[] = [];
    const link = new PhantomLink({
      storage,
      leave: (url) => Promise.resolve(void left.push(url)),
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      channel: { postMessage: () => undefined, onmessage: null },
      cluster: 'devnet',
      appUrl: 'https://likeness.example',
      returnTo: 'https://likeness.example/wallet-return',
      here: () => '/',
      now: () => 1_000_000,
    });
    const phantom = new FakePhantom(new Uint8Array(32).fill(7));
    const answered = () => {
      const { pathname, searchParams } = new URL(phantom.open(left.at(-1) ?? ''));
      const state = pathname.split('/').at(-1) ?? '';
      return { state, query: Object.fromEntries(searchParams) as Record<string, string> };
    };
    const connecting = link.connect();
    // The page waits for its answer once it has left.
    await new Promise((resolve) => setTimeout(resolve));
    const { state: first, query: opened } = answered();
    link.take(first, opened);
    expect(await connecting).toBe(phantom.address);
    const payer = new PublicKey(phantom.address);
    const wire = new VersionedTransaction(
      new TransactionMessage({
        payerKey: payer,
        recentBlockhash: PublicKey.default.toBase58(),
        instructions: [
          SystemProgram.transfer({ fromPubkey: payer, toPubkey: PublicKey.default, lamports: 5 }),
        ],
      }).compileToLegacyMessage(),
    ).serialize();
    const older: Record<string, string>[] = [];
    const sign = async () => {
      await link.leaveToSign(wire, { kind: 'order', orderId: 'LK-1' });
      return answered();
    };
    for (let n = 0; n < 4; n += 1) {
      const { state, query } = await sign();
      link.take(state, query);
      older.push(query);
    }
    const { state, query } = await sign();
    const { data = '', nonce = '' } = query;
    const before = new Map(kept);

    const text = fc.oneof(
      fc.constantFrom('4001', '-32603', '__proto__', 'constructor', '', 'x'.repeat(5_000), '\0'),
      fc.string(),
    );
    const change = fc.oneof(
      changedText(data).map((put) => ({ data: put })),
      changedText(nonce).map((put) => ({ nonce: put })),
      fc.record({
        data: changedText(data),
        phantom_encryption_public_key: changedText(phantom.address),
      }),
      fc.constantFrom(...older),
      fc.record({ errorMessage: text }),
      fc.record({ errorCode: text, errorMessage: text }),
      fc.constantFrom({ data: undefined }, { nonce: undefined }),
    );
    const states = fc.oneof(
      { weight: 4, arbitrary: fc.constant(state) },
      { weight: 1, arbitrary: changedText(state) },
    );
    holds(
      fc.property(states, change, (where, changes) => {
        kept.clear();
        for (const [key, value] of before) kept.set(key, value);
        const changed = Object.fromEntries(
          Object.entries({ ...query, ...changes }).filter(([, value]) => value !== undefined),
        ) as Record<string, string>;
        expect(() =>
          linkedRoute(
            `likeness://wallet-return/${where}?${new URLSearchParams(changed).toString()}`,
          ),
        ).not.toThrow();
        const isTrue = where === state && changed['data'] === data && changed['nonce'] === nonce;
        try {
          const { answer } = link.take(where, changed);
          if (answer.kind === 'refused') {
            expect([where, changed['errorCode']]).toEqual([state, expect.any(String)]);
            expect(isErrorCode(answer.code)).toBe(true);
          } else expect([answer.kind, isTrue]).toEqual(['signed', true]);
          expect(() => link.take(where, changed)).toThrow(LikenessError);
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'wallet-return-unknown' });
          expect(link.take(state, query).answer.kind).toBe('signed');
        }
      }),
    );
  });
});

describe('a manifest that was changed', { timeout: 3_600_000 }, () => {
  const manifest =
    'person,photo\nAda Lovelace,ada.jpg\n"Bob ""B"" Smith",bob 1.png\nAda Lovelace,ada2.jpg\n漢字 さん,x/y.webp\n';
  it('is refused with a sentence, or names a folder for each person, inside the output', async () => {
    const file = join(testFolder(), 'people.csv');
    await fc.assert(
      fc.asyncProperty(changedText(manifest), async (text) => {
        writeFileSync(file, text);
        let people: readonly Person[];
        try {
          people = await findPeople(file, 'out');
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(StudioError);
          return;
        }
        expect(new Set(people.map(({ name }) => name.toLowerCase())).size).toBe(people.length);
        for (const { name } of people) {
          expect(resolve('/out', name)).toBe(`/out/${name}`);
          expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}]/u);
        }
      }),
      { numRuns, seed: 15 },
    );
  });
});

describe('recipes for the studio that were changed', { timeout: 3_600_000 }, () => {
  it('are refused, or become as many plain file names as pictures', () => {
    const recipes = {
      styles: ['artistic', 'minimalist'],
      backgrounds: ['gradient'],
      count: 4,
      seed: 7,
      size: 512,
      format: 'png',
      options: {
        solidColor: '#1f6feb',
        strength: 0.5,
        lightAngle: 30,
        crop: { zoom: 1, x: 0, y: 0, roll: 0 },
        face: 0,
      },
    };
    holds(
      fc.property(changedValue(recipes), (value) => {
        const { data } = recipesSchema.safeParse(value);
        if (!data) return;
        const files = planPictures(['ab'.repeat(32)], data);
        expect(new Set(files.map(({ fileName }) => fileName)).size).toBe(files.length);
        for (const { fileName } of files) expect(fileName).toMatch(/^[\p{L}\d_]+\.\w+$/u);
        // PostgreSQL's jsonb refuses both.
        expect(JSON.stringify([data, files])).not.toMatch(/\\u0000|\\ud[89ab]/i);
      }),
    );
  });
});
