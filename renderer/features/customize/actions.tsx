import { useDrafts, type DraftState } from '../../state/drafts/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { RenewIcon } from '../../ui/icons.tsx';
import t from '../../ui/type.module.css';
import styles from './actions.module.css';

export interface ActionsProps {
  readonly draft: DraftState;
  readonly credits: number;
  readonly onGenerate: () => void;
}

/**
 * Previews are free and come first; with credits the pictures are one step away, else the payment.
 * Without a photo the one action is on the stage, so nothing here is accented.
 */
export function Actions({ draft, credits, onGenerate }: ActionsProps) {
  const drafts = useDrafts();
  const ready = draft.phase === 'ready';
  return (
    <div className={styles.actions}>
      <div className={styles.again}>
        <Button
          wide
          disabled={!ready}
          onClick={() => drafts.regenerate()}
          aria-label="Regenerate Preview"
        >
          <RenewIcon className={styles.icon} size={20} strokeWidth={1.7} aria-hidden="true" />
          <span className={styles.words}>Regenerate Preview</span>
        </Button>
      </div>
      {credits > 0 ? (
        <>
          <Button look="accent" wide disabled={!ready} onClick={onGenerate}>
            Generate avatars
          </Button>
          <ButtonLink to="/pricing" wide className={cx(styles.second)}>
            Proceed to Secure Payment
          </ButtonLink>
        </>
      ) : (
        <ButtonLink to="/pricing" look={ready ? 'accent' : 'outline'} wide>
          Proceed to Secure Payment
        </ButtonLink>
      )}
      <p className={cx(styles.note, t.small, t.quiet)}>
        {credits > 0
          ? `${credits.toLocaleString('en')} credits left. Previews are free; a kept avatar uses one.`
          : 'Previews are free. A kept avatar uses one credit.'}
      </p>
    </div>
  );
}
