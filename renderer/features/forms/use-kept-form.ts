import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useEffect, useState } from 'react';
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

import { keptForm } from '../../state/kept-form.ts';
export type FormValues = Readonly<Record<string, string | boolean>>;

/** Restores a form's kept values; a value of the wrong type is replaced by its default. */
export function keptValues<T extends FormValues>(defaults: T, kept: unknown): T {
  if (typeof kept !== 'object' || kept === null) return defaults;
  const stored = new Map(Object.entries(kept));
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => {
      const found: unknown = stored.get(name);
      return [name, typeof found === typeof value ? found : value];
    }),
  ) as T;
}

export interface KeptForm<In extends FieldValues, Out> {
  readonly form: UseFormReturn<In, unknown, Out>;
  /** Empties the form and forgets its kept values. */
  readonly clear: () => void;
}

/**
 * A form validated by its schema. What is typed is kept in this tab, so that neither an error nor a
 * reload loses it. Errors show once a field was left, and on submit, which focuses the first one.
 * Never use it for passwords.
 */
export function useKeptForm<In extends FormValues, Out>(
  name: string,
  schema: z.ZodType<Out, In>,
  defaults: In,
): KeptForm<In, Out> {
  const [kept] = useState(() => keptForm(name));
  const [initial] = useState(() => keptValues(defaults, kept.read()));
  const form = useForm<In, unknown, Out>({
    // Compiled checks would need 'unsafe-eval', which our policy forbids.
    resolver: zodResolver(schema, { jitless: true }),
    defaultValues: initial as DefaultValues<In>,
    mode: 'onTouched',
  });
  const { subscribe, reset } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => kept.write(values) }),
    [subscribe, kept],
  );
  const clear = useCallback(() => {
    reset(defaults);
    kept.write(null);
  }, [reset, defaults, kept]);
  return { form, clear };
}
