import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';

import { t } from '../../i18n/index.ts';
import { TextButton } from '../../ui/button.tsx';
import { cx } from '../../ui/shared.ts';
import { newGesture } from '../../ui/slider.tsx';
import styles from './light.module.css';
import surfaces from './surface.module.css';

/** The ring's radius, in per cent of the picture's width. */
const RADIUS = 43;
const STEP = 5;
const LEAP = 15;
/** Where the lamp is shown while the style places the light, in degrees. */
const AT_REST = 135;

/** Whole degrees from 0 to 359: 0 is right, counter-clockwise. */
export const wrapAngle = (degrees: number): number => ((Math.round(degrees) % 360) + 360) % 360;

const SIDES = [
  t('from the right'),
  t('from the upper right'),
  t('from above'),
  t('from the upper left'),
  t('from the left'),
  t('from the lower left'),
  t('from below'),
  t('from the lower right'),
] as const;
export const lightWords = (angle: number): string =>
  SIDES[Math.round(wrapAngle(angle) / 45) % 8] ?? SIDES[0];

export interface LightProps {
  /** Undefined: the style places the light. */
  readonly angle: number | undefined;
  readonly onChange: (angle: number | undefined, gesture?: string) => void;
}

/** A lamp on a ring around the person: drag it, tap the ring, or turn it with the arrow keys. */
export function LightRing({
  angle,
  onChange,
  picture,
  label,
}: LightProps & { readonly picture: string; readonly label: string }) {
  const ring = useRef<HTMLDivElement>(null);
  const gesture = useRef<string>(undefined);
  const shown = angle ?? AT_REST;
  const radians = (shown * Math.PI) / 180;

  const follow = (event: PointerEvent): void => {
    const box = ring.current?.getBoundingClientRect();
    if (!box || gesture.current === undefined) return;
    const [x, y] = [
      event.clientX - box.left - box.width / 2,
      event.clientY - box.top - box.height / 2,
    ];
    onChange(wrapAngle((Math.atan2(-y, x) * 180) / Math.PI), gesture.current);
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? LEAP : STEP;
    const turn = {
      ArrowLeft: step,
      ArrowUp: step,
      ArrowRight: -step,
      ArrowDown: -step,
      PageUp: LEAP,
      PageDown: -LEAP,
    }[event.key];
    if (turn === undefined) return;
    event.preventDefault();
    if (!event.repeat) gesture.current = newGesture('light');
    onChange(wrapAngle(shown + turn), gesture.current);
  };

  return (
    <div
      ref={ring}
      className={cx(surfaces.surface, styles.ring)}
      style={
        {
          '--x': `${String(50 + RADIUS * Math.cos(radians))}%`,
          '--y': `${String(50 - RADIUS * Math.sin(radians))}%`,
          '--turn': `${String(-shown)}deg`,
        } as CSSProperties
      }
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        gesture.current = newGesture('light');
        follow(event);
      }}
      onPointerMove={(event) =>
        event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)
      }
    >
      <img
        className={surfaces.picture}
        src={picture}
        alt={t('You in the style {style}', { style: label })}
        draggable={false}
      />
      <i className={styles.beam} aria-hidden="true" />
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className={styles.under} cx="50" cy="50" r={RADIUS} />
        <circle className={styles.over} cx="50" cy="50" r={RADIUS} />
      </svg>
      <div
        className={cx(surfaces.grip, styles.lamp)}
        data-own={angle !== undefined}
        role="slider"
        tabIndex={0}
        aria-label={t('Direction of the light')}
        aria-valuemin={0}
        aria-valuemax={359}
        aria-valuenow={shown}
        aria-valuetext={
          angle === undefined
            ? t('chosen by the style')
            : t('{side}, {angle, plural, one {# degree} other {# degrees}}', {
                side: lightWords(angle),
                angle,
              })
        }
        onKeyDown={keyDown}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <circle cx="12" cy="12" r="4.2" />
          <path d="M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1" />
        </svg>
      </div>
    </div>
  );
}

export const LightControls = ({ angle, onChange }: LightProps) => (
  <div className={styles.controls}>
    <p>
      {angle === undefined
        ? t(
            'Light: automatic. Drag the lamp round the picture to change it, or use the arrow keys.',
          )
        : t('Light {side}', { side: lightWords(angle) })}
      {angle !== undefined && <span>{angle}°</span>}
    </p>
    <TextButton disabled={angle === undefined} onClick={() => onChange(undefined)}>
      {t('Reset')}
    </TextButton>
  </div>
);
