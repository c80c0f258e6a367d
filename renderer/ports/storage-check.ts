/** What becomes of pictures that are kept in this browser. */
export interface StorageReport {
  /** A picture and a key were stored and read back the same. */
  readonly keeps: boolean;
  /** It looks like a private window: what is kept goes when it closes. */
  readonly fleeting: boolean;
}

/** Stores a picture in a database of its own, reads it back over a new connection, and removes it. */
export type StorageCheck = () => Promise<StorageReport>;
