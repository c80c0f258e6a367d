/** One signed file, ready to be published. */
export interface DataItem {
  /** SHA-256 of its signature, base64url; its address, known before it is sent. */
  readonly id: string;
  readonly url: string;
  readonly contentType: string;
  /** The file itself. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Header, signature and file, as the gateway takes it. */
  readonly wire: Uint8Array<ArrayBuffer>;
}

export interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  /** It may be there already: the gateway is asked before anything is sent. */
  readonly again: boolean;
  /** Bytes of the picture in it, for the request ledger: 0 for metadata. */
  readonly photoBytes: number;
}

/**
 * Publishing for good, through an Arweave bundling gateway. Rejects with LikenessError
 * 'media-unreachable' (worth another try), 'media-refused' or 'media-differs', and with the
 * signal's reason when aborted.
 */
export interface Media {
  /** A new key, for one mint only: 32 bytes of secret, its public key in base58. */
  createKey(): Promise<{ readonly secret: Uint8Array<ArrayBuffer>; readonly publicKey: string }>;
  /** Ed25519 signature, 64 bytes. */
  sign(
    secret: Uint8Array<ArrayBuffer>,
    message: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** Bytes that an item may have to be taken free of charge, asked of the gateway. */
  freeBytes(signal?: AbortSignal): Promise<number>;
  /**
   * The picture as WebP (JPEG or PNG where the browser writes no WebP), without any metadata, made
   * to fit: best quality at the largest edge first.
   * @throws LikenessError 'media-too-large' when even the smallest doesn't fit
   */
  fitPicture(picture: Blob, freeBytes: number): Promise<Blob>;
  /** The same secret and file give the same item, so a repeated step publishes nothing new. */
  item(
    secret: Uint8Array<ArrayBuffer>,
    data: Uint8Array<ArrayBuffer>,
    contentType: string,
  ): Promise<DataItem>;
  /** Sends it, unless it was sent before and is there, and reads it back until it is there, the same byte for byte. */
  publish(item: DataItem, options: UploadOptions): Promise<void>;
}
