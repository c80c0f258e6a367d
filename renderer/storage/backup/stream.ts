import { argon2id, KDF_MEMORY, type Kdf } from '../../core/accounts/kdf.ts';
import {
  BACKUP_VERSION,
  backupHeader,
  CHUNK_BYTES,
  MAGIC,
  MOST_HEADER_BYTES,
  MOST_RECORD_BYTES,
  TAG_BYTES,
  type BackupHeader,
} from '../../core/backup/format.ts';
import { fromBase64, toBase64 } from '../../core/base64.ts';
import { concatBytes, hex } from '../../core/bytes.ts';
import { LikenessError } from '../../core/errors.ts';
import { randomBytes, utf8, type Bytes } from '../vault/bytes.ts';
import { deriveKey, hkdf, importSecret } from '../vault/crypto.ts';
import type { Derive } from '../vault/derive.ts';

const PREFIX_BYTES = 7;
const ITERATIONS = 3;

interface StreamKeys {
  readonly key: CryptoKey;
  readonly check: string;
}

async function streamKeys(derive: Derive, passphrase: string, kdf: Kdf): Promise<StreamKeys> {
  const secret = await importSecret(await derive.derive(utf8(passphrase.normalize('NFC')), kdf));
  const [key, check] = await Promise.all([
    deriveKey(secret, 'likeness backup 1 key'),
    crypto.subtle.deriveBits(hkdf('likeness backup 1 check'), secret, 128),
  ]);
  return { key, check: toBase64(new Uint8Array(check)) };
}

function gcm(prefix: Bytes, bound: Bytes, index: number, last: boolean): AesGcmParams {
  const iv = new Uint8Array(PREFIX_BYTES + 5);
  iv.set(prefix);
  new DataView(iv.buffer).setUint32(PREFIX_BYTES, index);
  iv[iv.length - 1] = last ? 1 : 0;
  return { name: 'AES-GCM', iv, additionalData: bound };
}

const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

function withLength(record: Bytes): Bytes {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, record.length);
  return concatBytes([length, record]);
}

/**
 * Seals records into a file, chunk by chunk. `put` passes each piece (the header or a sealed chunk)
 * to the file and awaits it.
 */
export async function sealedWriter(
  derive: Derive,
  passphrase: string,
  put: (bytes: Bytes, last: boolean) => Promise<void>,
  memory = KDF_MEMORY,
  chunkBytes = CHUNK_BYTES,
) {
  const kdf = argon2id(memory, ITERATIONS, toBase64(randomBytes(16)));
  const { key, check } = await streamKeys(derive, passphrase, kdf);
  const prefix = randomBytes(PREFIX_BYTES);
  const header: BackupHeader = {
    version: BACKUP_VERSION,
    kdf,
    chunk: chunkBytes,
    prefix: toBase64(prefix),
    check,
  };
  const begin = concatBytes([utf8(MAGIC), withLength(utf8(JSON.stringify(header)))]);
  const bound = await sha256(begin);
  await put(begin, false);
  const chunk = new Uint8Array(chunkBytes);
  let filled = 0;
  let index = 0;
  const flush = async (last: boolean): Promise<void> => {
    const sealed = await crypto.subtle.encrypt(
      gcm(prefix, bound, index, last),
      key,
      chunk.subarray(0, filled),
    );
    index += 1;
    filled = 0;
    await put(new Uint8Array(sealed), last);
  };
  return {
    async write(record: Bytes): Promise<void> {
      const bytes = withLength(record);
      for (let at = 0; at < bytes.length;) {
        // A full chunk is written only when more data follows: until then it may be the last.
        if (filled === chunkBytes) await flush(false);
        const part = bytes.subarray(at, at + chunkBytes - filled);
        chunk.set(part, filled);
        filled += part.length;
        at += part.length;
      }
    },
    end: () => flush(true),
  };
}

const damaged = (cause?: unknown): LikenessError =>
  new LikenessError('backup-damaged', {}, { cause });
const bytesOf = async (part: Blob): Promise<Bytes> => new Uint8Array(await part.arrayBuffer());

/** The file's header, opened with its passphrase. */
interface Front {
  readonly chunkBytes: number;
  open(sealed: Bytes, index: number, last: boolean): Promise<Bytes>;
}

