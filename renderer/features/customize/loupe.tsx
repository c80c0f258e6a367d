import { useRef, useState, type CSSProperties } from 'react';

import { i18n } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { CompareIcon } from '../../ui/icons.tsx';
import styles from './loupe.module.css';
import { useLoupe } from './use-loupe.ts';

export interface LoupeProps {
  readonly photo: string;
  readonly picture: string;
  /** What the right side shows, e.g. 'Artistic'. */
  readonly label: string;
  /** The words on it: the style, or what is still being made. */
  readonly state: string;
  /** The picture shows an earlier choice; it turns pale if the next one takes long. */
  readonly stale: boolean;
}

/**
 * Before and after on one picture. The divider follows a drag, a tap or the arrow keys. Holding
 * still, or holding Space, magnifies the place to at least one picture pixel per CSS pixel.
 */
export function Loupe({ photo, picture, label, state, stale }: LoupeProps) {
  const frame = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const { split, zoomAt, surface, grip } = useLoupe(frame);

  // One picture pixel per CSS pixel, but always larger than the whole picture.
  const [natural, setNatural] = useState(1024);
  const [shownWidth, setShownWidth] = useState(840);
  const zoom = Math.max(1.5, natural / shownWidth);
  const measure = (): void => {
    setNatural(image.current?.naturalWidth ?? 1024);
    setShownWidth(frame.current?.clientWidth ?? 840);
  };

  const vars = {
    '--split': `${String(split)}%`,
    '--zoom': zoomAt ? zoom : 1,
    '--x': `${String(zoomAt?.x ?? 50)}%`,
    '--y': `${String(zoomAt?.y ?? 50)}%`,
  } as CSSProperties;

  return (
    <div
      ref={frame}
      className={cx(styles.loupe, zoomAt && styles.zoomed, stale && styles.waiting)}
      style={vars}
      {...surface}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div className={styles.layers}>
        <img src={photo} alt={i18n.t('Your photo')} draggable={false} />
        <div className={styles.after}>
          <img
            ref={image}
            src={picture}
            alt={i18n.t('You in the style {style}', { style: label })}
            draggable={false}
            onLoad={measure}
          />
        </div>
        <i className={styles.line} aria-hidden="true" />
      </div>
      <span className={cx(styles.tag, styles.left, split < 18 && styles.off)} aria-hidden="true">
        {i18n.t('Photo')}
      </span>
      <span className={cx(styles.tag, styles.right, split > 82 && styles.off)} aria-hidden="true">
        {state}
      </span>
      <div
        className={styles.grip}
        role="slider"
        tabIndex={0}
        aria-label={i18n.t('Photo and avatar, before and after')}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(split)}
        aria-valuetext={i18n.t('{percent} % photo', { percent: Math.round(split) })}
        {...grip}
      >
        <CompareIcon size={20} strokeWidth={1.7} aria-hidden="true" />
      </div>
    </div>
  );
}
