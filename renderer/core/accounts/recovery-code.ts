import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

import type { RandomBytes } from '../orders/create-order.ts';

/** Crockford's base32: no I, L, O, U, so that a code survives handwriting. */
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 24 digits of 5 random bits each: 120 bits, beyond any guessing. */
const DIGITS = 24;
const GROUP = 5;

const letter = (value: number): string => BASE32.charAt(value & 31);
const check = (digits: string): string =>
  letter(sha256(utf8ToBytes(`likeness recovery ${digits}`))[0] ?? 0);

/** 'XXXXX-XXXXX-XXXXX-XXXXX-XXXXX': 120 random bits and a digit that gives a slip away. */
export function createRecoveryCode(random: RandomBytes): string {
  const digits = Array.from(random(DIGITS), letter).join('');
  return grouped(digits + check(digits));
}

/** The code as it was given, from how it was typed: case, spaces and look-alikes don't matter. Undefined when it isn't one. */
export function parseRecoveryCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  if (code.length !== DIGITS + 1 || /[^0-9A-HJKMNP-TV-Z]/.test(code)) return undefined;
  return code.endsWith(check(code.slice(0, DIGITS))) ? grouped(code) : undefined;
}

const grouped = (code: string): string =>
  (code.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
