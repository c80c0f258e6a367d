import { GRADIENT_NAMES, GRADIENTS, type GradientName } from '../../core/gradients.ts';
import { i18n } from '../../i18n/index.ts';
import styles from './gradient-palette.module.css';

/** The stops as the engine mixes them: in OKLab, from the bottom up. */
const paint = (name: GradientName): string =>
  `linear-gradient(to top in oklab, ${GRADIENTS[name].map(([l, c, h]) => `oklch(${String(l)} ${String(c)} ${String(h)})`).join(', ')})`;

const LABELS: Readonly<Record<GradientName, string>> = {
  dawn: i18n.t('Dawn'),
  lagoon: i18n.t('Lagoon'),
  orchard: i18n.t('Orchard'),
  dusk: i18n.t('Dusk'),
  lilac: i18n.t('Lilac'),
  ember: i18n.t('Ember'),
  glacier: i18n.t('Glacier'),
};

export interface GradientPaletteProps {
  /** Undefined: the variation matches the palette to the person. */
  readonly value: string | undefined;
  readonly onChange: (name: GradientName | undefined) => void;
}

/** The gradient's palette: matched to the person, or one of seven. */
export const GradientPalette = ({ value, onChange }: GradientPaletteProps) => (
  <div className={styles.palettes} role="group" aria-label={i18n.t('Gradient palette')}>
    <button
      type="button"
      className={styles.matched}
      aria-pressed={value === undefined}
      onClick={() => onChange(undefined)}
    >
      {i18n.t('Matched')}
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
