import { useMemo, useSyncExternalStore } from 'react';

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

function urlSource(blob: Blob | undefined): UrlSource {
  let url: string | undefined;
  return {
    snapshot: () => url,
    subscribe(listener) {
      if (blob) {
        url = URL.createObjectURL(blob);
        listener();
      }
      return () => {
        if (url !== undefined) releaseUrl(url);
        url = undefined;
      };
    },
  };
}

/**
 * An address for a Blob while it is shown; revoked when the Blob is replaced or no longer shown.
 */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const source = useMemo(() => urlSource(blob), [blob]);
  return useSyncExternalStore(source.subscribe, source.snapshot, () => undefined);
}
