import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type AccountInput, signInSchema, signUpSchema } from '../../core/validation.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextButton, TextLink } from '../../ui/text-link.tsx';
import styles from './login.module.css';

export type AccountMode = 'sign-in' | 'sign-up';

const EMPTY: AccountInput = { email: '', password: '', confirm: '', remember: false };

/** Email and password. What is typed is checked; accounts themselves are still to come. */
export function EmailLogin({ mode }: { readonly mode: AccountMode }) {
  const signUp = mode === 'sign-up';
  const [shown, setShown] = useState(false);
  const coming = useId();
  const form = useForm<AccountInput>({
    resolver: zodResolver(signUp ? signUpSchema : signInSchema, { jitless: true }),
    defaultValues: EMPTY,
    mode: 'onTouched',
  });
  const { trigger, getFieldState, formState } = form;
  const { errors } = formState;

  // The other mode has other rules: what was found wrong is judged anew.
  useEffect(() => {
    const touched = (['email', 'password', 'confirm'] as const).filter((name) => getFieldState(name).isTouched);
    if (touched.length > 0) void trigger(touched);
  }, [mode, trigger, getFieldState]);

  const type = shown ? 'text' : 'password';
  return (
    <form className={styles['panel']} noValidate aria-label={signUp ? 'Create Account' : 'Sign In'} onSubmit={(event) => event.preventDefault()}>
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Field
        label="Password"
        type={type}
        autoComplete={signUp ? 'new-password' : 'current-password'}
        spellCheck={false}
        error={errors.password?.message}
        trailing={
          <button type="button" aria-label={shown ? 'Hide password' : 'Show password'} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'}
          </button>
        }
        {...form.register('password', { deps: signUp && formState.touchedFields.confirm ? ['confirm'] : [] })}
      />
      {signUp && (
        <Field
          label="Confirm Password"
          type={type}
          autoComplete="new-password"
          spellCheck={false}
          error={errors.confirm?.message}
          {...form.register('confirm')}
        />
      )}
      {!signUp && (
        <div className={styles['beside']}>
          <CheckField label="Remember me" {...form.register('remember')} />
          <TextButton disabled aria-describedby={coming}>
            Forgot password?
          </TextButton>
        </div>
      )}
      <div id={coming}>
        <Notice tone="careful" title="Email accounts are coming">
          Until then, connect a wallet, or make avatars without an account.
        </Notice>
      </div>
      <Button type="submit" look="accent" wide disabled aria-describedby={coming}>
        {signUp ? 'Create Account' : 'Sign In'}
      </Button>
      {signUp && (
        <p className={styles['hint']}>
          By creating an account you agree to the <TextLink to="/terms">Terms &amp; Conditions</TextLink> and the{' '}
          <TextLink to="/privacy">Privacy Policy</TextLink>.
        </p>
      )}
    </form>
  );
}
