import type { ReactNode } from 'react';

import { i18n } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import type { AccountForm } from './use-account-form.ts';

interface FormFootProps {
  readonly state: Pick<AccountForm<never>, 'busy' | 'problem' | 'wait' | 'doubt'>;
  readonly label: string;
  /** The button's label while it works: deriving the key takes about half a second. */
  readonly working: string;
  readonly wide?: boolean;
  readonly children?: ReactNode;
}

const clock = (seconds: number): string =>
  seconds < 60
    ? i18n.t('{seconds} s', { seconds })
    : i18n.t('{minutes} min {seconds} s', {
        minutes: Math.floor(seconds / 60),
        seconds: seconds % 60,
      });

/** A form's last rows: what went wrong, how long to wait, and the submit button. */
export const FormFoot = ({
  state: { busy, problem, wait, doubt },
  label,
  working,
  wide = true,
  children,
}: FormFootProps) => (
  <>
    {problem !== undefined && wait === 0 && <ErrorNote what={problem} />}
    {wait > 0 && (
      <Notice
        tone="careful"
        title={i18n.t('Too many wrong tries. Next try in {time}.', { time: clock(wait) })}
      >
        {i18n.t(
          'The wait grows with each wrong password, so that nobody can guess here for long. Your library is safe.',
        )}
      </Notice>
    )}
    {doubt !== undefined && (
      <Notice tone="careful" title={doubt}>
        {i18n.t(
          'Whoever copies this device’s files could try millions a day. A few unrelated words are better. Press “{label}” once more to use it all the same.',
          { label },
        )}
      </Notice>
    )}
    <Button type="submit" variant="accent" wide={wide} busy={busy} disabled={wait > 0}>
      {busy ? working : label}
    </Button>
    {children}
  </>
);
