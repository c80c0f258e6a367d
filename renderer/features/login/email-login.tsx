import { useState } from 'react';

import { KeepCode, Recover, SignIn, SignUp } from '../account/index.ts';

export type AccountMode = 'sign-in' | 'sign-up';

interface EmailLoginProps {
  readonly mode: AccountMode;
  /** Shown once, after the account was made; whoever holds it goes on when it was kept. */
  readonly code: string | undefined;
  readonly onCode: (code: string | undefined) => void;
}

/** Email and password: in, up, or back in by the recovery code. */
export function EmailLogin({ mode, code, onCode }: EmailLoginProps) {
  const [forgotten, setForgotten] = useState(false);
  if (code !== undefined) return <KeepCode code={code} onKept={() => onCode(undefined)} />;
  if (mode === 'sign-up') return <SignUp onCreated={onCode} />;
  if (forgotten) return <Recover onBack={() => setForgotten(false)} />;
  return <SignIn onForgotten={() => setForgotten(true)} />;
}
