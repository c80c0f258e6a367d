import { useMemo, useSyncExternalStore } from 'react';

/**
 * Gives a Blob's address up a task later: an image starts to load only after the script that set
 * its address, and one that was taken away meanwhile would find nothing there and say so in the console.
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

/** An address for a Blob for as long as it is shown: revoked when it is replaced or goes away. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const source = useMemo(() => urlSource(blob), [blob]);
  return useSyncExternalStore(source.subscribe, source.snapshot);
}
