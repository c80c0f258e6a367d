import { useSetAtom } from 'jotai';
import { useState } from 'react';

import { SENTENCES } from '../../core/errors.ts';
import { BACKGROUND_LABELS, STYLE_LABELS } from '../../core/styles.ts';
import { i18n } from '../../i18n/index.ts';
import { useDrafts, type DraftState, type Refused } from '../../state/drafts/index.ts';
import { undoableAtom } from '../../state/library/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Developing } from '../../ui/developing.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { Trans } from '../../ui/trans.tsx';
import t from '../../ui/type.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { CutOutVerdict } from '../parts/cut-out-verdict.tsx';
import { EngineFetching } from '../parts/engine-fetching.tsx';
import { UndoNote } from '../parts/undo-note.tsx';
import { BrushSurface } from './brush.tsx';
import { DraftStrip } from './draft-strip.tsx';
import { EmptyStage } from './empty-stage.tsx';
import { FramingSurface } from './framing.tsx';
import { LightRing } from './light.tsx';
import { Loupe } from './loupe.tsx';
import type { Preview, PreviewState } from './previewer.ts';
import styles from './stage.module.css';
import { Tools, useFinish, type Tool } from './tools.tsx';
import { useLastUrl } from './use-last-url.ts';

const bringIntoView = (element: Element | null): void =>
  element?.scrollIntoView({ block: 'nearest' });

/** The recessed stage: the photo's name above, the picture, its tools below. */
export function Stage({
  draft,
  view,
  onRetry,
  mending,
}: {
  draft: DraftState;
  view: PreviewState;
  onRetry: () => void;
  /** Begins with the brush. */
  mending: boolean;
}) {
  const drafts = useDrafts();
  const setUndoable = useSetAtom(undoableAtom);
  const { phase } = draft;
  const [tool, setTool] = useState<Tool>(mending ? 'cut-out' : 'compare');
  const { preview } = view;
  const photo = useLastUrl(preview?.photo);
  const picture = useLastUrl(preview?.picture);
  const complete = view.done === 1 && picture.of === preview?.picture;
  const shrinking = draft.incoming[0]?.shrinking === true;
  const shown = phase === 'ready' ? draft.draft : undefined;
  const several =
    draft.entries.length + (phase === 'importing' ? 0 : draft.incoming.length) > 1 &&
    phase !== 'starting';
  return (
    <section
      className={styles.stage}
      aria-label={i18n.t('Preview')}
      aria-busy={phase === 'importing' || (phase === 'ready' && !complete)}
    >
      <UndoNote />
      <div className={cx(styles.held, several && styles.several)}>
        <div className={styles.bar}>
          {shown ? (
            <>
              <p className={cx(t.mono, t.small, styles.file)} title={shown.fileName}>
                <b dir="auto">{shown.fileName}</b>{' '}
                <span className={t.quiet}>
                  <Trans
                    id="<span>{width} × {height}, </span>on this device only"
                    values={{ width: shown.width, height: shown.height }}
                    components={{ span: <span className={styles.wide} /> }}
                  />
                </span>
              </p>
              <span className={cx(styles.actions, t.small)}>
                {!several && (
                  <TextButton onClick={() => void drafts.pick()}>{i18n.t('Add photos')}</TextButton>
                )}
                <TextButton
                  onClick={() =>
                    void drafts.clear().then((undo) => {
                      const words = i18n.t('{name} was deleted', { name: shown.fileName });
                      setUndoable(undo && { words, undo });
                    })
                  }
                >
                  {i18n.t('Clear photo')}
                </TextButton>
              </span>
            </>
          ) : (
            <p className={cx(t.mono, t.small, t.quiet)} role="status">
              {phase === 'importing'
                ? shrinking
                  ? i18n.t('A large photo: it is being made smaller on this device')
                  : i18n.t('Reading your photo on this device')
                : i18n.t('Nothing is uploaded')}
            </p>
          )}
        </div>
        {(phase === 'importing' || (phase === 'ready' && view.done < 1)) && (
          <EngineFetching className={styles.fetching} />
        )}
        {draft.refused.length > 0 && (
          <div key={draft.refused.length} className={styles.error} ref={bringIntoView}>
            <RefusedPhotos refused={draft.refused} />
          </div>
        )}
        <div className={styles.surface}>
          {several && <DraftStrip draft={draft} />}
          <div
            className={cx(
              styles.canvas,
              phase === 'empty' || phase === 'starting' ? styles.tall : styles.print,
            )}
          >
            <Canvas draft={draft} view={view} tool={tool} photo={photo.url} picture={picture.url} />
          </div>
        </div>
        <VisuallyHidden>
          <span role="status">
            {preview &&
              view.done === 1 &&
              i18n.t('Preview ready: {style}, background {background}', {
                style: STYLE_LABELS[draft.choices.style],
                background: BACKGROUND_LABELS[draft.choices.background],
              })}
          </span>
        </VisuallyHidden>
        {view.error && phase === 'ready' && (
          <div className={styles.error} ref={bringIntoView}>
            <ErrorNote
              what={SENTENCES[view.error]}
              actions={
                <Button size="small" onClick={onRetry}>
                  {i18n.t('Try again')}
                </Button>
              }
            />
          </div>
        )}
        {phase === 'ready' && preview ? (
          <Tools draft={draft} tool={tool} onTool={setTool} preview={preview} />
        ) : (
          (phase === 'ready' || phase === 'importing') && <div className={styles.room} />
        )}
        {shown && preview && tool !== 'cut-out' && (
          <div className={styles.verdict}>
            <CutOutVerdict
              draft={shown}
              actions={
                <Button size="small" onClick={() => setTool('cut-out')}>
                  {i18n.t('Fix with the brush')}
                </Button>
              }
            />
          </div>
        )}
      </div>
    </section>
  );
}

