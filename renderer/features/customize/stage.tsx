import { SENTENCES } from '../../core/errors.ts';
import { STYLE_LABELS } from '../../core/looks.ts';
import { type DraftState, useDrafts } from '../../state/drafts/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Developing } from '../../ui/developing.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { EmptyStage } from './empty-stage.tsx';
import { Loupe } from './loupe.tsx';
import styles from './stage.module.css';
import type { Preview, PreviewState } from './use-preview.ts';

const bringIntoView = (element: Element | null): void => element?.scrollIntoView({ block: 'nearest' });

/** The sunk stage: the photo's name above, the picture, what one can do with it below. */
export function Stage({ draft, view, onRetry }: { draft: DraftState; view: PreviewState; onRetry: () => void }) {
  const drafts = useDrafts();
  const { phase } = draft;
  const shown = phase === 'ready' ? draft.draft : undefined;
  return (
    <section className={styles['stage']} aria-label="Preview">
      <div className={styles['held']}>
        <div className={styles['bar']}>
          {shown ? (
            <>
              <p className={cx(t['mono'], t['small'], styles['file'])}>
                <b>{shown.fileName}</b>{' '}
                <span className={t['quiet']}>
                  <span className={styles['wide']}>
                    {shown.width} × {shown.height},{' '}
                  </span>
                  on this device only
                </span>
              </p>
              <TextButton className={t['small']} onClick={() => void drafts.clear()}>
                Clear photo
              </TextButton>
            </>
          ) : (
            <p className={cx(t['mono'], t['small'], t['quiet'])}>
              {phase === 'importing' ? 'Reading your photo on this device' : 'Nothing is uploaded'}
            </p>
          )}
        </div>
        {draft.error && (
          <div key={draft.error} className={styles['error']} ref={bringIntoView}>
            <ErrorNote
              what={SENTENCES[draft.error]}
              actions={
                <Button size="small" onClick={() => void drafts.pick()}>
                  Choose another photo
                </Button>
              }
            />
          </div>
        )}
        <div className={cx(styles['canvas'], phase !== 'empty' && styles['print'])}>
          <Canvas draft={draft} view={view} />
        </div>
        {view.error && phase === 'ready' && (
          <div className={styles['error']} ref={bringIntoView}>
            <ErrorNote
              what={SENTENCES[view.error]}
              actions={
                <Button size="small" onClick={onRetry}>
                  Try again
                </Button>
              }
            />
          </div>
        )}
        {phase === 'ready' && view.preview && (
          <div className={cx(styles['bar'], styles['foot'], t['small'], t['quiet'])}>
            <span className={styles['mouse']}>Drag the handle, or use ← and →. Hold for 100 %.</span>
            <span className={styles['finger']}>Drag or tap to compare. Hold for 100 %.</span>
            {view.preview.likeness !== undefined && (
              <span className={cx(t['mono'], styles['likeness'])} title="How closely the face in the picture matches the photo; 1 is the same">
                likeness {view.preview.likeness.toFixed(2)}
              </span>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

function Canvas({ draft, view }: { draft: DraftState; view: PreviewState }) {
  const drafts = useDrafts();
  const early = useObjectUrl(draft.phase === 'importing' ? draft.incoming : draft.photo);
  switch (draft.phase) {
    case 'starting':
      return <div className={styles['blank']} />;
    case 'empty':
      return <EmptyStage />;
    case 'importing':
      return (
        <Developing label="Reading your photo" src={early} done={draft.progress}>
          <Button size="small" className={cx(styles['cancel'])} onClick={() => drafts.cancelImport()}>
            Cancel
          </Button>
        </Developing>
      );
    case 'ready':
      return view.preview ? (
        <Compared preview={view.preview} done={view.done} />
      ) : (
        <Developing label={`Developing ${STYLE_LABELS[draft.choices.style]}`} src={early} done={view.error ? 0 : view.done} />
      );
  }
}

function Compared({ preview, done }: { preview: Preview; done: number }) {
  const photo = useObjectUrl(preview.photo);
  const picture = useObjectUrl(preview.picture);
  if (photo === undefined || picture === undefined) return <div className={styles['blank']} />;
  return <Loupe photo={photo} picture={picture} label={STYLE_LABELS[preview.recipe.style]} done={done} />;
}
