import { useState } from 'react';

import { isNoCrop, NO_CROP, type Crop } from '../../core/crop.ts';
import { likenessWords } from '../../core/likeness.ts';
import { i18n } from '../../i18n/index.ts';
import { useDrafts, type DraftState, type Step } from '../../state/drafts/index.ts';
import { cx } from '../../ui/cx.ts';
import { RedoIcon, UndoIcon } from '../../ui/icons.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Slider } from '../../ui/slider.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { BrushControls } from './brush.tsx';
import { FramingControls } from './framing.tsx';
import { LightControls } from './light.tsx';
import { withOptions } from './options.ts';
import type { Preview } from './previewer.ts';
import styles from './tools.module.css';

export const TOOLS = [
  { id: 'compare', label: i18n.t('Compare') },
  { id: 'framing', label: i18n.t('Framing') },
  { id: 'light', label: i18n.t('Light') },
  { id: 'strength', label: i18n.t('Strength') },
  { id: 'cut-out', label: i18n.t('Cut-out') },
] as const;
export type Tool = (typeof TOOLS)[number]['id'];

/** Framing and light as the tools set them. Values equal to the style's own aren't stored. */
export function useFinish(draft: DraftState): {
  readonly crop: Crop;
  readonly setCrop: (crop: Crop, gesture?: string) => void;
  readonly setLight: (angle: number | undefined, gesture?: string) => void;
  readonly setStrength: (strength: number, gesture?: string) => void;
} {
  const drafts = useDrafts();
  const { options } = draft.choices;
  return {
    crop: options.crop ?? NO_CROP,
    setCrop: (crop, gesture) =>
      drafts.choose(
        { options: withOptions(options, { crop: isNoCrop(crop) ? undefined : crop }) },
        gesture,
      ),
    setLight: (lightAngle, gesture) =>
      drafts.choose({ options: withOptions(options, { lightAngle }) }, gesture),
    setStrength: (strength, gesture) =>
      drafts.choose(
        { options: withOptions(options, { strength: strength === 1 ? undefined : strength }) },
        gesture,
      ),
  };
}

const STEP_WORDS: Record<Step, string> = {
  style: 'style',
  background: 'background',
  color: 'colour',
  gradient: 'palette',
  strength: 'strength',
  light: 'light',
  framing: 'framing',
  face: 'face',
  'cut-out': i18n.t('brush stroke'),
  variation: 'variation',
  look: 'look',
};

/** Below the picture: the tools, the chosen one's controls, and undo and redo. */
export function Tools({
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
    <div className={styles.tools}>
      <div className={styles.row}>
        <Segmented
          label={i18n.t('On the picture')}
          variant="words"
          options={TOOLS}
          value={tool}
          onChange={onTool}
        />
        <Steps draft={draft} />
      </div>
      <div className={styles.controls}>
        {tool === 'compare' && <Compared preview={preview} />}
        {tool === 'cut-out' && <BrushControls draft={draft} />}
        {tool === 'framing' && <FramingControls crop={crop} onChange={setCrop} />}
        {tool === 'light' && <LightControls angle={options.lightAngle} onChange={setLight} />}
        {tool === 'strength' && (
          <div className={styles.strength}>
            <Slider
              label={i18n.t('Strength of the style')}
              min={0}
              max={100}
              step={5}
              origin={0}
              value={Math.round(strength * 100)}
              text={`${String(Math.round(strength * 100))} %`}
              onChange={(percent, gesture) => setStrength(percent / 100, gesture)}
            />
            <TextButton disabled={strength === 1} onClick={() => setStrength(1)}>
              {i18n.t('Reset')}
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
  const step = (name: string, what: Step | undefined, act: () => void) => {
    const label = what ? `${name} ${STEP_WORDS[what]}` : name;
    const Icon = name === 'Undo' ? UndoIcon : RedoIcon;
    return (
      // Not disabled: that would lose the focus at the last step.
      <button
        type="button"
        className={styles.step}
        aria-label={label}
        title={label}
        aria-disabled={!what}
        aria-keyshortcuts={
          name === 'Undo'
            ? i18n.t('Control+Z Meta+Z')
            : i18n.t('Control+Shift+Z Meta+Shift+Z Control+Y')
        }
        onClick={() => {
          act();
          if (what) setStatus(i18n.t('{label}: done', { label }));
        }}
      >
        <Icon size={20} strokeWidth={1.7} />
      </button>
    );
  };
  return (
    <div className={styles.steps}>
      {step(i18n.t('Undo'), undoes, () => drafts.undo())}
      {step(i18n.t('Redo'), redoes, () => drafts.redo())}
      <VisuallyHidden>
        <span role="status">{status}</span>
      </VisuallyHidden>
    </div>
  );
}

const Compared = ({ preview: { likeness, softened } }: { readonly preview: Preview }) => (
  <div className={cx(styles.compared, t.small, t.quiet)}>
    <span className={styles.mouse}>
      {i18n.t('Drag the handle, or use ← and →. Press and hold to zoom in.')}
    </span>
    <span className={styles.finger}>
      {i18n.t('Drag or tap to compare. Press and hold to zoom in.')}
    </span>
    {likeness !== undefined && (
      <span className={styles.likeness} title={likenessWords(likeness)}>
        {softened && i18n.t('Rendered more gently to stay like you. ')}
        {i18n.t('Likeness {round} %', { round: Math.round(likeness * 100) })}
        <VisuallyHidden>: {likenessWords(likeness)}</VisuallyHidden>
      </span>
    )}
  </div>
);
