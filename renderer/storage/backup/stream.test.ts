import { createCipheriv, createHash, hkdfSync } from 'node:crypto';
import { argon2id } from 'hash-wasm';
import { describe, expect, it } from 'vitest';

import { argon2 } from '../vault/argon2.ts';
import type { Bytes } from '../vault/bytes.ts';
import type { Derive } from '../vault/derive.ts';
import { sealedReader, sealedWriter } from './stream.ts';

const derive: Derive = { derive: argon2, measure: () => Promise.resolve(400) };
const CHUNK = 1_024;
const PASSPHRASE = 'violet anchor';

const length = (bytes: Buffer): Buffer => {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(bytes.length);
  return Buffer.concat([four, bytes]);
};

/**
 * A backup file made from its description in core/backup/format.ts, with other implementations of
 * all primitives.
 */
async function madeByHand(records: readonly Buffer[]): Promise<Blob> {
  const salt = Buffer.from('a salt of 16 B..');
  const prefix = Buffer.from('7 bytes');
  const secret = await argon2id({
    password: PASSPHRASE,
    salt,
    memorySize: 8,
    iterations: 1,
    parallelism: 1,
    hashLength: 32,
    outputType: 'binary',
  });
  const expand = (info: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), info, bytes));
  const header = {
    version: 1,
    kdf: {
      name: 'argon2id',
      memory: 8,
      iterations: 1,
      parallelism: 1,
      salt: salt.toString('base64'),
    },
    chunk: CHUNK,
    prefix: prefix.toString('base64'),
    check: expand('likeness backup 1 check', 16).toString('base64'),
  };
  const front = Buffer.concat([
    Buffer.from('LIKENESS-BACKUP\n'),
    length(Buffer.from(JSON.stringify(header))),
  ]);
  const plain = Buffer.concat(records.map(length));
  const chunks: Buffer[] = [];
  for (let at = 0, index = 0; at < plain.length; at += CHUNK, index += 1) {
    const nonce = Buffer.alloc(12);
    prefix.copy(nonce);
    nonce.writeUInt32BE(index, 7);
    nonce[11] = at + CHUNK >= plain.length ? 1 : 0;
    const cipher = createCipheriv('aes-256-gcm', expand('likeness backup 1 key', 32), nonce);
    cipher.setAAD(createHash('sha256').update(front).digest());
    chunks.push(cipher.update(plain.subarray(at, at + CHUNK)), cipher.final(), cipher.getAuthTag());
  }
  return new Blob([front, ...chunks].map((part) => new Uint8Array(part)));
}

async function read(file: Blob): Promise<string[]> {
  const records: string[] = [];
  const reader = await sealedReader(derive, PASSPHRASE, file);
  for await (const record of reader.records(() => undefined))
    records.push(Buffer.from(record).toString('latin1'));
  return records;
}

async function written(records: readonly Buffer[]): Promise<Blob> {
  const parts: Bytes[] = [];
  const writer = await sealedWriter(
    derive,
    PASSPHRASE,
    (part) => Promise.resolve(void parts.push(part)),
    8,
    CHUNK,
  );
  for (const record of records) await writer.write(new Uint8Array(record));
  await writer.end();
  return new Blob(parts);
}

const cases: readonly (readonly [string, readonly number[]])[] = [
  ['one small record', [10]],
  ['records that end with a chunk', [CHUNK - 4, 2 * CHUNK - 4]],
  ['one over many chunks between small ones', [3, 5 * CHUNK + 1, 0, 7]],
  ['thousands of small ones', Array.from({ length: 3_000 }, (_, at) => at % 40)],
];

describe.each(cases)('a backup file: %s', (_what, sizes) => {
  const records = sizes.map((size, at) => Buffer.alloc(size, 65 + (at % 26)));
  const expected = records.map((record) => record.toString('latin1'));

  it('as described is read', async () => {
    expect(await read(await madeByHand(records))).toEqual(expected);
  });

  it('is written as it is read', async () => {
    expect(await read(await written(records))).toEqual(expected);
  });
});
