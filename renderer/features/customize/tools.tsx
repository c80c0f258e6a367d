import { useState } from 'react';

import { withOptions, type OptionsChange } from '../../core/avatars.ts';
import { isNoCrop, NO_CROP, type Crop } from '../../core/crop.ts';
import type { Step } from '../../core/drafts.ts';
import { likenessWords } from '../../core/likeness.ts';
import { formatPercent, t } from '../../i18n/index.ts';
import { useDrafts, type DraftState } from '../../state/drafts/index.ts';
import { TextButton } from '../../ui/button.tsx';
import { RedoIcon, UndoIcon } from '../../ui/icons.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Slider } from '../../ui/slider.tsx';
import { Trans, VisuallyHidden } from '../../ui/text.tsx';
import { ACTIONS, ariaKeys } from '../parts/actions.ts';
import { BrushControls } from './brush.tsx';
import { FramingControls } from './framing.tsx';
import { LightControls } from './light.tsx';
import type { Preview } from './previewer.ts';
import styles from './tools.module.css';

export const TOOLS = [
  { id: 'compare', label: t('Compare') },
  { id: 'framing', label: t('Framing') },
  { id: 'light', label: t('Light') },
  { id: 'strength', label: t('Strength') },
  { id: 'cut-out', label: t('Cut-out') },
] as const;
export type Tool = (typeof TOOLS)[number]['id'];

/** Framing and light as the tools set them. Values equal to the style's own aren't stored. */
export function useFinish(draft: DraftState) {
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
          label={t('On the picture')}
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
        className={styles.step}
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
    <div className={styles.steps}>
      {step('undo', undoes)}
      {step('redo', redoes)}
      <VisuallyHidden>
        <span role="status">{status}</span>
      </VisuallyHidden>
    </div>
  );
}

const Compared = ({ preview: { likeness, softened } }: { readonly preview: Preview }) => (
  <div className={cx(styles.compared, ui.small, ui.quiet)}>
    <span data-mouse>{t('Drag the handle, or use ← and →. Press and hold to zoom in.')}</span>
    <span data-touch>{t('Drag or tap to compare. Press and hold to zoom in.')}</span>
    {likeness !== undefined && (
      <span className={styles.likeness} title={likenessWords(likeness)}>
        {softened && `${t('Style softened so that it still looks like you.')} `}
        <Trans
          id="Likeness {percent}<hidden>: {words}</hidden>"
          values={{ percent: formatPercent(likeness), words: likenessWords(likeness) }}
        />
      </span>
    )}
  </div>
);
