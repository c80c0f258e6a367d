/**
 * Loads on the first call. After a failure the next call tries again; Firefox asks for a chunk that
 * didn't load only once, until the page is reloaded.
 */
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
