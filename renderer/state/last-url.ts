import { useEffect, useRef, useState } from 'react';

import { noted } from '../core/log/log.ts';
import { decodeImage } from './decode-image.ts';
import { releaseUrl } from './object-url.ts';

interface LastUrl {
  readonly url: string | undefined;
  /** The newest picture that was tried: the one at `url`, or one that couldn't be decoded. */
  readonly of: Blob | undefined;
}
const NONE: LastUrl = { url: undefined, of: undefined };

/**
 * An object URL of the newest picture that could be decoded. The previous one stays until then, so
 * that a picture that changes many times a second never flickers.
 */
export function useLastUrl(blob: Blob | undefined): LastUrl {
  const [shown, setShown] = useState(NONE);
  if (!blob && shown !== NONE) setShown(NONE);
  const held = useRef<string>(undefined);
  const hold = (url: string | undefined): void => {
    if (held.current !== undefined) releaseUrl(held.current);
    held.current = url;
  };
  useEffect(() => {
    if (!blob) {
      hold(undefined);
      return undefined;
    }
    const url = URL.createObjectURL(blob);
    let gone = false;
    decodeImage(url).then(
      () => {
        if (gone) return;
        hold(url);
        setShown({ url, of: blob });
      },
      (failure: unknown) => {
        noted('customize.picture')(failure);
        if (!gone) setShown((before) => ({ ...before, of: blob }));
      },
    );
    return () => {
      gone = true;
      if (held.current !== url) releaseUrl(url);
    };
  }, [blob]);
  useEffect(() => () => hold(undefined), []);
  return shown;
}
