import { createHash, createPublicKey, verify } from 'node:crypto';

/**
 * Reads ANS-104 items as a gateway does. Written from the standard and independently of the app's
 * code, so that both can't have the same mistake. Type 2 (Ed25519) only.
 */
export interface ReadItem {
  /** SHA-256 of the signature, base64url. */
  readonly id: string;
  readonly tags: readonly { readonly name: string; readonly value: string }[];
  readonly data: Buffer;
}

const SIGNATURE_AT = 2;
const OWNER_AT = SIGNATURE_AT + 64;
const FLAGS_AT = OWNER_AT + 32;
const MOST_TAGS = 128;
const MOST_TAG_BYTES = 4_096;
/** DER prefix of an Ed25519 public key's 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

type Nested = Buffer | readonly Nested[];
const sha384 = (...parts: readonly Buffer[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha384')).digest();

function deepHash(value: Nested): Buffer {
  if (Buffer.isBuffer(value))
    return sha384(sha384(Buffer.from(`blob${value.length}`)), sha384(value));
  return value.reduce<Buffer>(
    (hash, item) => sha384(hash, deepHash(item)),
    sha384(Buffer.from(`list${value.length}`)),
  );
}

/** Avro's array of names and values. Nothing may be left over. */
function readTags(bytes: Buffer): { name: string; value: string }[] {
  let at = 0;
  const long = (): number => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 56n) throw new Error('The tags end in the middle.');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return Number((value >> 1n) ^ -(value & 1n));
  };
  const text = (): string => {
    const length = long();
    if (length < 0 || at + length > bytes.length) throw new Error('The tags end in the middle.');
    return bytes.subarray(at, (at += length)).toString('utf8');
  };
  const tags: { name: string; value: string }[] = [];
  if (bytes.length === 0) return tags;
  for (let count = long(); count !== 0; count = long()) {
    if (count < 0) {
      count = -count;
      long(); // A block's length in bytes; only readers that skip blocks need it.
    }
    for (; count > 0; count--) tags.push({ name: text(), value: text() });
  }
  if (at !== bytes.length) throw new Error('Something follows the tags.');
  return tags;
}

/** @throws Error with a message unless the bytes are a validly signed item */
export function readDataItem(wire: Buffer): ReadItem {
  let at = FLAGS_AT;
  const take = (length: number): Buffer => {
    if (at + length > wire.length) throw new Error('The item is cut short.');
    return wire.subarray(at, (at += length));
  };
  const optional = (): Buffer => {
    const [flag] = take(1);
    if (flag !== 0 && flag !== 1) throw new Error('A presence byte is neither 0 nor 1.');
    return flag === 1 ? take(32) : Buffer.alloc(0);
  };
  if (wire.length < FLAGS_AT || wire.readUInt16LE(0) !== 2)
    throw new Error('Only Ed25519 items are taken.');
  const signature = wire.subarray(SIGNATURE_AT, OWNER_AT);
  const owner = wire.subarray(OWNER_AT, FLAGS_AT);
  const target = optional();
  const anchor = optional();
  const count = take(8).readBigUInt64LE();
  const length = take(8).readBigUInt64LE();
  if (count > MOST_TAGS || length > MOST_TAG_BYTES) throw new Error('The item has too many tags.');
  const encoded = take(Number(length));
  const tags = readTags(encoded);
  if (BigInt(tags.length) !== count)
    throw new Error('The item has another number of tags than it says.');
  const data = wire.subarray(at);
  const message = deepHash([
    Buffer.from('dataitem'),
    Buffer.from('1'),
    Buffer.from('2'),
    owner,
    target,
    anchor,
    encoded,
    data,
  ]);
  const key = createPublicKey({ key: Buffer.concat([SPKI, owner]), format: 'der', type: 'spki' });
  if (!verify(null, message, key, signature))
    throw new Error('The signature doesn’t fit the item.');
  return { id: createHash('sha256').update(signature).digest('base64url'), tags, data };
}
