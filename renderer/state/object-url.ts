import { useSyncExternalStore } from 'react';

/**
 * Revokes a Blob's address one task later: an image starts to load only after the script that set
 * its address, and one that was removed meanwhile would log an error for the missing Blob.
 */
export function releaseUrl(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url));
}

interface UrlSource {
  readonly snapshot: () => string | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

const NONE: UrlSource = { snapshot: () => undefined, subscribe: () => () => undefined };
const sources = new WeakMap<Blob, UrlSource>();

/** A Blob has one address, however often it is shown: a browser decodes a picture once for each. */
export function urlSource(blob: Blob): UrlSource {
  const known = sources.get(blob);
  if (known) return known;
  let url: string | undefined;
  let users = 0;
  const source: UrlSource = {
    snapshot: () => url,
    subscribe(listener) {
      users++;
      url ??= URL.createObjectURL(blob);
      listener();
      return () => {
        if (--users > 0 || url === undefined) return;
        releaseUrl(url);
        url = undefined;
      };
    },
  };
  sources.set(blob, source);
  return source;
}

/** An address for a Blob while it is shown; revoked when it is shown nowhere any more. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const { subscribe, snapshot } = blob ? urlSource(blob) : NONE;
  return useSyncExternalStore(subscribe, snapshot, () => undefined);
}
