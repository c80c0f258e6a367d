import { useRef } from 'react';

import { GRADIENT_NAMES, GRADIENTS, type GradientName } from '../../core/gradients.ts';
import { t } from '../../i18n/index.ts';
import { groundOfFile } from '../../state/drafts/index.ts';
import { usePorts } from '../../state/ports.ts';
import { unlessAborted, useAction } from '../../state/use-async.ts';
import { Button, FileButton } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { newGesture } from '../../ui/slider.tsx';
import { useLongWork } from '../parts/use-long-work.ts';
import styles from './backgrounds.module.css';

interface OwnGroundProps {
  readonly value: string | undefined;
  readonly onChange: (picture: string | undefined) => void;
}

/** The user's own picture behind the person, out of focus. It is part of the recipe. */
export function OwnGround({ value, onChange }: OwnGroundProps) {
  const { engine } = usePorts();
  const work = useLongWork();
  const { busy, problem, run } = useAction(unlessAborted);

  const take = async (file: File, signal: AbortSignal): Promise<void> => {
    const picture = await groundOfFile(await engine(), file, signal);
    if (!signal.aborted) onChange(picture);
  };

  return (
    <div className={cx(ui.wrap3, styles.ownPicture)}>
      <FileButton
        label={t('Your own picture as background')}
        accept="image/*"
        size="small"
        busy={busy}
        onFiles={([file]) => run(() => work.run(({ signal }) => take(file, signal)))}
      >
        {value === undefined ? t('Your own picture') : t('Another picture')}
      </FileButton>
      {value !== undefined && (
        <Button size="small" onClick={() => onChange(undefined)}>
          {t('Remove the picture')}
        </Button>
      )}
      <p className={cx(ui.small, ui.quiet)}>
        {value === undefined
          ? t('You can put a picture of your own behind you, out of focus.')
          : t('Your picture is behind you, out of focus. It stays on this device.')}
      </p>
      {problem !== undefined && <ErrorNote what={problem} />}
    </div>
  );
}

/** Flattering grounds: muted, single hue, light to dark. */
const SWATCHES = [
  ['#d9a24a', t('Ochre')],
  ['#be5a3c', t('Brick')],
  ['#7f9a86', t('Sage')],
  ['#3f6f7d', t('Petrol')],
  ['#8a86b8', t('Lavender')],
  ['#c9beae', t('Stone')],
  ['#2b2a33', t('Graphite')],
] as const;

interface SolidColorProps {
  readonly value: string | undefined;
  /** True: without a colour, the variation picks one. False: something else is shown instead. */
  readonly matched?: boolean;
  /** `gesture` stays the same for all colours passed while dragging in the system's picker. */
  readonly onChange: (color: string, gesture?: string) => void;
  /** Leaves the colour to the variation. Without it, there always is a colour. */
  readonly onClear?: () => void;
}

/** The ground's colour: a swatch or any other colour. */
export function SolidColor({ value, matched = true, onChange, onClear }: SolidColorProps) {
  const gesture = useRef('');
  return (
    <div className={styles.colors} role="group" aria-label={t('Background colour')}>
      {onClear && (
        <button
          type="button"
          className={styles.solidMatched}
          aria-pressed={matched && value === undefined}
          onClick={onClear}
        >
          {t('Matched')}
        </button>
      )}
      {SWATCHES.map(([color, name]) => (
        <button
          key={color}
          type="button"
          className={styles.swatch}
          style={{ background: color }}
          aria-label={name}
          aria-pressed={value === color}
          onClick={() => onChange(color)}
        >
          {value === color && <CheckIcon size={16} strokeWidth={2.4} aria-hidden="true" />}
        </button>
      ))}
      <label className={styles.own}>
        <input
          type="color"
          value={value ?? SWATCHES[0][0]}
          onClick={() => {
            gesture.current = newGesture('color');
          }}
          onChange={(event) => onChange(event.target.value.toLowerCase(), gesture.current)}
        />
        {t('Custom colour')}
      </label>
    </div>
  );
}

/** The stops as the engine mixes them: in OKLab, from the bottom up. */
const paint = (name: GradientName): string =>
  `linear-gradient(to top in oklab, ${GRADIENTS[name].map(([l, c, h]) => `oklch(${String(l)} ${String(c)} ${String(h)})`).join(', ')})`;

const LABELS: Readonly<Record<GradientName, string>> = {
  dawn: t('Dawn'),
  lagoon: t('Lagoon'),
  orchard: t('Orchard'),
  dusk: t('Dusk'),
  lilac: t('Lilac'),
  ember: t('Ember'),
  glacier: t('Glacier'),
};

export interface GradientPaletteProps {
  /** Undefined: the variation matches the palette to the person. */
  readonly value: string | undefined;
  readonly onChange: (name: GradientName | undefined) => void;
}

/** The gradient's palette: matched to the person, or one of seven. */
export const GradientPalette = ({ value, onChange }: GradientPaletteProps) => (
  <div className={styles.palettes} role="group" aria-label={t('Gradient palette')}>
    <button
      type="button"
      className={styles.matched}
      aria-pressed={value === undefined}
      onClick={() => onChange(undefined)}
    >
      {t('Matched')}
    </button>
    {GRADIENT_NAMES.map((name) => (
      <button
        key={name}
        type="button"
        style={{ backgroundImage: paint(name) }}
        aria-label={LABELS[name]}
        title={LABELS[name]}
        aria-pressed={value === name}
        onClick={() => onChange(name)}
      />
    ))}
  </div>
);
