import { MinusIcon, PlusIcon } from '../../ui/icons.tsx';
import { type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DEFAULT_BATCH_SIZE } from '../../core/constants.ts';
import { type ErrorCode, errorCode, SENTENCES } from '../../core/errors.ts';
import { BACKGROUND_IDS, BACKGROUND_LABELS, type BackgroundId, STYLE_IDS, STYLE_LABELS, type StyleId } from '../../core/looks.ts';
import type { Choices } from '../../state/drafts/index.ts';
import { useGeneration } from '../../state/generation/index.ts';
import { useScope } from '../../state/scope.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { ChipPicture } from './chips.tsx';
import styles from './generate-dialog.module.css';
import type { Chips } from './use-chips.ts';

export interface GenerateDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly draftId: string;
  readonly choices: Choices;
  readonly chips: Chips;
  readonly credits: number;
}

/** How many, in which styles and on which backgrounds: then the batch begins. */
export const GenerateDialog = ({ open, onClose, ...rest }: GenerateDialogProps) => (
  <Dialog open={open} onClose={onClose} title="Generate avatars">
    <Order {...rest} />
  </Dialog>
);

function Order({ draftId, choices, chips, credits }: Omit<GenerateDialogProps, 'open' | 'onClose'>) {
  const navigate = useNavigate();
  const generation = useGeneration();
  const scope = useScope();
  const [count, setCount] = useState(Math.min(DEFAULT_BATCH_SIZE, credits));
  const [styleIds, setStyleIds] = useState<readonly StyleId[]>([choices.style]);
  const [backgroundIds, setBackgroundIds] = useState<readonly BackgroundId[]>([choices.background]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorCode>();
  const field = useId();
  const clamp = (value: number): number => Math.min(credits, Math.max(1, Math.trunc(value) || 1));

  const begin = async (): Promise<void> => {
    if (!scope) return;
    setBusy(true);
    setError(undefined);
    try {
      await generation.start({ draftId, count: clamp(count), styles: styleIds, backgrounds: backgroundIds }, scope);
      await navigate('/dashboard');
    } catch (failure) {
      setError(errorCode(failure));
      setBusy(false);
    }
  };

  return (
    <form
      className={styles['order']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void begin();
      }}
    >
      <div className={styles['count']}>
        <label htmlFor={field}>How many</label>
        <div className={styles['stepper']}>
          <Button size="small" aria-label="One fewer" disabled={count <= 1} onClick={() => setCount(clamp(count - 1))}>
            <MinusIcon size={18} strokeWidth={1.7} aria-hidden="true" />
          </Button>
          <input
            id={field}
            type="number"
            inputMode="numeric"
            min={1}
            max={credits}
            value={count === 0 ? '' : count}
            onChange={(event) => setCount(Math.min(credits, Math.max(0, Math.trunc(Number(event.target.value)) || 0)))}
            onBlur={() => setCount(clamp(count))}
          />
          <Button size="small" aria-label="One more" disabled={count >= credits} onClick={() => setCount(clamp(count + 1))}>
            <PlusIcon size={18} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        </div>
      </div>
      <Several title="Styles" ids={STYLE_IDS} labels={STYLE_LABELS} chosen={styleIds} onChange={setStyleIds} pictures={chips.styles} />
      <Several
        title="Backgrounds"
        ids={BACKGROUND_IDS}
        labels={BACKGROUND_LABELS}
        chosen={backgroundIds}
        onChange={setBackgroundIds}
        pictures={chips.backgrounds}
      />
      {error && <ErrorNote what={SENTENCES[error]} />}
      <div className={styles['foot']}>
        <Button look="accent" type="submit" wide busy={busy}>
          {busy ? 'Starting' : `Generate ${clamp(count).toLocaleString('en')} ${clamp(count) === 1 ? 'avatar' : 'avatars'}`}
        </Button>
        <p>
          Uses {clamp(count).toLocaleString('en')} of {credits.toLocaleString('en')} credits. What can’t be made gives its
          credit back. Your photo is deleted when they are done.
        </p>
      </div>
    </form>
  );
}

interface SeveralProps<Id extends string> {
  readonly title: ReactNode;
  readonly ids: readonly Id[];
  readonly labels: Readonly<Record<Id, string>>;
  readonly pictures: Readonly<Partial<Record<Id, Blob>>>;
  readonly chosen: readonly Id[];
  readonly onChange: (chosen: readonly Id[]) => void;
}

/** At least one of six. */
function Several<Id extends string>({ title, ids, labels, pictures, chosen, onChange }: SeveralProps<Id>) {
  return (
    <fieldset className={styles['several']}>
      <legend>{title}</legend>
      <div>
        {ids.map((id) => (
          <label key={id} title={labels[id]}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={() => {
                const next = ids.filter((other) => chosen.includes(other) !== (other === id));
                if (next.length > 0) onChange(next);
              }}
            />
            <ChipPicture picture={pictures[id]} />
            <span>{labels[id]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
