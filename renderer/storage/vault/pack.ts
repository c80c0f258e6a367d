import { concatBytes } from '../../core/bytes.ts';
import { utf8, type Bytes } from './bytes.ts';

/**
 * Packs a row into bytes: 4 bytes of length (big-endian), its JSON, then its Blobs one after the
 * other. The JSON represents a Blob as {"$blob":[bytes,type]} and a bigint as {"$bigint":"…"}.
 */
export async function pack(row: unknown): Promise<Bytes> {
  const blobs: Blob[] = [];
  const json = utf8(
    JSON.stringify(row, (_name, value: unknown) => {
      if (typeof value === 'bigint') return { $bigint: value.toString() };
      if (!(value instanceof Blob)) return value;
      blobs.push(value);
      return { $blob: [value.size, value.type] };
    }),
  );
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, json.length);
  const front = concatBytes([new Uint8Array(length.buffer), json]);
  // Reading a Blob goes through another browser process. Rows without pictures skip it.
  return blobs.length === 0
    ? front
    : new Uint8Array(await new Blob([front, ...blobs]).arrayBuffer());
}

/** Whether a row holds Blobs. It is then sealed into a Blob. */
export const hasBlobs = (row: unknown): boolean =>
  typeof row === 'object' &&
  row !== null &&
  Object.values(row).some((value) => value instanceof Blob);

interface Tagged {
  readonly $blob?: readonly [bytes: number, type: string];
  readonly $bigint?: string;
}

/** @throws RangeError for bytes that `pack` didn't make */
export function unpack(bytes: Bytes): unknown {
  try {
    return read(bytes);
  } catch (cause) {
    // Bad UTF-8, JSON, tags and numbers each throw something of their own.
    throw cause instanceof RangeError ? cause : new RangeError('not a packed row', { cause });
  }
}

function read(bytes: Bytes): unknown {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  let at = 4 + length;
  if (at > bytes.length) throw new RangeError('a packed row is cut short');
  const row: unknown = JSON.parse(
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(4, at)),
    (_name, value: unknown) => {
      const { $blob, $bigint } = (
        typeof value === 'object' && value !== null ? value : {}
      ) as Tagged;
      if ($bigint !== undefined) return BigInt($bigint);
      if ($blob === undefined) return value;
      const [size, type] = $blob;
      const blob = new Blob([bytes.subarray(at, at + size)], { type });
      if (blob.size !== size) throw new RangeError('a packed picture is cut short');
      at += size;
      return blob;
    },
  );
  if (at !== bytes.length) throw new RangeError('a packed row is too long');
  return row;
}
