import { i18n } from '../../i18n/index.ts';
import { useDrafts, type DraftState } from '../../state/drafts/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { RenewIcon } from '../../ui/icons.tsx';
import t from '../../ui/type.module.css';
import styles from './actions.module.css';

export interface ActionsProps {
  readonly draft: DraftState;
  readonly credits: number;
  /** The plans that include the chosen style, if none of them was bought. */
  readonly locked: string | undefined;
  readonly onGenerate: () => void;
}

/**
 * The screen's main actions. Previews are free and come first. With credits, the pictures are one
 * step away; without, the payment comes first. Without a photo, the stage has the main action, so
 * nothing here is accented.
 */
export function Actions({ draft, credits, locked, onGenerate }: ActionsProps) {
  const drafts = useDrafts();
  const ready = draft.phase === 'ready';
  const plans = locked === undefined ? '/pricing' : `/pricing?style=${draft.choices.style}`;
  return (
    <div className={styles.actions}>
      <div className={styles.again}>
        <Button
          wide
          disabled={!ready}
          onClick={() => drafts.regenerate()}
          aria-label={i18n.t('Regenerate Preview')}
          title={i18n.t('Another light, framing and shade. What you set yourself stays.')}
        >
          <RenewIcon className={styles.icon} size={20} strokeWidth={1.7} aria-hidden="true" />
          <span className={styles.words}>{i18n.t('Regenerate Preview')}</span>
        </Button>
      </div>
      {credits > 0 && locked !== undefined ? (
        <ButtonLink to={plans} variant={ready ? 'accent' : 'outline'} wide>
          {i18n.t('See the plans')}
        </ButtonLink>
      ) : credits > 0 ? (
        <>
          <Button variant="accent" wide disabled={!ready} onClick={onGenerate}>
            {i18n.t('Generate avatars')}
          </Button>
          <ButtonLink to="/pricing" wide className={cx(styles.second)}>
            {i18n.t('Proceed to Secure Payment')}
          </ButtonLink>
        </>
      ) : (
        <ButtonLink to={plans} variant={ready ? 'accent' : 'outline'} wide>
          {i18n.t('Proceed to Secure Payment')}
        </ButtonLink>
      )}
      <p className={cx(styles.note, t.small, t.quiet)}>
        {locked !== undefined && `${locked} ${i18n.t('Preview it for free.')} `}
        {credits > 0
          ? i18n.t(
              '{credits, plural, one {# credit} other {# credits}} left. Previews are free; each finished avatar uses one.',
              { credits },
            )
          : locked === undefined &&
            i18n.t('Previews are free. Each finished avatar uses one credit.')}
      </p>
    </div>
  );
}
