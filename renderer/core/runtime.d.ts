/** The part of the WHATWG URL that core uses. Every runtime has it, but core has no DOM types. */
declare class URL {
  static canParse(url: string): boolean;
  constructor(url: string);
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly searchParams: { keys(): IterableIterator<string> };
}

/** Base64 to binary strings. */
declare function atob(text: string): string;
declare function btoa(binary: string): string;

/** A picture's bytes, which core passes on, and reads only to mark them. */
declare class Blob {
  constructor(parts: readonly Uint8Array[], options: { readonly type: string });
  readonly size: number;
  readonly type: string;
  slice(from: number, to: number): Blob;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Address of the folder with the sample pictures, without a slash at its end; the build sets it. */
declare const __SAMPLES__: string;

/** Text to UTF-8 and back; what isn't UTF-8 becomes U+FFFD. */
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}
