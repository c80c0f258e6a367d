/** Base58 as Bitcoin and Solana write it: big-endian, no checksum, a leading '1' for each leading zero byte. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const VALUES = new Map(Array.from(ALPHABET, (letter, value) => [letter, value]));

export function encodeBase58(bytes: Uint8Array): string {
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let i = 0; i < digits.length; i += 1) {
      carry += (digits[i] ?? 0) << 8;
      digits[i] = carry % 58;
      carry = Math.floor(carry / 58);
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58);
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

/** @throws RangeError on a letter outside the alphabet */
export function decodeBase58(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (const letter of text) {
    let carry = VALUES.get(letter);
    if (carry === undefined) throw new RangeError(`not base58: ${letter}`);
    for (let i = 0; i < bytes.length; i += 1) {
      carry += (bytes[i] ?? 0) * 58;
      bytes[i] = carry & 0xff;
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff);
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
/** 64 bytes in base58: what identifies a transaction. */
export const isSignature = (text: string): boolean => decodesTo(text, 64);
