import type { ComponentProps, CSSProperties, ReactNode, Ref } from 'react';

import styles from './film.module.css';
import { cx } from './shared.ts';

export interface FilmProps {
  /** What the strip holds, for screen readers. */
  readonly label: string;
  /** Frames per row on a wide screen. Tablets show three, phones two. */
  readonly columns?: 3 | 4;
  /** Four frames that belong together: they stay one strip on a tablet too. */
  readonly whole?: boolean;
  /** Half size, with a one-line caption. */
  readonly dense?: boolean;
  /**
   * For a virtual list, which renders only some of its frames. It sets the columns as `--columns`.
   */
  readonly list?: ComponentProps<'ul'> & {
    readonly style: CSSProperties & Record<'--columns', number>;
  };
  /** `Frame` elements. */
  readonly children: ReactNode;
}

/**
 * The contact sheet: frames in strips of black film, four across (three on a tablet, two on a
 * phone), with captions below the film. Every frame draws its own piece of film, so that strips
 * adapt to the columns and the last one ends with its last frame.
 */
export const Film = ({
  label,
  columns = 4,
  whole = false,
  dense = false,
  list,
  children,
}: FilmProps) => (
  <ul
    {...list}
    className={cx(
      styles.film,
      columns === 3 && styles.three,
      whole && styles.whole,
      dense && styles.dense,
      list && styles.part,
    )}
    aria-label={label}
  >
    {children}
  </ul>
);

/** A frame's position in a virtual list. */
export interface Place {
  readonly at: number;
  readonly of: number;
  readonly row: number;
  /** Set on the first frame of a row. */
  readonly measure?: Ref<HTMLLIElement> | undefined;
}

export interface FrameProps {
  readonly place?: Place | undefined;
  /** Printed above as '▸ n' and below as 'nA'. */
  readonly number: number;
  /** Edge print after 'nA', e.g. 'ARTISTIC'. */
  readonly edge?: string;
  /** Fills the square: an <img>, a <Developing>, or an empty frame's content. */
  readonly picture: ReactNode;
  /** There is no picture yet: the frame is dashed. */
  readonly unexposed?: boolean;
  /** The caption, below the film. */
  readonly children?: ReactNode;
}

export const Frame = ({
  place,
  number,
  edge,
  picture,
  unexposed = false,
  children,
}: FrameProps) => (
  <li
    className={styles.cell}
    {...(place && {
      ref: place.measure,
      'aria-posinset': place.at + 1,
      'aria-setsize': place.of,
      'data-at': place.at,
      'data-index': place.row,
    })}
  >
    <div className={styles.strip}>
      <p className={styles.print} aria-hidden="true">
        <i className={styles.arrow} /> {number}
        <span className={styles.stock}>LIKENESS 5063</span>
      </p>
      <div className={cx(styles.frame, unexposed && styles.unexposed)}>{picture}</div>
      <p className={styles.print} aria-hidden="true">
        {number}A
        {edge && (
          <span className={styles.edge} title={edge}>
            {edge}
          </span>
        )}
      </p>
    </div>
    {children !== undefined && <div className={styles.caption}>{children}</div>}
  </li>
);
