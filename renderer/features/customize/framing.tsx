import { useRef, type CSSProperties } from 'react';

import { boundCrop, CROP_LIMITS, isNoCrop, NO_CROP, type Crop } from '../../core/crop.ts';
import { formatNumber } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import { ArrowIcon } from '../../ui/icons.tsx';
import { Slider } from '../../ui/slider.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import styles from './framing.module.css';
import { useFraming } from './use-framing.ts';

export interface FramingProps {
  readonly crop: Crop;
  readonly onChange: (crop: Crop, gesture?: string) => void;
}

/** The picture while it is framed, below a grid of thirds. */
export function FramingSurface({
  crop,
  onChange,
  picture,
  label,
}: FramingProps & { readonly picture: string; readonly label: string }) {
  const surface = useRef<HTMLDivElement>(null);
  const hands = useFraming(surface, crop, onChange);
  return (
    <div
      ref={surface}
      className={styles.surface}
      role="group"
      tabIndex={0}
      aria-label={i18n.t('Framing: arrow keys move, plus and minus zoom, the square brackets tilt')}
      {...hands}
    >
      <img
        src={picture}
        alt={i18n.t('You in the style {style}', { style: label })}
        draggable={false}
      />
      <i className={styles.grid} aria-hidden="true" />
    </div>
  );
}

const DIRECTIONS = [
  [i18n.t('Move left'), { x: -1, y: 0 }, -90],
  [i18n.t('Move up'), { x: 0, y: -1 }, 0],
  [i18n.t('Move down'), { x: 0, y: 1 }, 180],
  [i18n.t('Move right'), { x: 1, y: 0 }, 90],
] as const;
const NUDGE = 0.02;
const ROLL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** The same with buttons and sliders, for people who find dragging hard. */
export const FramingControls = ({ crop, onChange }: FramingProps) => (
  <div className={styles.controls}>
    <div className={styles.pad} role="group" aria-label={i18n.t('Position')}>
      {DIRECTIONS.map(([name, { x, y }, angle]) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          onClick={() =>
            onChange(boundCrop({ ...crop, x: crop.x + x * NUDGE, y: crop.y + y * NUDGE }))
          }
        >
          <ArrowIcon
            size={16}
            strokeWidth={1.7}
            style={{ '--angle': `${String(angle)}deg` } as CSSProperties}
          />
        </button>
      ))}
    </div>
    <Slider
      label={i18n.t('Zoom')}
      min={CROP_LIMITS.zoom[0]}
      max={CROP_LIMITS.zoom[1]}
      step={0.01}
      origin={NO_CROP.zoom}
      value={crop.zoom}
      text={i18n.t('{percent} %', { percent: Math.round(crop.zoom * 100) })}
      onChange={(zoom, gesture) => onChange(boundCrop({ ...crop, zoom }), gesture)}
    />
    <Slider
      label={i18n.t('Tilt')}
      min={CROP_LIMITS.roll[0]}
      max={CROP_LIMITS.roll[1]}
      step={0.5}
      origin={NO_CROP.roll}
      value={crop.roll}
      text={`${formatNumber(crop.roll, ROLL).replace('-', '−')}°`}
      onChange={(roll, gesture) => onChange(boundCrop({ ...crop, roll }), gesture)}
    />
    <TextButton disabled={isNoCrop(crop)} onClick={() => onChange(NO_CROP)}>
      {i18n.t('Reset')}
    </TextButton>
  </div>
);
