import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';

import { strengthOf, type Strength } from '../../core/accounts/strength.ts';
import { LikenessError, sentence } from '../../core/errors.ts';
import { t } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import { showFailure, showToast } from '../../state/toasts.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { EmailField, Field, Form, type FieldProps } from '../../ui/field.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './account.module.css';

/** The props that connect an input to a form. */
interface FormField extends UseFormRegisterReturn {
  readonly error: string | undefined;
}

interface FormState<In extends FieldValues> {
  readonly form: UseFormReturn<In>;
  readonly field: (name: Path<In>, options?: RegisterOptions<In>) => FormField;
  readonly busy: boolean;
  /** The last error, and the seconds to wait before the next try. */
  readonly problem: string | undefined;
  readonly wait: number;
  /** A warning about what was typed, though no rule forbids it: submitting again overrides it. */
  readonly doubt: string | undefined;
  readonly submit: (event: React.SubmitEvent) => void;
}

/** The warning about a password that is among the first to be guessed; undefined for others. */
export const weakPassword = ({
  password,
  email,
}: {
  readonly password: string;
  readonly email?: string | undefined;
}): string | undefined =>
  strengthOf(password, email) === 1 ? t('This password is easy to guess.') : undefined;

/** A countdown in whole seconds, to 0, and the function that starts it. */
function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}

/**
 * A form with a password. It keeps none of its values, and wrong tries have to wait. A warning from
 * `doubts` is shown once; submitting the same password again overrides it.
 */
export function useAccountForm<In extends FieldValues>(
  schema: z.ZodType<unknown, In>,
  defaults: In,
  act: (values: In) => Promise<unknown>,
  doubts: (values: In) => string | undefined = () => undefined,
): FormState<In> {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [wait, setWait] = useCountdown();
  const [doubted, setDoubted] = useState<{ readonly why: string; readonly values: string }>();
  const form = useForm<In>({
    resolver: zodResolver(schema as z.ZodType<In, In>, { jitless: true }),
    defaultValues: defaults as DefaultValues<In>,
    mode: 'onTouched',
  });
  const run = async (values: In): Promise<void> => {
    setProblem(undefined);
    const why = doubts(values);
    const typed = JSON.stringify(values);
    if (why !== undefined && doubted?.values !== typed) {
      setDoubted({ why, values: typed });
      return;
    }
    setDoubted(undefined);
    setBusy(true);
    try {
      await act(values);
    } catch (failure) {
      if (failure instanceof LikenessError && failure.code === 'account-slow-down')
        setWait(Number(failure.context['seconds'] ?? 0));
      else setProblem(sentence(failure));
    } finally {
      setBusy(false);
    }
  };
  return {
    form,
    field: (name, options) => ({
      ...form.register(name, options),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    busy,
    problem,
    wait,
    doubt: doubted?.why,
    submit: (event) => {
      event.preventDefault();
      if (!busy && wait === 0) void form.handleSubmit(run)(event);
    },
  };
}

/** Each toggle of a form gets a distinct name: one field has 'Show password'. */
const TOGGLES = {
  password: { show: t('Show password'), hide: t('Hide password') },
  characters: { show: t('Show characters'), hide: t('Hide characters') },
} as const;

type PasswordFieldProps = Omit<FieldProps, 'type' | 'trailing'> &
  Required<Pick<ComponentProps<'input'>, 'autoComplete'>> & {
    /** What the toggle calls the content: 'password' in the field labelled Password. */
    readonly hides?: keyof typeof TOGGLES | undefined;
  };

/** A password field, hidden until asked for. It allows pasting, as password managers need. */
export function PasswordField({ hides = 'characters', ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      trailing={
        <button
          type="button"
          aria-label={TOGGLES[hides][shown ? 'hide' : 'show']}
          onClick={() => setShown(!shown)}
        >
          {shown ? t('Hide') : t('Show')}
        </button>
      }
    />
  );
}

const STRENGTH_LABELS: Readonly<Record<Strength, string>> = {
  0: t('A few unrelated words are hard to guess.'),
  1: t('Easy to guess'),
  2: t('Fairly easy to guess'),
  3: t('Hard to guess'),
  4: t('Very hard to guess'),
};

/** Four bars and words. Advice only: the one rule is the length. */
function StrengthMeter({
  password,
  email,
}: {
  readonly password: string;
  readonly email?: string;
}) {
  const strength = strengthOf(password, email);
  return (
    <div className={styles.strength} data-strength={strength}>
      <span className={styles.bars} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-on={step <= strength || undefined} />
        ))}
      </span>
      <span role="status">{STRENGTH_LABELS[strength]}</span>
    </div>
  );
}

interface FormFootProps {
  readonly state: Pick<FormState<never>, 'busy' | 'problem' | 'wait' | 'doubt'>;
  readonly label: string;
  /** The button's label while it works: deriving the key takes about half a second. */
  readonly working: string;
  readonly children?: ReactNode;
}

const clock = (seconds: number): string =>
  seconds < 60
    ? t('{seconds} s', { seconds })
    : t('{minutes} min {seconds} s', {
        minutes: Math.floor(seconds / 60),
        seconds: seconds % 60,
      });

