import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';

import { BACKGROUND_CHIPS, STYLE_CHIPS } from '../../content/chip-samples.ts';
import { withOptions, type OptionsChange } from '../../core/avatars.ts';
import { largestSizeOf, notesOf, type Choices } from '../../core/drafts.ts';
import { BACKGROUND_IDS, BACKGROUND_LABELS, STYLE_IDS, STYLE_LABELS } from '../../core/styles.ts';
import { lockedSentence } from '../../core/unlocks.ts';
import { t } from '../../i18n/index.ts';
import type { PhotoAnalysis } from '../../ports/engine.ts';
import { pickedFiles, sharedPhotosAtom } from '../../state/add-photos.ts';
import {
  choicesFromQuery,
  MOST_PRESETS,
  PRESET_NAME_MAX,
  presetChange,
  presetsAtom,
  useDraft,
  useDrafts,
  withPreset,
  type DraftState,
  type Preset,
} from '../../state/drafts/index.ts';
import { undoableAtom, useLibraryState } from '../../state/library/index.ts';
import { usePorts } from '../../state/ports.ts';
import { useIdleSelfTest } from '../../state/self-test/index.ts';
import { showToast } from '../../state/toasts.ts';
import { Button, ButtonLink, TextButton, TextLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CloseIcon, RenewIcon } from '../../ui/icons.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { TYPED, useActions } from '../parts/actions.ts';
import { LibraryFailed } from '../parts/library-notes.tsx';
import { NameForm } from '../parts/name-form.tsx';
import { PhotoNotes } from '../parts/photo-notes.tsx';
import { GradientPalette, OwnGround, SolidColor } from './backgrounds.tsx';
import { Chips, locksOf, SizeChoice, useChips } from './chips.tsx';
import styles from './customize-screen.module.css';
import { FacePicker } from './draft-strip.tsx';
import presetsStyles from './presets.module.css';
import { usePreview, useVerdict } from './previewer.ts';
import { Stage } from './stage.tsx';

/** How many credits are left, and the way to more of them. */
const creditsLeft = (credits: number): ReactNode => (
  <>
    {t(
      '{credits, plural, one {# credit} other {# credits}} left. Previews are free; each finished avatar uses one.',
      { credits },
    )}{' '}
    <TextLink to="/pricing">{t('Get more credits')}</TextLink>
  </>
);

