import { BACKGROUND_LABELS, STYLE_LABELS } from '../../core/styles.ts';
import { i18n } from '../../i18n/index.ts';
import type { Look } from '../../state/generation/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { cx } from '../../ui/cx.ts';
import styles from './set-frames.module.css';
import { lookKey, useLooks } from './use-looks.ts';

export interface SetFramesProps {
  readonly looks: readonly Look[];
  /** True when the pictures that come first have been made. */
  readonly ready: boolean;
}

/** The first pictures of a set on a small film strip, made from the user's own photos. */
export function SetFrames({ looks, ready }: SetFramesProps) {
  const made = useLooks(looks, ready);
  return (
    <ul
      className={styles.film}
      aria-label={i18n.t('The first {count, plural, one {# picture} other {# pictures}}', {
        count: looks.length,
      })}
    >
      {looks.map((look, index) => (
        <li key={index} className={cx(look.choices.background === 'none' && styles.none)}>
          <Picture
            picture={made.get(lookKey(look))}
            words={i18n.t('{style}, {background} background', {
              style: STYLE_LABELS[look.choices.style],
              background: BACKGROUND_LABELS[look.choices.background],
            })}
          />
        </li>
      ))}
    </ul>
  );
}

function Picture({ picture, words }: { picture: Blob | undefined; words: string }) {
  const url = useObjectUrl(picture);
  return url === undefined ? (
    <span
      role="img"
      aria-label={i18n.t('{look}, developing', { look: words })}
      className={styles.paper}
    />
  ) : (
    <img src={url} alt={words} title={words} draggable={false} />
  );
}
