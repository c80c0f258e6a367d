import { useState } from 'react';

import { withOptions, type OptionsChange } from '../../core/avatars.ts';
import { isNoCrop, NO_CROP, type Crop } from '../../core/crop.ts';
import type { Step } from '../../core/drafts.ts';
import { SENTENCES } from '../../core/errors.ts';
import { likenessWords } from '../../core/likeness.ts';
import { BACKGROUND_LABELS, STYLE_LABELS } from '../../core/styles.ts';
import { formatPercent, t } from '../../i18n/index.ts';
import { useDrafts, type DraftState, type Refused } from '../../state/drafts/index.ts';
import { shippedPicture } from '../../state/library/index.ts';
import { useLastUrl, useObjectUrl } from '../../state/object-url.ts';
import { usePorts } from '../../state/ports.ts';
import { useAction } from '../../state/use-async.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Developing } from '../../ui/developing.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PictureUpIcon, RedoIcon, UndoIcon } from '../../ui/icons.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Slider } from '../../ui/slider.tsx';
import { Trans, VisuallyHidden } from '../../ui/text.tsx';
import { ACTIONS, ariaKeys } from '../parts/actions.ts';
import { EngineFetching } from '../parts/engine-fetching.tsx';
import { UndoNote } from '../parts/library-notes.tsx';
import { CutOutVerdict } from '../parts/photo-notes.tsx';
import { BrushControls, BrushSurface } from './brush.tsx';
import { DraftStrip, useClearPhoto } from './draft-strip.tsx';
import type { Preview, PreviewState } from './previewer.ts';
import styles from './stage.module.css';
import { FramingControls, FramingSurface, LightControls, LightRing, Loupe } from './surfaces.tsx';
import tools from './tools.module.css';

export const TOOLS = [
  { id: 'compare', label: t('Compare') },
  { id: 'framing', label: t('Framing') },
  { id: 'light', label: t('Light') },
  { id: 'strength', label: t('Strength') },
  { id: 'cut-out', label: t('Cut-out') },
] as const;
type Tool = (typeof TOOLS)[number]['id'];

/** Framing and light as the tools set them. Values equal to the style's own aren't stored. */
function useFinish(draft: DraftState) {
  const drafts = useDrafts();
  const { options } = draft.choices;
  const set = (change: OptionsChange, gesture: string | undefined): void =>
    drafts.choose({ options: withOptions(options, change) }, gesture);
  return {
    crop: options.crop ?? NO_CROP,
    setCrop: (crop: Crop, gesture?: string) =>
      set({ crop: isNoCrop(crop) ? undefined : crop }, gesture),
    setLight: (lightAngle: number | undefined, gesture?: string) => set({ lightAngle }, gesture),
    setStrength: (strength: number, gesture?: string) =>
      set({ strength: strength === 1 ? undefined : strength }, gesture),
  };
}

const STEP_WORDS: Record<Step, string> = {
  style: t('style'),
  background: t('background'),
  color: t('colour'),
  gradient: t('palette'),
  strength: t('strength'),
  light: t('light'),
  framing: t('framing'),
  face: t('face'),
  'cut-out': t('brush stroke'),
  variation: t('variation'),
  look: t('choices'),
};

const STEP_BUTTONS = {
  undo: {
    labelOf: (step: string) => t('Undo {step}', { step }),
    Icon: UndoIcon,
  },
  redo: {
    labelOf: (step: string) => t('Redo {step}', { step }),
    Icon: RedoIcon,
  },
} as const;

/** Below the picture: the tools, the chosen one's controls, and undo and redo. */
function Tools({
  draft,
  tool,
  onTool,
  preview,
}: {
  readonly draft: DraftState;
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
  readonly preview: Preview;
}) {
  const { crop, setCrop, setLight, setStrength } = useFinish(draft);
  const { options } = draft.choices;
  const strength = options.strength ?? 1;
  return (
    <div className={tools.tools}>
      <div className={tools.row}>
        <Segmented
          label={t('On the picture')}
          variant="words"
          options={TOOLS}
          value={tool}
          onChange={onTool}
        />
        <Steps draft={draft} />
      </div>
      <div className={tools.controls}>
        {tool === 'compare' && <Compared preview={preview} />}
        {tool === 'cut-out' && <BrushControls draft={draft} />}
        {tool === 'framing' && <FramingControls crop={crop} onChange={setCrop} />}
        {tool === 'light' && <LightControls angle={options.lightAngle} onChange={setLight} />}
        {tool === 'strength' && (
          <div className={tools.strength}>
            <Slider
              label={t('Strength of the style')}
              min={0}
              max={100}
              step={5}
              origin={0}
              value={Math.round(strength * 100)}
              text={formatPercent(strength)}
              onChange={(percent, gesture) => setStrength(percent / 100, gesture)}
            />
            <TextButton disabled={strength === 1} onClick={() => setStrength(1)}>
              {t('Reset')}
            </TextButton>
          </div>
        )}
      </div>
    </div>
  );
}

