import { useState } from 'react';

import type { AccountInput } from '../../core/accounts/forms.ts';
import { KeepCode, Recover, SignIn, SignUp } from '../account/index.ts';

export type AccountMode = 'sign-in' | 'sign-up';

interface EmailLoginProps {
  readonly mode: AccountMode;
  /** The recovery code, shown once after the account was made. The user goes on once it is kept. */
  readonly code: string | undefined;
  readonly onCodeKept: () => void;
  readonly onCreate: (values: AccountInput) => Promise<void>;
}

/** Email and password: sign in, sign up, or use the recovery code. */
export function EmailLogin({ mode, code, onCodeKept, onCreate }: EmailLoginProps) {
  const [forgotten, setForgotten] = useState(false);
  if (code !== undefined) return <KeepCode code={code} onKept={onCodeKept} />;
  if (mode === 'sign-up') return <SignUp onCreate={onCreate} />;
  if (forgotten) return <Recover onBack={() => setForgotten(false)} />;
  return <SignIn onForgotten={() => setForgotten(true)} />;
}
