import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useEffect, useState } from 'react';
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

import { localMemory } from '../../state/remembered.ts';
import { keptValues, type FormValues } from './kept-values.ts';

/** This tab's, and gone with it: what is typed may be nobody else's business. */
const tab = localMemory(() => sessionStorage);

export interface KeptForm<In extends FieldValues, Out> {
  readonly form: UseFormReturn<In, unknown, Out>;
  /** Empties the form and forgets what was kept of it. */
  readonly clear: () => void;
}

/**
 * A form held to its schema. What is typed is kept in this tab, so that neither an error nor a
 * reload loses it. Problems show once a field was left, and on submit, which goes to the first.
 * Never for passwords.
 */
export function useKeptForm<In extends FormValues, Out>(
  name: string,
  schema: z.ZodType<Out, In>,
  defaults: In,
): KeptForm<In, Out> {
  const key = `form.${name}`;
  const [initial] = useState(() => keptValues(defaults, tab.read(key)));
  const form = useForm<In, unknown, Out>({
    // Compiled checks would need 'unsafe-eval', which our policy forbids.
    resolver: zodResolver(schema, { jitless: true }),
    defaultValues: initial as DefaultValues<In>,
    mode: 'onTouched',
  });
  const { subscribe, reset } = form;
  useEffect(
    () =>
      subscribe({ formState: { values: true }, callback: ({ values }) => tab.write(key, values) }),
    [subscribe, key],
  );
  const clear = useCallback(() => {
    reset(defaults);
    tab.write(key, null);
  }, [reset, defaults, key]);
  return { form, clear };
}
