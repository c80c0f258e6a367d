/** Loads when first asked; a failed try (a chunk that didn't come) is made again by the next who asks. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((failure: unknown) => {
      loaded = undefined;
      throw failure;
    });
    return loaded;
  };
}
