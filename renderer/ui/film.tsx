import type { ReactNode } from 'react';

import { cx } from './cx.ts';
import styles from './film.module.css';

export interface FilmProps {
  /** What the strip holds, for those who listen. */
  readonly label: string;
  /** Frames in a strip where there is room; three on a tablet, two on a phone. */
  readonly columns?: 3 | 4;
  /** Four frames that belong together: one strip on a tablet too. */
  readonly whole?: boolean;
  /** `Frame`s. */
  readonly children: ReactNode;
}

/**
 * The contact sheet: frames in strips of black film, four across (three on a tablet, two on a phone), captions
 * outside the film. Every frame brings its own piece of film, so that the strips follow the
 * columns and the last one is cut to its frames.
 */
export const Film = ({ label, columns = 4, whole = false, children }: FilmProps) => (
  <ul
    className={cx(styles.film, columns === 3 && styles.three, whole && styles.whole)}
    aria-label={label}
  >
    {children}
  </ul>
);

export interface FrameProps {
  /** Printed above as '▸ n' and below as 'nA'. */
  readonly number: number;
  /** Edge print after 'nA', e.g. 'ARTISTIC'. */
  readonly edge?: string;
  /** Fills the square: an <img>, a <Developing>, or what an unexposed frame offers. */
  readonly picture: ReactNode;
  /** Nothing was shot here yet: a dashed frame. */
  readonly unexposed?: boolean;
  /** The caption, below and outside the film. */
  readonly children?: ReactNode;
}

export const Frame = ({ number, edge, picture, unexposed = false, children }: FrameProps) => (
  <li className={styles.cell}>
    <div className={styles.strip}>
      <p className={styles.print} aria-hidden="true">
        <i className={styles.arrow} /> {number}
        <span className={styles.stock}>LIKENESS 5063</span>
      </p>
      <div className={cx(styles.frame, unexposed && styles.unexposed)}>{picture}</div>
      <p className={styles.print} aria-hidden="true">
        {number}A{edge && <span className={styles.edge}>{edge}</span>}
      </p>
    </div>
    {children !== undefined && <div className={styles.caption}>{children}</div>}
  </li>
);