/** A form's last rows: what went wrong, how long to wait, and the submit button. */
export const FormFoot = ({
  state: { busy, problem, wait, doubt },
  label,
  working,
  children,
}: FormFootProps) => (
  <>
    {problem !== undefined && wait === 0 && <ErrorNote what={problem} />}
    {wait > 0 && (
      <Notice
        tone="careful"
        title={
          // Counts down: not said aloud every second.
          <span aria-live="off">
            {t('Too many wrong tries. Next try in {time}.', { time: clock(wait) })}
          </span>
        }
      >
        {t(
          'The wait grows with each wrong password, so that nobody can guess here for long. Your library is safe.',
        )}
      </Notice>
    )}
    {doubt !== undefined && (
      <Notice tone="careful" title={doubt}>
        {t(
          'Somebody who copies this device’s files could try millions of passwords a day. A few unrelated words are better. Press “{label}” once more to use it all the same.',
          { label },
        )}
      </Notice>
    )}
    <Button type="submit" variant="accent" wide busy={busy} spent={wait > 0}>
      {busy ? working : label}
    </Button>
    {children}
  </>
);

/** The account's email address; password managers file the password under it. */
export const AccountEmail = (field: FormField) => (
  <EmailField label={t('Email')} autoComplete="username" {...field} />
);

interface AccountFormProps extends FormFootProps {
  readonly name: string;
  readonly state: FormFootProps['state'] & Pick<FormState<never>, 'submit'>;
  /** What stands below the button. */
  readonly foot?: ReactNode;
}

/** A form of one button. */
export const AccountForm = ({ name, children, foot, ...last }: AccountFormProps) => (
  <form className={ui.stack4} noValidate aria-label={name} onSubmit={last.state.submit}>
    {children}
    <FormFoot {...last}>{foot}</FormFoot>
  </form>
);

/** The account's password. */
export const OwnPassword = (field: FormField) => (
  <PasswordField
    label={t('Password')}
    hides="password"
    autoComplete="current-password"
    {...field}
  />
);

interface NewPasswordProps<In extends FieldValues> {
  readonly label: string;
  readonly hides?: PasswordFieldProps['hides'];
  readonly confirmLabel: string;
  readonly state: FormState<In>;
  /** The password's strength is judged against the address, which is no secret. */
  readonly email?: string | undefined;
}

/** Two fields for a new password, `password` and `confirm`, with its strength. */
export function NewPassword<In extends { password: string; confirm: string }>({
  label,
  hides,
  confirmLabel,
  state: { field, form },
  email,
}: NewPasswordProps<In>) {
  const [password, confirm] = ['password' as Path<In>, 'confirm' as Path<In>];
  const deps = form.getFieldState(confirm, form.formState).isTouched ? [confirm] : [];
  return (
    <>
      <div className={ui.stack2}>
        <PasswordField
          label={label}
          hides={hides}
          autoComplete="new-password"
          {...field(password, { deps })}
        />
        <StrengthMeter password={form.watch(password)} {...(email !== undefined && { email })} />
      </div>
      <PasswordField label={confirmLabel} autoComplete="new-password" {...field(confirm)} />
    </>
  );
}

interface KeepCodeProps {
  readonly code: string;
  readonly onKept: () => void;
}

const fileOf = (code: string): Blob =>
  new Blob(
    [
      t('Likeness recovery code'),
      `\n\n${code}\n\n`,
      t(
        'It opens your account on the device where it was made if you forget the password.\nKeep it where nobody else finds it.',
      ),
      '\n',
    ],
    { type: 'text/plain' },
  );

/** As a `ref`: focuses the element that has just replaced the form, so that it is read out. */
const focusOnMount = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** Shows the recovery code, this once, until its last group has been typed again. */
export function KeepCode({ code, onKept }: KeepCodeProps) {
  const { accounts, downloads } = usePorts();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const last = code.slice(-5);
  const confirm = async (): Promise<void> => {
    if (typed.trim().toUpperCase() !== last) {
      setWrong(true);
      return;
    }
    await accounts.keptCode();
    onKept();
  };
  return (
    <section className={ui.stack4} aria-labelledby="recovery-code">
      <h2 id="recovery-code" ref={focusOnMount} tabIndex={-1} className={ui.heading}>
        {t('Keep your recovery code')}
      </h2>
      <p className={cx(ui.quiet, ui.measure)}>
        {t(
          'It is shown only once. If you forget the password, it is the only way into this account: we can’t recover it for you.',
        )}
      </p>
      <CopyField label={t('Recovery code')} value={code} />
      <TextButton
        onClick={() => {
          downloads
            .save('Likeness recovery code.txt', fileOf(code))
            .then(({ place }) =>
              showToast(
                place === undefined
                  ? t('Saved to your downloads.')
                  : t('Saved to {place}.', { place }),
                'good',
              ),
            )
            .catch(showFailure);
        }}
      >
        {t('Save as a file')}
      </TextButton>
      <Form
        className={ui.stack4}
        aria-label={t('Confirm the recovery code')}
        noValidate
        onSubmit={() => void confirm().catch(showFailure)}
      >
        <Field
          label={t('Type its last five characters')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={8}
          className={styles.codeField}
          value={typed}
          error={
            wrong ? t('These aren’t its last five characters. Look at your copy again.') : undefined
          }
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(false);
          }}
        />
        <Button type="submit" variant="accent" wide>
          {t('I’ve saved it')}
        </Button>
      </Form>
    </section>
  );
}