/** @throws LikenessError 'backup-newer' | 'backup-passphrase' | 'backup-damaged' */
async function openFront(derive: Derive, passphrase: string, begin: Bytes): Promise<Front> {
  const header = readHeader(begin.subarray(MAGIC.length + 4));
  const { key, check } = await streamKeys(derive, passphrase, header.kdf);
  if (check !== header.check) throw new LikenessError('backup-passphrase');
  const prefix = fromBase64(header.prefix);
  const bound = await sha256(begin);
  return {
    chunkBytes: header.chunk,
    open: (sealed, index, last) =>
      crypto.subtle.decrypt(gcm(prefix, bound, index, last), key, sealed).then(
        (plain) => new Uint8Array(plain),
        (cause: unknown) => {
          throw damaged(cause);
        },
      ),
  };
}

/** Splits decrypted chunks into records. Yields the records that end in each chunk. */
function recordCutter() {
  let held: Bytes[] = [];
  let size = 0;
  let wanted = 4;
  let inRecord = false;
  return {
    *take(chunk: Bytes): Generator<Bytes> {
      held.push(chunk);
      size += chunk.length;
      if (size < wanted) return;
      // Joined once for all records that end in this chunk: there may be thousands of small ones.
      const whole = concatBytes(held);
      let at = 0;
      while (size - at >= wanted) {
        const taken = whole.subarray(at, at + wanted);
        at += wanted;
        if (inRecord) {
          // A copy, so that a picture that is kept doesn't keep its whole chunk in memory.
          yield taken.slice();
          wanted = 4;
        } else {
          wanted = new DataView(taken.buffer, taken.byteOffset).getUint32(0);
          if (wanted > MOST_RECORD_BYTES) throw damaged();
        }
        inRecord = !inRecord;
      }
      held = [whole.subarray(at)];
      size -= at;
    },
    /** @throws LikenessError 'backup-damaged' if the last record is incomplete */
    end(): void {
      if (inRecord || size > 0) throw damaged();
    },
  };
}

/** A backup file, opened with its passphrase. Its records can be read any number of times. */
export interface SealedReader {
  /** @throws LikenessError 'backup-damaged' at the first bit that differs from what was written */
  records(onBytes: (read: number) => void): AsyncGenerator<Bytes>;
}

/**
 * Opens a backup file.
 * @throws LikenessError 'backup-foreign' | 'backup-newer' | 'backup-passphrase' | 'backup-damaged'
 */
export async function sealedReader(
  derive: Derive,
  passphrase: string,
  file: Blob,
): Promise<SealedReader> {
  const magic = utf8(MAGIC);
  const first = await bytesOf(file.slice(0, magic.length + 4));
  if (hex(first.subarray(0, magic.length)) !== hex(magic))
    throw new LikenessError('backup-foreign');
  if (first.length < magic.length + 4) throw damaged();
  const headerBytes = new DataView(first.buffer).getUint32(magic.length);
  const start = magic.length + 4 + headerBytes;
  if (headerBytes > MOST_HEADER_BYTES || start >= file.size) throw damaged();
  const front = await openFront(derive, passphrase, await bytesOf(file.slice(0, start)));
  return {
    async *records(onBytes) {
      const cutter = recordCutter();
      for (let at = start, index = 0; at < file.size; index += 1) {
        const end = Math.min(file.size, at + front.chunkBytes + TAG_BYTES);
        const sealed = await bytesOf(file.slice(at, end));
        const plain = await front.open(sealed, index, end === file.size);
        at = end;
        onBytes(at);
        yield* cutter.take(plain);
      }
      cutter.end();
    },
  };
}

/**
 * Reads a file while it is written, from the pieces that `sealedWriter` puts, and passes its
 * records on. It proves that a restore can read what was written; otherwise it throws what a
 * restore would throw.
 */
export function readBack(
  derive: Derive,
  passphrase: string,
  onRecord: (record: Bytes) => void,
): (piece: Bytes, last: boolean) => Promise<void> {
  const cutter = recordCutter();
  let front: Front | undefined;
  let index = 0;
  return async (piece, last) => {
    if (!front) {
      front = await openFront(derive, passphrase, piece);
      return;
    }
    for (const record of cutter.take(await front.open(piece, index, last))) onRecord(record);
    index += 1;
    if (last) cutter.end();
  };
}

function readHeader(bytes: Bytes): BackupHeader {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw damaged(cause);
  }
  const version =
    typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  if (typeof version === 'number' && version > BACKUP_VERSION)
    throw new LikenessError('backup-newer');
  const parsed = backupHeader.safeParse(value);
  if (!parsed.success) throw damaged(parsed.error);
  return parsed.data;
}
