/** Whether this browser keeps stored pictures. */
export interface StorageReport {
  /** A picture and a key were stored and read back unchanged. */
  readonly keeps: boolean;
  /** This looks like a private window, which deletes its storage when it closes. */
  readonly fleeting: boolean;
}

/** Stores a picture in a separate database, reads it back over a new connection, and deletes it. */
export type StorageCheck = () => Promise<StorageReport>;
