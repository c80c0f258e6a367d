/** WHATWG URL: what core uses of it. Every runtime has it, but core is compiled without the DOM's types. */
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

/** Base64 of binary strings. */
declare function atob(text: string): string;
declare function btoa(binary: string): string;
