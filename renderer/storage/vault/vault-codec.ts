import { hex } from '../../core/bytes.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Codec, RowAddress } from '../codec.ts';
import { utf8, type Bytes } from './bytes.ts';
import { open, seal, type VaultKeys } from './crypto.ts';
import { hasBlobs, pack, unpack } from './pack.ts';

const bound = ({ table, name, profileId }: RowAddress): string =>
  `likeness row 1\n${table}\n${name}\n${profileId}`;

/**
 * Encrypts a vault's rows with AES-GCM, each bound to its table, name and profile. A row with
 * pictures becomes a Blob, a small one bytes: only ciphertext remains of it in the database's log.
 */
export const vaultCodec = ({ data, names }: VaultKeys): Codec => ({
  async seal(row, address) {
    const sealed = await seal(data, await pack(row), bound(address));
    return hasBlobs(row) ? new Blob([sealed]) : sealed;
  },
  async open(body, address) {
    const sealed =
      body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : (body as Bytes);
    try {
      return unpack(await open(data, sealed, bound(address)));
    } catch (thrown) {
      throw new LikenessError('account-damaged', { table: address.table }, { cause: thrown });
    }
  },
  async name(table, key) {
    return hex(
      new Uint8Array(await crypto.subtle.sign('HMAC', names, utf8(`${table}\n${key}`))),
    ).slice(0, 40);
  },
  hidesTimes: true,
});
