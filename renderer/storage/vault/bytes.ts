/** The byte arrays that WebCrypto and Blobs accept. */
export type Bytes = Uint8Array<ArrayBuffer>;

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

export const randomBytes = (length: number): Bytes =>
  crypto.getRandomValues(new Uint8Array(length));
