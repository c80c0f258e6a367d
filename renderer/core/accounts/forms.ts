import { z } from 'zod';
import { PASSWORD_MIN_LENGTH } from '../constants.ts';
import { SENTENCES } from '../errors.ts';
import { email } from '../validation.ts';
import { parseRecoveryCode } from './recovery-code.ts';

const account = z.object({
  email: email('Enter your email address.'),
  password: z.string().min(PASSWORD_MIN_LENGTH, SENTENCES['password-too-short']),
  remember: z.boolean(),
});

/** Sign-in: nothing is asked of the confirmation, which isn't shown. */
export const signInSchema = account.extend({ confirm: z.string() });

/** Sign-up: the confirmation must match, and is compared even while other fields are wrong. */
export const signUpSchema = account
  .extend({ confirm: z.string() })
  .refine(({ password, confirm }) => password === confirm, {
    path: ['confirm'],
    message: SENTENCES['passwords-differ'],
    when: () => true,
  });
/** 'Forgot password?': the recovery code and a new password. */
export const recoverSchema = signUpSchema.safeExtend({
  code: z.string().refine((code) => parseRecoveryCode(code) !== undefined, SENTENCES['recovery-code-incomplete']),
});
export type RecoverInput = z.input<typeof recoverSchema>;

const newPassword = z
  .object({ password: z.string().min(PASSWORD_MIN_LENGTH, SENTENCES['password-too-short']), confirm: z.string() })
  .refine(({ password, confirm }) => password === confirm, { path: ['confirm'], message: SENTENCES['passwords-differ'], when: () => true });

/** What a backup is sealed with. */
export const passphraseSchema = newPassword;

/** Of the open account: the old password vouches for the person. */
export const changePasswordSchema = newPassword.safeExtend({ current: z.string().min(1, 'Enter your current password.') });

export type AccountInput = z.infer<typeof signInSchema>;
