/*
 * Base58 as in Bitcoin and Solana: big-endian, no checksum, a leading '1' per leading zero byte.
 * It isn't @scure/base: version 2.4 refuses more than 2,048 bytes, which a link to Phantom can
 * exceed, 1.2 takes five times as long, and they add 1 and 2 KB to nearly every screen.
 */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const VALUES = new Map(Array.from(ALPHABET, (letter, digit) => [letter, digit]));

export function encodeBase58(bytes: Uint8Array): string {
  const digits: number[] = [];
  for (const byte of bytes) {
    let value = byte;
    for (let i = 0; i < digits.length; i += 1) {
      value += (digits[i] ?? 0) << 8;
      digits[i] = value % 58;
      value = Math.floor(value / 58);
    }
    for (; value > 0; value = Math.floor(value / 58)) digits.push(value % 58);
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  const leading = ALPHABET.charAt(0).repeat(zeros === -1 ? bytes.length : zeros);
  return (
    leading +
    digits
      .reverse()
      .map((digit) => ALPHABET.charAt(digit))
      .join('')
  );
}

/** @throws RangeError if a character isn't in the alphabet */
export function decodeBase58(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (const letter of text) {
    let value = VALUES.get(letter);
    if (value === undefined) throw new RangeError(`not base58: ${letter}`);
    for (let i = 0; i < bytes.length; i += 1) {
      value += (bytes[i] ?? 0) * 58;
      bytes[i] = value & 0xff;
      value >>= 8;
    }
    for (; value > 0; value >>= 8) bytes.push(value & 0xff);
  }
  const leading = /^1*/.exec(text)?.[0].length ?? 0;
  return Uint8Array.from([...new Array<number>(leading).fill(0), ...bytes.reverse()]);
}

const decodesTo = (text: string, length: number): boolean => {
  if (text.length > 90 || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return false;
  return decodeBase58(text).length === length;
};

/** 32 bytes in base58: an account, a reference, a block hash. */
export const isAddress = (text: string): boolean => decodesTo(text, 32);
/** 64 bytes in base58: a transaction's signature, which identifies it. */
export const isSignature = (text: string): boolean => decodesTo(text, 64);
