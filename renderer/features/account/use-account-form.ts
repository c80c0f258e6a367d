import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
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

import { strengthOf } from '../../core/accounts/strength.ts';
import { LikenessError, sentence } from '../../core/errors.ts';
import { i18n } from '../../i18n/index.ts';

/** The props that connect an input to a form. */
export interface FormField extends UseFormRegisterReturn {
  readonly error: string | undefined;
}

export interface AccountForm<In extends FieldValues> {
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
  strengthOf(password, email) === 1 ? i18n.t('This password is easy to guess.') : undefined;

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
): AccountForm<In> {
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
