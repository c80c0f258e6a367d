import { useSetAtom } from 'jotai';
import { useState } from 'react';

import { i18n } from '../../i18n/index.ts';
import type { Updates } from '../../ports/updates.ts';
import { showFailureAtom } from '../../state/toasts.ts';
import { useUpdateState } from '../../state/updates.ts';
import { cx } from '../../ui/cx.ts';
import { TextButton } from '../../ui/text-link.tsx';
import { Trans } from '../../ui/trans.tsx';
import styles from './shell.module.css';

/** Announces a newer version of the desktop app on every screen; the user decides what happens. */
export function UpdateBar({ updates }: { readonly updates: Updates }) {
  const state = useUpdateState(updates);
  const [later, setLater] = useState<string>();
  const showFailure = useSetAtom(showFailureAtom);
  const ask = (what: Promise<void>): void => void what.catch(showFailure);
  if (
    state === undefined ||
    state.version === undefined ||
    later === `${state.stage} ${state.version}`
  )
    return null;
  const { stage, version } = state;
  if (stage !== 'available' && stage !== 'ready') return null;
  return (
    <p className={cx(styles.offline, styles.notice)} role="status">
      {stage === 'available' ? (
        <Trans
          id="Likeness {version} is out. <button>Download</button>"
          values={{ version }}
          components={{ button: <TextButton onClick={() => ask(updates.download())} /> }}
        />
      ) : (
        <Trans
          id="Likeness {version} is here. Work in progress goes on after the restart. <button>Restart and install</button>"
          values={{ version }}
          components={{ button: <TextButton onClick={() => ask(updates.install())} /> }}
        />
      )}{' '}
      <TextButton onClick={() => setLater(`${stage} ${version}`)}>{i18n.t('Later')}</TextButton>
    </p>
  );
}
