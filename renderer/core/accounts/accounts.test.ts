import { describe, expect, it } from 'vitest';

import {
  changePasswordSchema,
  passphraseSchema,
  recoverSchema,
  signInSchema,
  signUpSchema,
} from './forms.ts';
import { iterationsFor } from './kdf.ts';
import { createPassphrase, createRecoveryCode, parseRecoveryCode } from './recovery-code.ts';
import { waitAfter, waitLeft } from './slow-down.ts';
import { strengthOf } from './strength.ts';

describe('recovery code', () => {
  const code = createRecoveryCode((length) => Uint8Array.from({ length }, (_, at) => at * 37));

  it('has five groups of five and holds 24 random digits', () => {
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(code.startsWith('05AFM')).toBe(true);
  });

  it('is accepted however it is typed', () => {
    expect(parseRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(code);
    expect(parseRecoveryCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code);
  });

  it('reveals most typing errors, and every missing character', () => {
    const digits = Array.from(code, (digit, at) => (digit === '-' ? -1 : at)).filter(
      (at) => at >= 0,
    );
    const slips = digits.map(
      (at) => code.slice(0, at) + (code[at] === 'Z' ? 'Y' : 'Z') + code.slice(at + 1),
    );
    expect(
      slips.filter((slip) => parseRecoveryCode(slip) !== undefined).length,
    ).toBeLessThanOrEqual(3);
    for (const at of digits)
      expect(parseRecoveryCode(code.slice(0, at) + code.slice(at + 1))).toBeUndefined();
    expect(parseRecoveryCode('')).toBeUndefined();
  });
});

describe('wrong passwords', () => {
  it('wait longer each time, from the third on, up to a quarter of an hour', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 40].map(waitAfter)).toEqual([
      0, 0, 0, 5_000, 10_000, 20_000, 40_000, 900_000,
    ]);
  });

  it('never lock anyone out because the clock was set back', () => {
    expect(waitLeft(10_000, 4_000)).toBe(6_000);
    expect(waitLeft(10_000, 20_000)).toBe(0);
    expect(waitLeft(900_000, 0)).toBe(900_000);
    expect(waitLeft(900_001, 0)).toBe(0);
  });
});

it('chooses as many passes as take half a second, but never fewer than three', () => {
  expect([10, 50, 125, 400, 5_000].map(iterationsFor)).toEqual([12, 10, 4, 3, 3]);
});

describe('the passphrase of a backup', () => {
  it('can be generated: 20 random digits that the form accepts and the meter calls strong', () => {
    const made = createPassphrase((length) => Uint8Array.from({ length }, (_, at) => at * 37));
    expect(made).toMatch(/^05afm(?:-[0-9a-hjkmnp-tv-z]{5}){3}$/);
    expect(passphraseSchema.safeParse({ password: made, confirm: made }).success).toBe(true);
    expect(strengthOf(made)).toBe(4);
  });

  it('has twelve characters, where an account’s new password needs eight', () => {
    const twice = (password: string) => ({ password, confirm: password });
    expect(passphraseSchema.safeParse(twice('violet ancho')).success).toBe(true);
    const short = passphraseSchema.safeParse(twice('violet anch'));
    expect(short.error?.issues[0]?.message).toContain('at least 12 characters');
    const account = { email: 'a@b.example', remember: false };
    const code = createRecoveryCode((length) => new Uint8Array(length));
    const forms = [
      (password: string) => signUpSchema.safeParse({ ...account, ...twice(password) }),
      (password: string) => recoverSchema.safeParse({ ...account, code, ...twice(password) }),
      (password: string) =>
        changePasswordSchema.safeParse({ current: 'sixsix', ...twice(password) }),
    ];
    for (const form of forms) {
      expect(form('8 signs!').success).toBe(true);
      expect(form('7 signs').error?.issues[0]?.message).toContain('at least 8 characters');
    }
    expect(signInSchema.safeParse({ ...account, ...twice('sixsix') }).success).toBe(true);
  });
});

it.each([
  ['', 0],
  ['123456', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['P@ssw0rd1', 1],
  ['Ada.lovelace1', 1],
  ['elephant', 1],
  ['Butterfly7!', 1],
  ['violet anchor', 1],
  ['violet anchor drizzle', 2],
  ['パスワード強い私の', 3],
  ['rv7kq2mx', 2],
  ['rv7kq2mxt4w', 3],
  ['violet anchor drizzle mosaic', 4],
] as const)('strength of %j is %i', (password, strength) => {
  expect(strengthOf(password, 'ada.lovelace@example.com')).toBe(strength);
});
