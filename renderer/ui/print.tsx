import type { ImgHTMLAttributes } from 'react';

import { cx } from './cx.ts';
import styles from './print.module.css';

/** A picture as a print: square corners, a shadow under it. Give `alt`, or '' when words beside it say the same. */
export const Print = ({
  alt,
  className,
  ...img
}: ImgHTMLAttributes<HTMLImageElement> & { readonly alt: string }) => (
  <img decoding="async" {...img} alt={alt} className={cx(styles.print, className)} />
);
