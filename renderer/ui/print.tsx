import type { ImgHTMLAttributes } from 'react';

import styles from './print.module.css';
import { cx } from './shared.ts';

/**
 * A picture as a photo print: square corners and a shadow. Pass `alt`, or '' if the text beside it
 * says the same.
 */
export const Print = ({
  alt,
  className,
  ...img
}: ImgHTMLAttributes<HTMLImageElement> & { readonly alt: string }) => (
  <img decoding="async" {...img} alt={alt} className={cx(styles.print, className)} />
);
