import { useEffect, useRef, useState } from 'react';

import { noted } from '../../core/log/log.ts';
import { releaseUrl } from '../../state/object-url.ts';

/**
 * An object URL of the newest picture that could be decoded. The previous one stays until then, so
 * that a picture that changes many times a second never flickers.
 */
export function useLastUrl(blob: Blob): string | undefined {
  const [shown, setShown] = useState<string>();
  const held = useRef<string>(undefined);
  const hold = (url: string | undefined): void => {
    if (held.current !== undefined) releaseUrl(held.current);
    held.current = url;
  };
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    const image = new Image();
    let gone = false;
    image.src = url;
    image.decode().then(
      () => {
        if (gone) return;
        hold(url);
        setShown(url);
      },
      // If a picture can't be decoded, the previous one stays.
      noted('customize.picture'),
    );
    return () => {
      gone = true;
      if (held.current !== url) releaseUrl(url);
    };
  }, [blob]);
  useEffect(() => () => hold(undefined), []);
  return shown;
}
