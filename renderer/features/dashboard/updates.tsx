import { useSetAtom } from 'jotai';

import type { UpdateState } from '../../core/updates.ts';
import { i18n } from '../../i18n/index.ts';
import type { Updates } from '../../ports/updates.ts';
import { usePorts } from '../../state/ports.ts';
import { showFailureAtom } from '../../state/toasts.ts';
import { useUpdateState } from '../../state/updates.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/field.tsx';
import { Progress } from '../../ui/progress.tsx';
import t from '../../ui/type.module.css';
import styles from './settings-tab.module.css';

/** Updates of the desktop app; nothing where the program can't be updated. */
export function UpdatesSection() {
  const { updates } = usePorts();
  return updates ? <Section updates={updates} /> : null;
}

const words = ({ stage, version = '' }: UpdateState, own: string): string =>
  ({
    idle: i18n.t('This is version {own}.', { own }),
    checking: i18n.t('Looking for a newer version…'),
    current: i18n.t('This is version {own}, the newest there is.', { own }),
    available: i18n.t('Version {version} is out. This is {own}.', { version, own }),
    loading: i18n.t('Downloading version {version}. You can go on working.', { version }),
    ready: i18n.t(
      'Version {version} is here. It is installed when you say so; work in progress goes on after the restart.',
      { version },
    ),
    failed: i18n.t(
      'The update server can’t be reached, or its file isn’t the one we signed. This version goes on working; try again later.',
    ),
  })[stage];

function Section({ updates }: { readonly updates: Updates }) {
  const { config } = usePorts();
  const state = useUpdateState(updates);
  const showFailure = useSetAtom(showFailureAtom);
  if (!state) return null;
  const ask = (what: Promise<void>): void => void what.catch(showFailure);
  const { stage, automatic, done = 0 } = state;
  return (
    <section aria-labelledby="updates">
      <h2 id="updates" className={t.heading}>
        {i18n.t('Updates')}
      </h2>
      <p role="status">{words(state, config.version)}</p>
      {stage === 'loading' && (
        <Progress
          label={i18n.t('{percent} % downloaded', { percent: Math.round(done * 100) })}
          done={done}
        />
      )}
      <div className={styles.actions}>
        {stage === 'available' ? (
          <Button size="small" onClick={() => ask(updates.download())}>
            {i18n.t('Download')}
          </Button>
        ) : stage === 'ready' ? (
          <Button size="small" onClick={() => ask(updates.install())}>
            {i18n.t('Restart and install')}
          </Button>
        ) : (
          <Button
            size="small"
            busy={stage === 'checking'}
            disabled={stage === 'loading'}
            onClick={() => ask(updates.check())}
          >
            {i18n.t('Check for updates')}
          </Button>
        )}
      </div>
      <CheckField
        label={i18n.t('Look for updates by itself')}
        hint={i18n.t(
          'At the start and once a day. It asks for the newest version’s number and sends nothing about you; nothing is downloaded or installed unless you say so.',
        )}
        checked={automatic}
        onChange={({ target }) => ask(updates.setAutomatic(target.checked))}
      />
    </section>
  );
}
