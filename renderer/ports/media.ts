/** A signed file, ready to be published. */
export interface DataItem {
  /** SHA-256 of the signature, base64url. It is the file's address, and known before the upload. */
  readonly id: string;
  readonly url: string;
  readonly contentType: string;
  /** The file itself. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Header, signature and file, in the gateway's upload format. */
  readonly wire: Uint8Array<ArrayBuffer>;
}

export interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  /** The file may already be there: ask the gateway before sending anything. */
  readonly again: boolean;
  /** Bytes of the picture in the file, for the request ledger; 0 for metadata. */
  readonly avatarBytes: number;
}

/**
 * Publishes files permanently through an Arweave bundling gateway. Rejects with LikenessError
 * 'media-unreachable' (worth a retry), 'media-refused' or 'media-differs', and with the signal's
 * reason when aborted.
 */
export interface Media {
  /** Creates a key for a single mint: 32 secret bytes, and the public key in base58. */
  createKey(): Promise<{ readonly secret: Uint8Array<ArrayBuffer>; readonly publicKey: string }>;
  /** Ed25519 signature, 64 bytes. */
  sign(
    secret: Uint8Array<ArrayBuffer>,
    message: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** Largest item that the gateway takes free of charge, in bytes. Asks the gateway. */
  freeBytes(signal?: AbortSignal): Promise<number>;
  /**
   * Encodes the picture as WebP (JPEG or PNG where the browser can't write WebP) without metadata,
   * at the largest edge that fits, in the best quality that fits.
   * @throws LikenessError 'media-too-large' when even the smallest doesn't fit
   */
  fitPicture(picture: Blob, freeBytes: number): Promise<Blob>;
  /**
   * The same secret and file give the same item, so a repeated step publishes nothing new.
   * @param unnamed the item doesn't say which app made it
   */
  item(
    secret: Uint8Array<ArrayBuffer>,
    data: Uint8Array<ArrayBuffer>,
    contentType: string,
    unnamed?: boolean,
  ): Promise<DataItem>;
  /**
   * Uploads the item, unless an earlier upload is found, and reads it back until it is there, byte
   * for byte.
   */
  publish(item: DataItem, options: UploadOptions): Promise<void>;
}
