import { z } from 'zod';

import { t } from '../../i18n/index.ts';
import {
  NEW_PASSWORD_MIN_LENGTH,
  PASSPHRASE_MIN_LENGTH,
  PASSWORD_MIN_LENGTH,
} from '../constants.ts';
import { SENTENCES } from '../errors.ts';
import { email } from '../validation.ts';
import { parseRecoveryCode } from './recovery-code.ts';

const newPassword = z.string().min(NEW_PASSWORD_MIN_LENGTH, SENTENCES['new-password-too-short']);
const account = z.object({
  email: email(t('Enter your email address.')),
  password: newPassword,
  remember: z.boolean(),
});

const typedTwice = (typed: { readonly password: string; readonly confirm: string }): boolean =>
  typed.password === typed.confirm;
/** Reported even while other fields are invalid. */
const differing = { path: ['confirm'], message: SENTENCES['passwords-differ'], when: () => true };

const withConfirmation = account.extend({ confirm: z.string() });

/**
 * Sign-in: an empty password isn't called too short. Earlier passwords may have six characters, the
 * specification's least.
 */
export const signInSchema = withConfirmation.extend({
  password: z
    .string()
    .min(1, t('Enter your password.'))
    .min(PASSWORD_MIN_LENGTH, SENTENCES['password-too-short']),
});

/** Sign-up: the password is new, and the confirmation must match. */
export const signUpSchema = withConfirmation.refine(typedTwice, differing);

/** 'Forgot password?': the recovery code and a new password. */
export const recoverSchema = signUpSchema.safeExtend({
  code: z
    .string()
    .refine((code) => parseRecoveryCode(code) !== undefined, SENTENCES['recovery-code-incomplete']),
});
export type RecoverInput = z.input<typeof recoverSchema>;

/** The passphrase that seals a backup. */
export const passphraseSchema = z
  .object({
    password: z.string().min(PASSPHRASE_MIN_LENGTH, SENTENCES['passphrase-too-short']),
    confirm: z.string(),
  })
  .refine(typedTwice, differing);

/** Changing the open account's password; the current one proves who is asking. */
export const changePasswordSchema = z
  .object({ password: newPassword, confirm: z.string() })
  .refine(typedTwice, differing)
  .safeExtend({
    current: z.string().min(1, t('Enter your current password.')),
  });

export type AccountInput = z.infer<typeof signInSchema>;
