/** Returns that many random bytes; the app passes in the platform's cryptographic source. */
export type RandomBytes = (length: number) => Uint8Array;

/** Crockford's base32: no I, L, O or U, so that an id can be read aloud. */
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 10;
const CHANCE_DIGITS = 10;

/** Prefix + 10 digits of Unix milliseconds + 50 random bits: later ids sort after earlier ones. */
export function timeId(prefix: string, now: number, random: RandomBytes): string {
  let time = '';
  for (let rest = now, i = 0; i < TIME_DIGITS; i += 1, rest = Math.floor(rest / 32)) {
    time = BASE32.charAt(rest % 32) + time;
  }
  const chance = [...random(CHANCE_DIGITS)].map((byte) => BASE32.charAt(byte & 31)).join('');
  return `${prefix}-${time}${chance}`;
}

/** The time in Unix milliseconds at the start of a `timeId`. */
export function timeOfId(id: string): number {
  const start = id.indexOf('-') + 1;
  return Array.from(id.slice(start, start + TIME_DIGITS)).reduce(
    (time, digit) => time * 32 + BASE32.indexOf(digit),
    0,
  );
}