interface ActionsProps {
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
function Actions({ draft, credits, locked, onGenerate }: ActionsProps) {
  const drafts = useDrafts();
  const ready = draft.phase === 'ready';
  const plans = locked === undefined ? '/pricing' : `/pricing?style=${draft.choices.style}`;
  return (
    <div className={cx(ui.stack3, styles.pair)}>
      <Button
        className={cx(styles.again)}
        disabled={!ready}
        onClick={() => drafts.regenerate()}
        aria-label={t('Regenerate Preview')}
        title={t('Changes light, framing and shade. What you set yourself stays.')}
      >
        <RenewIcon size={20} strokeWidth={1.7} aria-hidden="true" />
        <span className={styles.words}>{t('Regenerate Preview')}</span>
      </Button>
      {credits > 0 && locked === undefined ? (
        <Button variant="accent" wide disabled={!ready} onClick={onGenerate}>
          {t('Generate avatars')}
        </Button>
      ) : (
        <ButtonLink to={plans} variant={ready ? 'accent' : 'outline'} wide>
          {credits > 0 ? t('See the plans') : t('Proceed to Secure Payment')}
        </ButtonLink>
      )}
      <p className={cx(styles.note, ui.small, ui.quiet)}>
        {locked !== undefined && `${locked} ${t('Preview it for free.')} `}
        {credits > 0
          ? creditsLeft(credits)
          : locked === undefined && t('Previews are free. Each finished avatar uses one credit.')}
      </p>
    </div>
  );
}

const FirstSet = lazily(async () => (await import('./compose.tsx')).FirstSet);
const GenerateDialog = lazily(async () => (await import('./compose.tsx')).GenerateDialog);
const LooksPanel = lazily(async () => (await import('../looks/index.ts')).LooksPanel);
const Mend = lazily(async () => (await import('./mend.tsx')).Mend);
const SharedPhotos = lazily(async () => (await import('./shared-photos.tsx')).SharedPhotos);

/** /customize: a photo, a style and a background, with the preview of the avatar. */
export function CustomizeScreen() {
  const drafts = useDrafts();
  const draft = useDraft();
  const { failed, credits, unlocked, avatars } = useLibraryState();
  const [query] = useSearchParams();
  const mended = avatars.find(({ uid }) => uid === query.get('mend'));
  const [attempt, setAttempt] = useState(0);
  /** Undefined until it is asked for the first time. */
  const [generating, setGenerating] = useState<boolean>();
  const [made, setMade] = useState<'styles' | 'looks'>('styles');
  const { choices } = draft;
  const locked = lockedSentence([choices.style], unlocked);
  const id = draft.phase === 'ready' ? draft.draft?.id : undefined;
  const view = usePreview(id, choices, attempt);
  useVerdict(view);
  // `WhoIsIt` asks instead of saying that there are several faces.
  const notes = draft.draft ? notesOf(draft.draft).filter((note) => note !== 'several-faces') : [];
  const chips = useChips(view.analysis && id, choices, view.done === 1);
  useIdleSelfTest(view.done === 1);
  const noPhoto = draft.phase === 'empty';
  const shared = useAtomValue(sharedPhotosAtom);
  usePastedPhoto();
  useActions({
    undo: draft.undoes !== undefined && (() => drafts.undo()),
    redo: draft.redoes !== undefined && (() => drafts.redo()),
  });
  useLinkedChoices(draft.phase !== 'starting');
  usePreparedOffline();
  useWrittenOnLeave();

  return (
    <div className={styles.screen}>
      {shared.length > 0 && <SharedPhotos />}
      <Stage
        key={mended?.uid}
        draft={draft}
        view={view}
        onRetry={() => setAttempt(attempt + 1)}
        mending={mended !== undefined}
      />
      <aside className={styles.panel} aria-label={t('Choices')}>
        <div className={styles.inner}>
          <h1 className={cx(ui.heading, styles.title)}>{t('Choose how you are seen')}</h1>
          {id !== undefined && view.analysis && <WhoIsIt draft={draft} analysis={view.analysis} />}
          {id !== undefined && notes.length > 0 && (
            <div className={cx(ui.stack4, styles.about)}>
              <PhotoNotes notes={notes} />
            </div>
          )}
          {!mended && (
            <Segmented
              variant="words"
              label={t('How the picture is made')}
              options={[
                { id: 'styles', label: t('Styles') },
                { id: 'looks', label: t('Looks') },
              ]}
              value={made}
              onChange={setMade}
            />
          )}
          {made === 'looks' ? (
            <LooksPanel draft={draft} />
          ) : (
            <>
              <div className={cx(ui.stack5, styles.choices)}>
                <Chips
                  title={t('Style')}
                  untitled={!mended}
                  ids={STYLE_IDS}
                  labels={STYLE_LABELS}
                  pictures={chips.style}
                  samples={noPhoto ? STYLE_CHIPS : undefined}
                  locks={locksOf(unlocked)}
                  chosen={choices.style}
                  onChoose={(style) => drafts.choose({ style })}
                />
                <Chips
                  title={t('Background')}
                  ids={BACKGROUND_IDS}
                  labels={BACKGROUND_LABELS}
                  pictures={chips.background}
                  samples={noPhoto ? BACKGROUND_CHIPS : undefined}
                  chosen={choices.background}
                  onChoose={(background) => drafts.choose({ background })}
                >
                  <BackgroundOptions key={id} choices={choices} />
                </Chips>
                {id !== undefined && <Presets draft={draft} />}
                {/* With credits the dialog asks; a payment starts its batch by itself. */}
                {id !== undefined && credits.available === 0 && view.analysis && (
                  <FirstSet draft={draft} chips={chips} ready={view.done === 1} />
                )}
                {id !== undefined &&
                  credits.available === 0 &&
                  draft.draft &&
                  largestSizeOf(draft.draft) === 2048 && (
                    <div className={cx(ui.stack3, styles.sizes)}>
                      <p>{t('Size')}</p>
                      <SizeChoice
                        largest={2048}
                        large={t('For large prints; each takes about four times as long.')}
                      />
                    </div>
                  )}
              </div>
              <p className={cx(styles.credits, ui.small, ui.quiet)}>
                {locked}{' '}
                {credits.available > 0
                  ? creditsLeft(credits.available)
                  : t('Previews are free. Each finished avatar uses one credit.')}
              </p>
            </>
          )}
        </div>
        {made === 'styles' && (
          <div className={styles.foot}>
            {mended ? (
              <Mend avatar={mended} draft={draft} />
            ) : failed ? (
              <LibraryFailed />
            ) : (
              <Actions
                draft={draft}
                credits={credits.available}
                locked={locked}
                onGenerate={() => setGenerating(true)}
              />
            )}
          </div>
        )}
      </aside>
      {id !== undefined && generating !== undefined && (
        <GenerateDialog
          open={generating}
          onClose={() => setGenerating(false)}
          key={id}
          draft={draft}
          chips={chips}
          credits={credits.available}
          unlocked={unlocked}
        />
      )}
    </div>
  );
}

/** What the chosen background can be changed in. */
function BackgroundOptions({ choices }: { choices: Choices }) {
  const drafts = useDrafts();
  const { background, options } = choices;
  const choose = (change: OptionsChange, gesture?: string): void =>
    drafts.choose({ options: withOptions(drafts.snapshot().choices.options, change) }, gesture);
  if (background === 'solid-color')
    return (
      <SolidColor
        value={options.solidColor}
        onChange={(solidColor, gesture) => choose({ solidColor }, gesture)}
      />
    );
  if (background === 'gradient')
    return (
      <GradientPalette value={options.gradient} onChange={(gradient) => choose({ gradient })} />
    );
  if (background === 'professional')
    return (
      <>
        <SolidColor
          value={options.backdropColor}
          matched={options.backdropPicture === undefined}
          onChange={(backdropColor, gesture) =>
            choose({ backdropColor, backdropPicture: undefined }, gesture)
          }
          onClear={() => choose({ backdropColor: undefined, backdropPicture: undefined })}
        />
        <OwnGround
          value={options.backdropPicture}
          onChange={(backdropPicture) => choose({ backdropColor: undefined, backdropPicture })}
        />
      </>
    );
  return null;
}

/** Applies a link's template, or style and background, once, then removes it from the address. */
function useLinkedChoices(started: boolean): void {
  const drafts = useDrafts();
  const [query, setQuery] = useSearchParams();
  useEffect(() => {
    const linked = choicesFromQuery(query);
    if (!started || Object.keys(linked).length === 0) return;
    drafts.choose(linked);
    const rest = new URLSearchParams(query);
    for (const name of ['template', 'style', 'background']) rest.delete(name);
    setQuery(rest, { replace: true });
  }, [started, query, setQuery, drafts]);
}

/** How long the screen has the network to itself, for its own pictures, in ms. */
const SETTLED_MS = 3_000;

/**
 * Stores the app and its engine for offline use, once the Avatar Creator was opened: also for a
 * visitor who has gone on to another screen by then.
 */
function usePreparedOffline(): void {
  const { offline } = usePorts();
  useEffect(() => {
    setTimeout(() => offline?.prepare(), SETTLED_MS);
  }, [offline]);
}

/** Writes the last changes when the page is hidden or left, or another screen is opened. */
function useWrittenOnLeave(): void {
  const { flush } = useDrafts();
  useEffect(() => {
    const leave = (): void => void flush();
    const events = ['visibilitychange', 'pagehide'];
    for (const event of events) addEventListener(event, leave);
    return () => {
      for (const event of events) removeEventListener(event, leave);
      leave();
    };
  }, [flush]);
}

/** Asks whose avatar it is to be, if there are several faces. */
function WhoIsIt({ draft, analysis }: { draft: DraftState; analysis: PhotoAnalysis }) {
  const drafts = useDrafts();
  const { choices, photo } = draft;
  if (analysis.faces.length < 2 || !photo) return null;
  return (
    <div className={cx(ui.stack4, styles.about)}>
      <FacePicker
        photo={photo}
        faces={analysis.faces}
        chosen={choices.options.face ?? 0}
        onChoose={(face) => drafts.choose({ options: { ...choices.options, face } })}
      />
    </div>
  );
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(`input${TYPED}, textarea, [contenteditable]`) !== null;

/**
 * Opens pictures pasted or dropped anywhere on the screen, from the moment it is shown.
 */
function usePastedPhoto(): void {
  const drafts = useDrafts();
  useLayoutEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const photos = pickedFiles(event.clipboardData?.files);
      if (photos.length === 0 || isField(event.target)) return;
      event.preventDefault();
      void drafts.add(photos);
    };
    // Otherwise the browser opens a file dropped in the wrong place instead of the page.
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const photos = pickedFiles(event.dataTransfer?.files);
      if (photos.length === 0) return;
      event.preventDefault();
      void drafts.add(photos);
    };
    const left = new AbortController();
    const { signal } = left;
    addEventListener('paste', paste, { signal });
    addEventListener('dragover', over, { signal });
    addEventListener('drop', drop, { signal });
    return () => left.abort();
  }, [drafts]);
}

