import { useId, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';

import type { AvatarSize } from '../../core/avatars.ts';
import { errorCode, SENTENCES, type ErrorCode } from '../../core/errors.ts';
import {
  BACKGROUND_IDS,
  BACKGROUND_LABELS,
  STYLE_IDS,
  STYLE_LABELS,
  type BackgroundId,
  type StyleId,
} from '../../core/styles.ts';
import type { PhotoAnalysis } from '../../ports/engine.ts';
import type { DraftState } from '../../state/drafts/index.ts';
import { useGeneration } from '../../state/generation/index.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { useScope } from '../../state/scope.ts';
import { avatarSizeAtom, settingsAtom } from '../../state/settings.ts';
import { Button } from '../../ui/button.tsx';
import cover from '../../ui/cover.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { MinusIcon, PlusIcon } from '../../ui/icons.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ChipPicture } from './chips.tsx';
import styles from './generate-dialog.module.css';
import { SizeChoice } from './size-choice.tsx';
import type { Chips } from './use-chips.ts';

export interface GenerateDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly draft: DraftState;
  readonly analysis: PhotoAnalysis | undefined;
  readonly chips: Chips;
  readonly credits: number;
}

/** How many, in which styles and on which backgrounds: then the batch begins. */
export const GenerateDialog = ({ open, onClose, ...rest }: GenerateDialogProps) => (
  <Dialog open={open} onClose={onClose} title="Generate avatars">
    <Order {...rest} />
  </Dialog>
);

function Order({ draft, analysis, chips, credits }: Omit<GenerateDialogProps, 'open' | 'onClose'>) {
  const navigate = useNavigate();
  const generation = useGeneration();
  const scope = useScope();
  const { choices, entries } = draft;
  const [all, setAll] = useState(false);
  const size = useAtomValue(avatarSizeAtom);
  const settings = useAtomValue(settingsAtom);
  const [count, setCount] = useState(Math.min(Number(settings.count), credits));
  /** Batches that have begun: a second try after a failure doesn't begin them again. */
  const begun = useRef(new Set<string>());
  const [styleIds, setStyleIds] = useState<readonly StyleId[]>([choices.style]);
  const [backgroundIds, setBackgroundIds] = useState<readonly BackgroundId[]>([choices.background]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorCode>();
  const field = useId();
  const photos = all ? entries.map((entry) => entry.draft) : draft.draft ? [draft.draft] : [];
  const most = Math.max(1, Math.floor(credits / Math.max(1, photos.length)));
  const clamp = (value: number): number => Math.min(most, Math.max(1, Math.trunc(value) || 1));
  const total = clamp(count) * photos.length;
  // One photo among several may have less detail: its batch keeps to what it has.
  const largest: AvatarSize = Math.max(
    analysis?.maxSize ?? 1024,
    ...photos.map(({ maxSize }) => maxSize ?? 1024),
  ) as AvatarSize;
  const chosen: AvatarSize = Math.min(size, largest) as AvatarSize;

  const begin = async (): Promise<void> => {
    if (!scope) return;
    setBusy(true);
    setError(undefined);
    try {
      for (const { id } of photos) {
        if (begun.current.has(id)) continue;
        await generation.start(
          {
            draftId: id,
            count: clamp(count),
            styles: styleIds,
            backgrounds: backgroundIds,
            size: chosen,
          },
          scope,
        );
        begun.current.add(id);
      }
      await navigate('/dashboard');
    } catch (failure) {
      setError(errorCode(failure));
      setBusy(false);
    }
  };

  return (
    <form
      className={styles.order}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void begin();
      }}
    >
      {entries.length > 1 && (
        <Segmented
          label="Photos"
          options={[
            { id: 'one', label: 'This photo' },
            {
              id: 'all',
              label: entries.length === 2 ? 'Both photos' : `All ${String(entries.length)} photos`,
              disabled: credits < entries.length,
            },
          ]}
          value={all ? 'all' : 'one'}
          onChange={(which) => setAll(which === 'all')}
        />
      )}
      <div className={styles.count}>
        <label htmlFor={field}>{all ? 'How many of each' : 'How many'}</label>
        <div className={styles.stepper}>
          <Button
            size="small"
            aria-label="One fewer"
            disabled={count <= 1}
            onClick={() => setCount(clamp(count - 1))}
          >
            <MinusIcon size={18} strokeWidth={1.7} aria-hidden="true" />
          </Button>
          <input
            id={field}
            type="number"
            inputMode="numeric"
            min={1}
            max={most}
            value={count === 0 ? '' : count}
            onChange={(event) =>
              setCount(Math.min(most, Math.max(0, Math.trunc(Number(event.target.value)) || 0)))
            }
            onBlur={() => setCount(clamp(count))}
          />
          <Button
            size="small"
            aria-label="One more"
            disabled={count >= most}
            onClick={() => setCount(clamp(count + 1))}
          >
            <PlusIcon size={18} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        </div>
      </div>
      <Several
        title="Styles"
        ids={STYLE_IDS}
        labels={STYLE_LABELS}
        chosen={styleIds}
        onChange={setStyleIds}
        pictures={chips.styles}
      />
      <Several
        title="Backgrounds"
        ids={BACKGROUND_IDS}
        labels={BACKGROUND_LABELS}
        chosen={backgroundIds}
        onChange={setBackgroundIds}
        pictures={chips.backgrounds}
      />
      <SizeChoice
        largest={largest}
        large={
          all
            ? 'For large prints. A photo with less detail keeps to 1024.'
            : 'For large prints; each takes about four times as long.'
        }
      />
      {error && <ErrorNote what={SENTENCES[error]} />}
      <div className={styles.foot}>
        <Button look="accent" type="submit" wide busy={busy}>
          {busy
            ? 'Starting'
            : `Generate ${total.toLocaleString('en')} ${total === 1 ? 'avatar' : 'avatars'}`}
        </Button>
        <p>
          Uses {total.toLocaleString('en')} of {credits.toLocaleString('en')} credits. What can’t be
          made gives its credit back.{' '}
          {all
            ? 'Each photo keeps its own framing, light and colours, and is deleted when its avatars are done.'
            : 'Your photo is deleted when they are done.'}
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
function Several<Id extends string>({
  title,
  ids,
  labels,
  pictures,
  chosen,
  onChange,
}: SeveralProps<Id>) {
  return (
    <fieldset className={styles.several}>
      <legend>{title}</legend>
      <div>
        {ids.map((id) => (
          <label key={id} title={labels[id]}>
            <input
              className={cover.cover}
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
