/** The code of the error that a promise is refused with. */
export const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (thrown: unknown) => (thrown as { readonly code?: unknown }).code,
  );