/** Choices saved by name, for this photo and any other: the same for a whole team, say. */
function Presets({ draft }: { readonly draft: DraftState }) {
  const drafts = useDrafts();
  // Another tab may have saved some: what is kept is computed from the stored ones.
  const [presets, keep] = useAtom(presetsAtom);
  const [undoable, setUndoable] = useAtom(undoableAtom);
  const putBack = useRef<() => Promise<void>>(undefined);
  const [naming, setNaming] = useState(false);
  const remove = ({ name, choices }: Preset): void => {
    keep(presetsAtom.last().filter((one) => one.name !== name));
    putBack.current = () => {
      keep(withPreset(presetsAtom.last(), name, choices));
      return Promise.resolve();
    };
    setUndoable({ words: t('{name} was deleted', { name }), undo: putBack.current });
  };
  return (
    <section className={cx(ui.stack3, presetsStyles.presets)} aria-labelledby="my-presets">
      <div className={cx(ui.between, presetsStyles.head)}>
        <h2 id="my-presets">{t('My presets')}</h2>
        <TextButton onClick={() => setNaming(true)}>{t('Save as preset')}</TextButton>
      </div>
      {presets.length > 0 && (
        <ul className={cx(ui.wrap2, presetsStyles.list)}>
          {presets.map((preset) => (
            <li key={preset.name}>
              <button
                type="button"
                className={presetsStyles.preset}
                onClick={() => drafts.choose(presetChange(preset, draft.choices))}
              >
                {preset.name}
              </button>
              <button
                type="button"
                className={presetsStyles.forget}
                aria-label={t('Remove {name}', { name: preset.name })}
                title={t('Remove {name}', { name: preset.name })}
                onClick={() => remove(preset)}
              >
                <CloseIcon size={14} strokeWidth={1.8} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Dialog open={naming} onClose={() => setNaming(false)} title={t('Save as preset')}>
        <p>
          {t(
            'Style, background, colours, light and strength are kept on this device. Framing stays with each photo.',
          )}
        </p>
        <NameForm
          suggested={STYLE_LABELS[draft.choices.style]}
          maxLength={PRESET_NAME_MAX}
          hint={(name) => {
            if (presets.some((preset) => preset.name === name))
              return t('Replaces the preset of that name.');
            const oldest = presets[MOST_PRESETS - 1];
            return (
              oldest &&
              t('There is room for {count}: the oldest, {name}, will be removed.', {
                count: MOST_PRESETS,
                name: oldest.name,
              })
            );
          }}
          label={t('Save preset')}
          onName={(name) => {
            keep(withPreset(presetsAtom.last(), name, draft.choices));
            // To put a removed one back would replace the new one, or drop the oldest.
            if (undoable && undoable.undo === putBack.current) setUndoable(undefined);
            setNaming(false);
            showToast(t('{name} is kept for your next photos.', { name }), 'good');
          }}
        />
      </Dialog>
    </section>
  );
}