function Steps({ draft: { undoes, redoes } }: { readonly draft: DraftState }) {
  const drafts = useDrafts();
  const [status, setStatus] = useState('');
  const step = (id: keyof typeof STEP_BUTTONS, what: Step | undefined) => {
    const { labelOf, Icon } = STEP_BUTTONS[id];
    const label = what ? labelOf(STEP_WORDS[what]) : ACTIONS[id].label;
    return (
      // Not disabled: that would lose the focus at the last step.
      <button
        type="button"
        className={tools.step}
        aria-label={label}
        title={label}
        aria-disabled={!what}
        aria-keyshortcuts={ariaKeys(id)}
        onClick={() => {
          drafts[id]();
          if (what) setStatus(t('{label}: done', { label }));
        }}
      >
        <Icon size={20} strokeWidth={1.7} />
      </button>
    );
  };
  return (
    <div className={tools.steps}>
      {step('undo', undoes)}
      {step('redo', redoes)}
      <VisuallyHidden>
        <span role="status">{status}</span>
      </VisuallyHidden>
    </div>
  );
}

const Compared = ({ preview: { likeness, softened } }: { readonly preview: Preview }) => (
  <div className={cx(tools.compared, ui.small, ui.quiet)}>
    <span data-mouse>{t('Drag the handle, or use ← and →. Press and hold to zoom in.')}</span>
    <span data-touch>{t('Drag or tap to compare. Press and hold to zoom in.')}</span>
    {likeness !== undefined && (
      <span className={tools.likeness} title={likenessWords(likeness)}>
        {softened && `${t('Style softened so that it still looks like you.')} `}
        <Trans
          id="Likeness {percent}<hidden>: {words}</hidden>"
          values={{ percent: formatPercent(likeness), words: likenessWords(likeness) }}
        />
      </span>
    )}
  </div>
);

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
  const clear = useClearPhoto(draft);
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
      aria-label={t('Preview')}
      aria-busy={phase === 'importing' || (phase === 'ready' && !complete)}
    >
      <UndoNote />
      <div className={cx(styles.held, several && styles.several)}>
        <div className={styles.bar}>
          {shown ? (
            <>
              <p className={cx(ui.mono, ui.small, styles.file)} title={shown.fileName}>
                <b dir="auto">{shown.fileName}</b>{' '}
                <span className={ui.quiet}>
                  <Trans
                    id="<span>{width} × {height}, </span>on this device only"
                    values={{ width: shown.width, height: shown.height }}
                    components={{ span: <span className={styles.wide} /> }}
                  />
                </span>
              </p>
              <span className={cx(styles.actions, ui.small)}>
                {!several && (
                  <TextButton onClick={() => void drafts.pick()}>{t('Add photos')}</TextButton>
                )}
                <TextButton onClick={clear}>{t('Clear photo')}</TextButton>
              </span>
            </>
          ) : (
            <p className={cx(ui.mono, ui.small, ui.quiet)} role="status">
              {phase === 'importing'
                ? shrinking
                  ? t('A large photo: it is being made smaller on this device')
                  : t('Reading your photo on this device')
                : t('Nothing is uploaded')}
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
              t('Preview ready: {style}, background {background}', {
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
                  {t('Try again')}
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
                  {t('Fix with the brush')}
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
        {t('Choose another photo')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => drafts.dismissRefused()}>
        {t('Dismiss')}
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
        title={t('{fileName} wasn’t added', { fileName: first.fileName })}
        actions={actions}
      >
        {SENTENCES[first.code]}
      </Notice>
    );
  return (
    <Notice
      tone="bad"
      title={t('{photos, plural, one {# photo} other {# photos}} can’t be used', {
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
        <Developing label={t('Reading your photo')} src={early} done={reading?.progress ?? 0}>
          <Button
            size="small"
            className={cx(styles.cancel)}
            onClick={() => reading && drafts.cancelImport(reading.id)}
          >
            {t('Cancel')}
          </Button>
        </Developing>
      );
    case 'ready':
      return view.preview ? (
        <StagePicture {...props} preview={view.preview} />
      ) : (
        <Developing
          label={t('Developing {style}', {
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
            ? t('Developing {style}', { style: STYLE_LABELS[draft.choices.style] })
            : t('{style}, sharpening', { style: label })
      }
      stale={stale}
    />
  );
}

const people = import.meta.glob<string>('../../../resources/people/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

const smallPeople = import.meta.glob<string>('../../../resources/people/small/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The sample people to try, each with its photo and that at 112 px, to choose by. */
const SAMPLE_PEOPLE = Object.entries(people).map(([path, picture]) => {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const small = smallPeople[`../../../resources/people/small/${file}`];
  if (small === undefined) throw new Error(`no small picture of ${file}`);
  return { name: file.slice(0, -'.webp'.length), picture, small };
});

const Camera = lazily(async () => (await import('./camera.tsx')).Camera);

/**
 * The stage without a photo: choose, drop or paste one, or try it with a sample person. While it
 * waits for the photos of an earlier visit, it is blank if there are any (`data-photo-kept`).
 */
function EmptyStage({ waiting }: { readonly waiting: boolean }) {
  const drafts = useDrafts();
  const { photos } = usePorts();
  const [over, setOver] = useState(false);
  const [filming, setFilming] = useState(false);
  const { busy, problem, run } = useAction();
  const trySample = async (name: string, picture: string): Promise<void> => {
    await drafts.add([{ name: `${name}.png`, file: await shippedPicture(picture, 'png') }]);
  };

  return (
    <div
      className={cx(styles.drop, over && styles.over, waiting && styles.waiting)}
      onDragEnter={({ dataTransfer }) => setOver(dataTransfer.types.includes('Files'))}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={() => setOver(false)}
    >
      <svg className={styles.outline} viewBox="0 0 400 400" aria-hidden="true">
        <path d="M200 20c-76 0-124 56-124 142 0 92 54 158 124 158s124-66 124-158C324 76 276 20 200 20Z" />
        <path d="M138 298c-2 34-20 44-56 54-36 10-56 24-64 48M262 298c2 34 20 44 56 54 36 10 56 24 64 48" />
      </svg>
      <div className={cx(ui.stack3, styles.words)}>
        <p className={ui.heading}>{t('Start with a photo of you')}</p>
        <p className={ui.quiet}>
          {t('Facing the camera, in even light. It stays on this device.')}
        </p>
        <div className={cx(ui.wrap2, styles.starts)}>
          <Button variant="accent" onClick={() => void drafts.pick()}>
            <PictureUpIcon size={20} strokeWidth={1.6} aria-hidden="true" />
            {t('Choose photos')}
          </Button>
          {photos.camera === true && (
            <Button onClick={() => setFilming(true)}>{t('Use camera')}</Button>
          )}
        </div>
        <p className={cx(ui.small, ui.quiet)}>
          <Trans
            id="PNG, JPG up to 10MB<span>. Drop it here or paste it; several at once are fine</span>"
            components={{ span: <span data-mouse /> }}
          />
        </p>
        <p className={cx(ui.small, ui.quiet)}>
          {t(
            'Larger photos work too, up to 40 MB and 60 megapixels: they are made smaller here. So do WebP, AVIF, GIF and, in Safari, HEIC.',
          )}
        </p>
      </div>
      <Dialog open={filming} onClose={() => setFilming(false)} title={t('Take a photo')}>
        <Camera
          onPhoto={(file) => {
            setFilming(false);
            void drafts.add([{ name: 'camera.jpg', file }]);
          }}
        />
      </Dialog>
      {SAMPLE_PEOPLE.length > 0 && (
        <div className={cx(ui.stack3, styles.people)}>
          <p className={cx(ui.small, ui.quiet)}>{t('Try with a sample photo')}</p>
          {problem !== undefined && <ErrorNote what={problem} />}
          <ul aria-busy={busy}>
            {SAMPLE_PEOPLE.map(({ name, picture, small }) => (
              <li key={name}>
                <button
                  type="button"
                  aria-label={t('Try with {name}', { name })}
                  onClick={() => busy || run(() => trySample(name, picture))}
                >
                  <img src={small} alt="" loading="lazy" decoding="async" />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
