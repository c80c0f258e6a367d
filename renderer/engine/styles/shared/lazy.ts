/** Makes a value when it is first asked for, and keeps it. */
export const lazy = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

/** Makes a value for each object when it is first asked for, and keeps it as long as the object. */
export const once = <K extends object, V>(make: (key: K) => V): ((key: K) => V) => {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const made = known.get(key) ?? { value: make(key) };
    known.set(key, made);
    return made.value;
  };
};
