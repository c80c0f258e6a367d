import { CAMERAS, MOVES, PREMIUM_SECONDS, STYLES_MOST, type Premium } from '../../core/motion.ts';
import { STYLE_IDS, STYLE_LABELS, type StyleId } from '../../core/styles.ts';
import { i18n } from '../../i18n/index.ts';
import { readsLeftwards } from '../../ui/direction.ts';
import { CheckField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import styles from './motion.module.css';
import { CAMERA_LABELS, MOVE_LABELS } from './words.ts';

export const NEW_PREMIUM: Premium = { seconds: 6, moves: ['look'], camera: 'push', styles: [] };

/** The options of a premium animation: its length, head moves, a camera, and other styles. */
export function PremiumChoice({
  own,
  value,
  busy,
  onChange,
}: {
  /** The avatar's own style, which the animation starts and ends with. */
  readonly own: StyleId;
  readonly value: Premium;
  readonly busy: boolean;
  readonly onChange: (value: Premium) => void;
}) {
  const { seconds, moves, camera, styles: through } = value;
  return (
    <>
      <Segmented
        label={i18n.t('Length')}
        options={PREMIUM_SECONDS.map((one) => ({
          id: String(one),
          label: i18n.t('{seconds} s', { seconds: one }),
          disabled: busy,
        }))}
        value={String(seconds)}
        onChange={(one) => onChange({ ...value, seconds: Number(one) })}
      />
      <fieldset className={styles.boxes}>
        <legend>{i18n.t('Moves, one after the other')}</legend>
        {MOVES.map((move) => (
          <CheckField
            key={move}
            label={MOVE_LABELS[move]}
            checked={moves.includes(move)}
            disabled={busy}
            onChange={({ target }) =>
              onChange({
                ...value,
                moves: MOVES.filter((one) => (one === move ? target.checked : moves.includes(one))),
              })
            }
          />
        ))}
      </fieldset>
      <Segmented
        label={i18n.t('Camera')}
        options={CAMERAS.map((one) => ({ id: one, label: CAMERA_LABELS[one], disabled: busy }))}
        value={camera}
        onChange={(one) => onChange({ ...value, camera: one })}
      />
      <fieldset className={styles.boxes}>
        <legend>{i18n.t('Through other styles, in the order you tick them')}</legend>
        {STYLE_IDS.filter((style) => style !== own).map((style) => (
          <CheckField
            key={style}
            label={STYLE_LABELS[style]}
            checked={through.includes(style)}
            disabled={busy || (through.length >= STYLES_MOST - 1 && !through.includes(style))}
            onChange={({ target }) =>
              onChange({
                ...value,
                styles: target.checked
                  ? [...through, style]
                  : through.filter((one) => one !== style),
              })
            }
          />
        ))}
        {through.length > 0 && (
          <p role="status">
            {[own, ...through, own]
              .map((style) => STYLE_LABELS[style])
              .join(readsLeftwards() ? ' ← ' : ' → ')}
          </p>
        )}
      </fieldset>
    </>
  );
}
