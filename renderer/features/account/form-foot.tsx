import type { ReactNode } from 'react';

import { Button } from '../../ui/button.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import type { AccountForm } from './use-account-form.ts';

interface FormFootProps {
  readonly state: Pick<AccountForm<never>, 'busy' | 'problem' | 'wait'>;
  readonly label: string;
  /** What the button says at work: deriving the key takes about half a second. */
  readonly working: string;
  readonly wide?: boolean;
  readonly children?: ReactNode;
}

const clock = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;

/** What went wrong, how long to wait, and the one action. */
export const FormFoot = ({
  state: { busy, problem, wait },
  label,
  working,
  wide = true,
  children,
}: FormFootProps) => (
  <>
    {problem !== undefined && wait === 0 && <ErrorNote what={problem} />}
    {wait > 0 && (
      <Notice tone="careful" title={`Too many wrong tries. Next try in ${clock(wait)}.`}>
        The wait grows with each wrong password, so that nobody can guess here for long. Your
        library is safe.
      </Notice>
    )}
    <Button type="submit" look="accent" wide={wide} busy={busy} disabled={wait > 0}>
      {busy ? working : label}
    </Button>
    {children}
  </>
);
