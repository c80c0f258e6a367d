import { useAtom, useSetAtom } from 'jotai';
import { useState } from 'react';

import { STYLE_LABELS } from '../../core/styles.ts';
import { t } from '../../i18n/index.ts';
import {
  PRESET_NAME_MAX,
  presetChange,
  presetsAtom,
  useDrafts,
  withPreset,
  type DraftState,
  type Preset,
} from '../../state/drafts/index.ts';
import { undoableAtom } from '../../state/library/index.ts';
import { useShowToast } from '../../state/toasts.ts';
import { TextButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { NameForm } from '../parts/name-form.tsx';
import styles from './presets.module.css';

/** Choices saved by name, for this photo and any other: the same for a whole team, say. */
export function Presets({ draft }: { readonly draft: DraftState }) {
  const drafts = useDrafts();
  // Another tab may have saved some: what is kept is computed from the stored ones.
  const [presets, keep] = useAtom(presetsAtom);
  const setUndoable = useSetAtom(undoableAtom);
  const showToast = useShowToast();
  const [naming, setNaming] = useState(false);
  const remove = ({ name, choices }: Preset): void => {
    keep(presetsAtom.last().filter((one) => one.name !== name));
    setUndoable({
      words: t('{name} was deleted', { name }),
      undo() {
        keep(withPreset(presetsAtom.last(), name, choices));
        return Promise.resolve();
      },
    });
  };
  return (
    <section className={cx(ui.stack3, styles.presets)} aria-labelledby="my-presets">
      <div className={cx(ui.between, styles.head)}>
        <h2 id="my-presets">{t('My presets')}</h2>
        <TextButton onClick={() => setNaming(true)}>{t('Save as preset')}</TextButton>
      </div>
      {presets.length > 0 && (
        <ul className={cx(ui.wrap2, styles.list)}>
          {presets.map((preset) => (
            <li key={preset.name}>
              <button
                type="button"
                className={styles.preset}
                onClick={() => drafts.choose(presetChange(preset, draft.choices))}
              >
                {preset.name}
              </button>
              <button
                type="button"
                className={styles.forget}
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
          hint={(name) =>
            presets.some((preset) => preset.name === name)
              ? t('Replaces the preset of that name.')
              : undefined
          }
          label={t('Save preset')}
          onName={(name) => {
            keep(withPreset(presetsAtom.last(), name, draft.choices));
            setNaming(false);
            showToast(t('{name} is kept for your next photos.', { name }), 'good');
          }}
        />
      </Dialog>
    </section>
  );
}
