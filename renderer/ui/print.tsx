import type { ImgHTMLAttributes } from 'react';

import { cx } from './cx.ts';
import styles from './print.module.css';

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
