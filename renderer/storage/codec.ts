/** Where a row lives. A codec that encrypts binds it to the ciphertext, so that rows can't be swapped. */
export interface RowAddress {
  readonly table: string;
  /** What the row is called in the database. */
  readonly name: string;
  readonly profileId: string;
}

/**
 * How a profile's rows are stored: the only way in and out of the database. Guest and wallet
 * profiles are plain; an email profile's vault seals with AES-GCM. Pictures stay Blobs through
 * either, because typed arrays linger in the browser's database log after they were deleted.
 */
export interface Codec {
  seal(row: unknown, address: RowAddress): Promise<unknown>;
  open(body: unknown, address: RowAddress): Promise<unknown>;
  /** What a row is called in the database: an order's id would tell of a payment that anyone can look up. */
  name(table: string, key: string): Promise<string>;
  /** Rows carry no time in the clear; a listing is put in order after it was opened. */
  readonly hidesTimes: boolean;
}

/** Gives a profile's codec; undefined while the profile is locked. */
export type CodecBook = (profileId: string) => Codec | undefined;

export const plainCodec: Codec = {
  seal: (row) => Promise.resolve(row),
  open: (body) => Promise.resolve(body),
  name: (_table, key) => Promise.resolve(key),
  hidesTimes: false,
};
