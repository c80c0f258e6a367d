import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { noted } from '../core/log/log.ts';
import { decodeImage } from './decode-image.ts';

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

interface LastUrl {
  readonly url: string | undefined;
  /** The newest picture that was tried: the one at `url`, or one that couldn't be decoded. */
  readonly of: Blob | undefined;
}
const NO_PICTURE: LastUrl = { url: undefined, of: undefined };

/**
 * An object URL of the newest picture that could be decoded. The previous one stays until then, so
 * that a picture that changes many times a second never flickers.
 */
export function useLastUrl(blob: Blob | undefined): LastUrl {
  const [shown, setShown] = useState(NO_PICTURE);
  if (!blob && shown !== NO_PICTURE) setShown(NO_PICTURE);
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
