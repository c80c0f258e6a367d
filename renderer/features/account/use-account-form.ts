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

import { LikenessError, sentence } from '../../core/errors.ts';

/** What an input needs to belong to a form. */
export interface FormField extends UseFormRegisterReturn {
  readonly error: string | undefined;
}

export interface AccountForm<In extends FieldValues> {
  readonly form: UseFormReturn<In>;
  readonly field: (name: Path<In>, options?: RegisterOptions<In>) => FormField;
  readonly busy: boolean;
  /** What went wrong last, and for how many more seconds a next try has to wait. */
  readonly problem: string | undefined;
  readonly wait: number;
  readonly submit: (event: React.SubmitEvent) => void;
}

/** Counts whole seconds down to 0. */
function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}

/** A form with a password in it: nothing of it is kept, and wrong tries wait. */
export function useAccountForm<In extends FieldValues>(
  schema: z.ZodType<unknown, In>,
  defaults: In,
  act: (values: In) => Promise<unknown>,
): AccountForm<In> {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [wait, setWait] = useCountdown();
  const form = useForm<In>({
    resolver: zodResolver(schema as z.ZodType<In, In>, { jitless: true }),
    defaultValues: defaults as DefaultValues<In>,
    mode: 'onTouched',
  });
  const run = async (values: In): Promise<void> => {
    setProblem(undefined);
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
    submit: (event) => {
      event.preventDefault();
      if (!busy && wait === 0) void form.handleSubmit(run)(event);
    },
  };
}
