import { decodeBase58, encodeBase58 } from '../../../core/base58.ts';

/**
 * The Token-2022 instructions and accounts that an NFT needs. Layouts:
 * https://github.com/solana-program/token-2022 (interface/src/instruction.rs, extension/mod.rs) and
 * https://github.com/solana-program/token-metadata (interface/src/instruction.rs, state.rs).
 */
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

const INITIALIZE_MINT_2 = 20;
const MINT_TO_CHECKED = 14;
const SET_AUTHORITY = 6;
const METADATA_POINTER = 39;
const CREATE_IDEMPOTENT = 1;
const MINT_TOKENS = 0;
const NONE = 0;
/**
 * First 8 bytes of SHA-256 of 'spl_token_metadata_interface:initialize_account' and
 * '…:update_the_authority'.
 */
const INITIALIZE_METADATA = [210, 225, 30, 162, 88, 184, 77, 141];
const UPDATE_METADATA_AUTHORITY = [215, 228, 166, 228, 84, 100, 86, 123];
const NOBODY = new Uint8Array(32);

const MINT_BYTES = 82;
/** A mint is padded to a token account's size; the byte after it tells the two apart. */
const BASE_BYTES = 165;
const ACCOUNT_TYPE_MINT = 1;
const TLV_HEADER = 4;
const POINTER_EXTENSION = 18;
const METADATA_EXTENSION = 19;
const POINTER_BYTES = 64;

/** Size of the account at creation. The metadata instruction enlarges it. */
export const MINT_SPACE = BASE_BYTES + 1 + TLV_HEADER + POINTER_BYTES;
/** A token account with immutable owner, the extension that every associated token account has. */
export const TOKEN_ACCOUNT_SPACE = BASE_BYTES + 1 + TLV_HEADER;

export interface NftText {
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const u32 = (value: number): number[] => [
  value & 0xff,
  (value >>> 8) & 0xff,
  (value >>> 16) & 0xff,
  value >>> 24,
];
/** Borsh: length, then UTF-8. */
const borsh = (text: string): number[] => [...u32(utf8(text).length), ...utf8(text)];

/** Final size of the account, which the deposit has to cover. */
export const mintedSpace = ({ name, symbol, uri }: NftText): number =>
  MINT_SPACE +
  TLV_HEADER +
  32 +
  32 +
  [name, symbol, uri].reduce((sum, text) => sum + borsh(text).length, 0) +
  u32(0).length;

export interface Instruction {
  readonly program: string;
  readonly accounts: readonly {
    readonly address: string;
    readonly signs?: boolean;
    readonly writes?: boolean;
  }[];
  readonly data: Uint8Array;
}

/**
 * One NFT in a new mint account: metadata inside the mint, no decimals, one token for its owner.
 * Afterwards nobody, including us, can mint another, freeze it or change the metadata. A
 * system program instruction before these creates the account.
 */
export function nftInstructions(
  mint: string,
  owner: string,
  account: string,
  system: string,
  { name, symbol, uri }: NftText,
): Instruction[] {
  const the = { mint: { address: mint, writes: true }, owner: { address: owner, signs: true } };
  const token = (
    data: readonly number[] | Uint8Array,
    ...more: Instruction['accounts']
  ): Instruction => ({
    program: TOKEN_2022,
    accounts: [the.mint, ...more],
    data: Uint8Array.from(data),
  });
  return [
    token([METADATA_POINTER, 0, ...NOBODY, ...decodeBase58(mint)]),
    token([INITIALIZE_MINT_2, 0, ...decodeBase58(owner), NONE]),
    token(
      [...INITIALIZE_METADATA, ...borsh(name), ...borsh(symbol), ...borsh(uri)],
      { address: owner },
      { address: mint },
      the.owner,
    ),
    token([...UPDATE_METADATA_AUTHORITY, ...NOBODY], the.owner),
    {
      program: ASSOCIATED_TOKEN,
      accounts: [
        { address: owner, signs: true, writes: true },
        { address: account, writes: true },
        { address: owner },
        { address: mint },
        { address: system },
        { address: TOKEN_2022 },
      ],
      data: Uint8Array.of(CREATE_IDEMPOTENT),
    },
    token(
      [MINT_TO_CHECKED, 1, 0, 0, 0, 0, 0, 0, 0, 0],
      { address: account, writes: true },
      the.owner,
    ),
    token([SET_AUTHORITY, MINT_TOKENS, NONE], the.owner),
  ];
}

export interface MintAccount extends NftText {
  readonly supply: bigint;
  readonly decimals: number;
  /**
   * The rights to mint more, freeze, change the metadata and point elsewhere: all undefined on our
   * NFTs.
   */
  readonly mintAuthority: string | undefined;
  readonly freezeAuthority: string | undefined;
  readonly updateAuthority: string | undefined;
  readonly pointerAuthority: string | undefined;
  readonly metadataAddress: string | undefined;
  /** The mint that the metadata claims to belong to. */
  readonly metadataOf: string;
}

const key = (bytes: Uint8Array): string | undefined =>
  bytes.every((byte) => byte === 0) ? undefined : encodeBase58(bytes);

/** A Token-2022 mint with metadata inside; undefined for anything else. */
export function readMintAccount(data: Uint8Array): MintAccount | undefined {
  if (data.length <= BASE_BYTES || data[BASE_BYTES] !== ACCOUNT_TYPE_MINT) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const optionalKey = (at: number) =>
    view.getUint32(at, true) === 1 ? encodeBase58(data.subarray(at + 4, at + 36)) : undefined;
  const extensions = new Map<number, Uint8Array>();
  for (let at = BASE_BYTES + 1; at + TLV_HEADER <= data.length;) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (type === 0 || at + TLV_HEADER + length > data.length) break;
    extensions.set(type, data.subarray(at + TLV_HEADER, at + TLV_HEADER + length));
    at += TLV_HEADER + length;
  }
  const pointer = extensions.get(POINTER_EXTENSION);
  const metadata = extensions.get(METADATA_EXTENSION);
  if (!pointer || !metadata) return undefined;
  const texts = readTexts(metadata, 64, 3);
  if (!texts) return undefined;
  const [name = '', symbol = '', uri = ''] = texts;
  return {
    mintAuthority: optionalKey(0),
    supply: view.getBigUint64(36, true),
    decimals: data[MINT_BYTES - 38] ?? 0,
    freezeAuthority: optionalKey(46),
    pointerAuthority: key(pointer.subarray(0, 32)),
    metadataAddress: key(pointer.subarray(32, 64)),
    updateAuthority: key(metadata.subarray(0, 32)),
    metadataOf: encodeBase58(metadata.subarray(32, 64)),
    name,
    symbol,
    uri,
  };
}

function readTexts(bytes: Uint8Array, from: number, count: number): string[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  for (let at = from; texts.length < count;) {
    if (at + 4 > bytes.length) return undefined;
    const length = view.getUint32(at, true);
    if (at + 4 + length > bytes.length) return undefined;
    texts.push(new TextDecoder().decode(bytes.subarray(at + 4, at + 4 + length)));
    at += 4 + length;
  }
  return texts;
}
