import { useState } from 'react';

import { SHORTCUTS } from '../../content/shortcuts.ts';
import { i18n } from '../../i18n/index.ts';
import { questionKeyOn, setQuestionKey } from '../../state/question-key.ts';
import t from '../../ui/type.module.css';
import styles from './help.module.css';

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** All keyboard shortcuts, with a switch for the one that is a single key. */
export function Shortcuts() {
  const [on, setOn] = useState(questionKeyOn);
  const [mod] = useState(() => (isMac() ? '⌘' : 'Ctrl'));
  return (
    <>
      {SHORTCUTS.map(({ where, keys }) => (
        <section key={where} className={styles.place}>
          <h3 className={t.caption}>{where}</h3>
          <dl className={styles.keys}>
            {keys.map(({ keys: combination, what }) => (
              <div key={combination.join(' ')}>
                <dt>{what}</dt>
                <dd>
                  {combination.map((key) => (
                    <kbd key={key}>{key === 'Mod' ? mod : key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => {
            setQuestionKey(target.checked);
            setOn(target.checked);
          }}
        />
        <span>{i18n.t('Open this list with ?')}</span>
      </label>
    </>
  );
}
