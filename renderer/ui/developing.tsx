import type { CSSProperties, ReactNode } from 'react';

import { formatPercent, t } from '../i18n/index.ts';
import styles from './developing.module.css';

export interface DevelopingProps {
  /** The picture in progress, e.g. 'Artistic 3'. */
  readonly label: string;
  /** The picture, or a small or early version of it. Without one, blank paper is shown. */
  readonly src?: string | undefined;
  /** 0 to 1. */
  readonly done: number;
  /** Seconds left, if known. */
  readonly seconds?: number | undefined;
  /** Usually a cancel button. */
  readonly children?: ReactNode;
}

/**
 * Progress of a picture as a print in the developer: sharp from the top down to the current line, a
 * pale blur below. Fills a square, in a film frame or alone.
 */
export function Developing({ label, src, done, seconds, children }: DevelopingProps) {
  const percent = Math.round(Math.min(1, Math.max(0, done)) * 100);
  return (
    <div className={styles.developing} style={{ '--done': percent / 100 } as CSSProperties}>
      {src === undefined ? (
        <div className={styles.paper} />
      ) : (
        <>
          <img className={styles.latent} src={src} alt="" />
          <img className={styles.sharp} src={src} alt="" />
        </>
      )}
      <div
        className={styles.words}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        {...(seconds !== undefined && {
          'aria-valuetext': t(
            '{percent}, {seconds, plural, one {# second} other {# seconds}} left',
            {
              percent: formatPercent(percent / 100),
              seconds: Math.ceil(seconds),
            },
          ),
        })}
      >
        <b className={styles.percent}>
          {percent}
          <small>%</small>
        </b>
        {seconds !== undefined && (
          <span className={styles.seconds}>
            {t('{seconds} s', { seconds: Math.ceil(seconds) })}
          </span>
        )}
      </div>
      {children !== undefined && <div className={styles.slot}>{children}</div>}
    </div>
  );
}
