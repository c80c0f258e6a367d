import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

import type { RandomBytes } from '../time-id.ts';

/** Crockford's base32: no I, L, O or U, so that a code survives handwriting. */
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 24 digits of 5 random bits each: 120 bits, far beyond guessing. */
const DIGITS = 24;
const GROUP = 5;

/** Digits of a generated passphrase: 100 bits. */
const PASSPHRASE_DIGITS = 20;

const letter = (value: number): string => BASE32.charAt(value & 31);
const check = (digits: string): string =>
  letter(sha256(utf8ToBytes(`likeness recovery ${digits}`))[0] ?? 0);

/**
 * 'XXXXX-XXXXX-XXXXX-XXXXX-XXXXX': 120 random bits and a check digit that catches typing errors.
 */
export function createRecoveryCode(random: RandomBytes): string {
  const digits = Array.from(random(DIGITS), letter).join('');
  return grouped(digits + check(digits));
}

/** A backup's passphrase, 'xxxxx-xxxxx-xxxxx-xxxxx': the recovery code's digits in lower case. */
export const createPassphrase = (random: RandomBytes): string =>
  grouped(Array.from(random(PASSPHRASE_DIGITS), letter).join('')).toLowerCase();

/**
 * The code in its canonical form; case, spaces and look-alike characters don't matter. Undefined if
 * it isn't a recovery code.
 */
export function parseRecoveryCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  if (code.length !== DIGITS + 1 || /[^0-9A-HJKMNP-TV-Z]/.test(code)) return undefined;
  return code.endsWith(check(code.slice(0, DIGITS))) ? grouped(code) : undefined;
}

const grouped = (code: string): string =>
  (code.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