function RefusedPhotos({ refused }: { readonly refused: readonly Refused[] }) {
  const drafts = useDrafts();
  const actions = (
    <>
      <Button size="small" onClick={() => void drafts.pick()}>
        {i18n.t('Choose another photo')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => drafts.dismissRefused()}>
        {i18n.t('Dismiss')}
      </Button>
    </>
  );
  const [first] = refused;
  if (first && refused.length === 1)
    return first.fileName === undefined ? (
      <ErrorNote what={SENTENCES[first.code]} actions={actions} />
    ) : (
      // With its name, because a good photo may be shown below.
      <Notice
        tone="bad"
        title={i18n.t('{fileName} wasn’t added', { fileName: first.fileName })}
        actions={actions}
      >
        {SENTENCES[first.code]}
      </Notice>
    );
  return (
    <Notice
      tone="bad"
      title={i18n.t('{photos, plural, one {# photo} other {# photos}} can’t be used', {
        photos: refused.length,
      })}
      actions={actions}
    >
      {refused.map(({ code, fileName }, index) => (
        <p key={index}>
          {fileName !== undefined && <b dir="auto">{fileName}: </b>}
          {SENTENCES[code]}
        </p>
      ))}
    </Notice>
  );
}

interface CanvasProps {
  readonly draft: DraftState;
  readonly view: PreviewState;
  readonly tool: Tool;
  /** Object URLs of the photo and of the picture, once they are decoded. */
  readonly photo: string | undefined;
  readonly picture: string | undefined;
}

function Canvas(props: CanvasProps) {
  const { draft, view } = props;
  const drafts = useDrafts();
  const [reading] = draft.incoming;
  const early = useObjectUrl(draft.phase === 'importing' ? reading?.photo : draft.photo);
  switch (draft.phase) {
    case 'starting':
    case 'empty':
      return <EmptyStage waiting={draft.phase === 'starting'} />;
    case 'importing':
      return (
        <Developing label={i18n.t('Reading your photo')} src={early} done={reading?.progress ?? 0}>
          <Button
            size="small"
            className={cx(styles.cancel)}
            onClick={() => reading && drafts.cancelImport(reading.id)}
          >
            {i18n.t('Cancel')}
          </Button>
        </Developing>
      );
    case 'ready':
      return view.preview ? (
        <StagePicture {...props} preview={view.preview} />
      ) : (
        <Developing
          label={i18n.t('Developing {style}', {
            style: STYLE_LABELS[draft.choices.style],
          })}
          src={early}
          done={view.error ? 0 : view.done}
        />
      );
  }
}

function StagePicture({
  draft,
  view: { analysis, done, stale },
  preview,
  tool,
  photo,
  picture,
}: CanvasProps & { readonly preview: Preview }) {
  const { crop, setCrop, setLight } = useFinish(draft);
  const label = STYLE_LABELS[preview.recipe.style];
  if (tool === 'cut-out' && analysis) return <BrushSurface draft={draft} analysis={analysis} />;
  if (photo === undefined || picture === undefined) return <div className={styles.blank} />;
  if (tool === 'framing')
    return <FramingSurface crop={crop} onChange={setCrop} picture={picture} label={label} />;
  if (tool === 'light')
    return (
      <LightRing
        angle={draft.choices.options.lightAngle}
        onChange={setLight}
        picture={picture}
        label={label}
      />
    );
  return (
    <Loupe
      photo={photo}
      picture={picture}
      label={label}
      state={
        done === 1
          ? label
          : stale
            ? i18n.t('Developing {style}', { style: STYLE_LABELS[draft.choices.style] })
            : i18n.t('{style}, sharpening', { style: label })
      }
      stale={stale}
    />
  );
}
