import { GRADIENT_NAMES, GRADIENTS, type GradientName } from '../../core/gradients.ts';
import styles from './gradient-palette.module.css';

/** The stops as the engine mixes them: in OKLab, from the bottom up. */
const paint = (name: GradientName): string =>
  `linear-gradient(to top in oklab, ${GRADIENTS[name].map(([l, c, h]) => `oklch(${String(l)} ${String(c)} ${String(h)})`).join(', ')})`;

const label = (name: GradientName): string => name.charAt(0).toUpperCase() + name.slice(1);

export interface GradientPaletteProps {
  /** Undefined: the variation matches the palette to the person. */
  readonly value: string | undefined;
  readonly onChange: (name: GradientName | undefined) => void;
}

/** The gradient's palette: matched to the person, or one of seven. */
export const GradientPalette = ({ value, onChange }: GradientPaletteProps) => (
  <div className={styles.palettes} role="group" aria-label="Gradient palette">
    <button
      type="button"
      className={styles.matched}
      aria-pressed={value === undefined}
      onClick={() => onChange(undefined)}
    >
      Matched
    </button>
    {GRADIENT_NAMES.map((name) => (
      <button
        key={name}
        type="button"
        style={{ backgroundImage: paint(name) }}
        aria-label={label(name)}
        title={label(name)}
        aria-pressed={value === name}
        onClick={() => onChange(name)}
      />
    ))}
  </div>
);
