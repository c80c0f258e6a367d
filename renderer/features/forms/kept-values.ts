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
