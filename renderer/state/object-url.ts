import { useMemo, useSyncExternalStore } from 'react';

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
        if (url !== undefined) URL.revokeObjectURL(url);
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
