import type { ComponentPropsWithoutRef } from 'react';

import { useIsRunning } from './is-running.ts';

/**
 * A picture below the fold. A prerendered page leaves its address out: the picture is fetched once
 * the app runs, so that a slow line brings the text and the scripts first. Give it a size in CSS or
 * by `width` and `height`, so that nothing moves when it comes.
 */
export function LateImage({ src, srcSet, alt, ...rest }: ComponentPropsWithoutRef<'img'>) {
  const isRunning = useIsRunning();
  return <img loading="lazy" {...rest} alt={alt} {...(isRunning && { src, srcSet })} />;
}
