/**
 * The position of a row. An encrypting codec binds it to the ciphertext, so that rows can't be
 * swapped.
 */
export interface RowAddress {
  readonly table: string;
  /** The row's name in the database. */
  readonly name: string;
  readonly profileId: string;
}

/**
 * How a profile's rows are stored. Every row passes through it, in and out. Guest and wallet
 * profiles are plain; an email profile's vault encrypts with AES-GCM. Pictures stay Blobs in both
 * cases, because typed arrays remain in the browser's database log after they are deleted.
 */
export interface Codec {
  seal(row: unknown, address: RowAddress): Promise<unknown>;
  open(body: unknown, address: RowAddress): Promise<unknown>;
  /**
   * The name of a row in the database. An order's id isn't used as it is: it would point to a
   * payment that anyone can look up.
   */
  name(table: string, key: string): Promise<string>;
  /** True if stored rows carry no readable time; lists are then sorted after decryption. */
  readonly hidesTimes: boolean;
}

/** Returns a profile's codec; undefined while the profile is locked. */
export type CodecBook = (profileId: string) => Codec | undefined;

export const plainCodec: Codec = {
  seal: (row) => Promise.resolve(row),
  open: (body) => Promise.resolve(body),
  name: (_table, key) => Promise.resolve(key),
  hidesTimes: false,
};
