import { useState } from 'react';

import { t } from '../../i18n/index.ts';
import { questionKeyOn, setQuestionKey } from '../../state/question-key.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import { CheckField } from '../../ui/field.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { ACTIONS } from '../parts/actions.ts';
import styles from './help.module.css';
import { Keys } from './keys.tsx';

const SHORTCUTS = Object.values(ACTIONS);

/** Brings the library, to find avatars by name; shortcuts do without. */
const Commands = lazily(async () => (await import('./commands.tsx')).Commands);

/** All keyboard shortcuts, with a switch for the one that is a single key. */
function Shortcuts() {
  const [on, setOn] = useState(questionKeyOn);
  return (
    <>
      {[...new Set(SHORTCUTS.map(({ where }) => where))].map((place) => (
        <section key={place} className={ui.stack3}>
          <h3 className={ui.caption}>{place}</h3>
          <dl className={cx(ui.stack2, styles.keys)}>
            {SHORTCUTS.filter(({ where }) => where === place).map(({ label, keys: [keys] }) => (
              <Fact key={label} name={label}>
                <Keys keys={keys} />
              </Fact>
            ))}
          </dl>
        </section>
      ))}
      <CheckField
        label={t('Open this list with ?')}
        checked={on}
        onChange={({ target }) => {
          setQuestionKey(target.checked);
          setOn(target.checked);
        }}
      />
    </>
  );
}

export interface HelpProps {
  /** The command palette, or the sheet of shortcuts. */
  readonly help: { readonly kind: 'commands' | 'shortcuts'; readonly open: boolean };
  /** Asks which wallet to connect. */
  readonly onConnect: () => void;
  readonly onClose: () => void;
}

export const Help = ({ help: { kind, open }, onConnect, onClose }: HelpProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={kind === 'commands' ? t('Commands') : t('Keyboard shortcuts')}
  >
    {kind === 'commands' ? <Commands onDone={onClose} onConnect={onConnect} /> : <Shortcuts />}
  </Dialog>
);
