import { toBase64 } from '../../core/base64.ts';
import { concatBytes } from '../../core/bytes.ts';
import { publicKeyOf, sign } from './key.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface Tag {
  readonly name: string;
  readonly value: string;
}

/** ANS-104's number for Ed25519: 64 bytes of signature, 32 of owner key. */
const ED25519 = 2;
const ABSENT = 0;

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** The value in that many bytes, little-endian. */
const littleEndian = (value: number, bytes: number): Bytes =>
  Uint8Array.from({ length: bytes }, (_, i) => (i < 4 ? (value >>> (8 * i)) & 0xff : 0));

/**
 * Avro's long: zigzag, then seven bits per byte.
 * https://avro.apache.org/docs/1.11.1/specification/#binary-encoding
 */
function avroLong(value: number): number[] {
  const bytes: number[] = [];
  let rest = value * 2;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return [...bytes, rest];
}
const avroString = (text: string): number[] => [...avroLong(utf8(text).length), ...utf8(text)];

/** Avro's array of { name, value }: one block, then the empty block that ends it. */
const avroTags = (tags: readonly Tag[]): Bytes =>
  Uint8Array.from([
    ...avroLong(tags.length),
    ...tags.flatMap(({ name, value }) => [...avroString(name), ...avroString(value)]),
    0,
  ]);

type Chunk = Bytes | readonly Chunk[];

const sha384 = async (data: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-384', data));

/**
 * Arweave's deep hash: SHA-384 over tagged, nested lists, so that no two structures share a hash.
 * https://github.com/ArweaveTeam/arweave-standards/blob/master/ans/ANS-104.md#13-dataitem-signature-and-id
 */
async function deepHash(chunk: Chunk): Promise<Bytes> {
  if (chunk instanceof Uint8Array) {
    return sha384(
      concatBytes([await sha384(utf8(`blob${String(chunk.length)}`)), await sha384(chunk)]),
    );
  }
  let hash = await sha384(utf8(`list${String(chunk.length)}`));
  for (const one of chunk) hash = await sha384(concatBytes([hash, await deepHash(one)]));
  return hash;
}

const base64url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/**
 * A signed ANS-104 data item of type 2: signature type, signature, owner, no target, no anchor,
 * tags (count, bytes, Avro), then the data. Its id is the SHA-256 of the signature. Deterministic.
 */
export async function dataItem(
  secret: Bytes,
  data: Bytes,
  tags: readonly Tag[],
): Promise<{ id: string; wire: Bytes }> {
  const owner = await publicKeyOf(secret);
  const encoded = tags.length > 0 ? avroTags(tags) : new Uint8Array();
  const nothing = new Uint8Array();
  const message = await deepHash([
    utf8('dataitem'),
    utf8('1'),
    utf8(String(ED25519)),
    owner,
    nothing,
    nothing,
    encoded,
    data,
  ]);
  const signature = await sign(secret, message);
  return {
    id: base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', signature))),
    wire: concatBytes([
      littleEndian(ED25519, 2),
      signature,
      owner,
      Uint8Array.of(ABSENT, ABSENT),
      littleEndian(tags.length, 8),
      littleEndian(encoded.length, 8),
      encoded,
      data,
    ]),
  };
}
