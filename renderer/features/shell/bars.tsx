import { useSetAtom } from 'jotai';
import { useState } from 'react';

import { SENTENCES } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { t } from '../../i18n/index.ts';
import type { CrashNotice } from '../../ports/crash-notice.ts';
import type { StorageNotice } from '../../ports/store.ts';
import type { Updates } from '../../ports/updates.ts';
import { crashNoticeAtom } from '../../state/notices.ts';
import { useShowFailure } from '../../state/toasts.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { TextButton } from '../../ui/button.tsx';
import { cx } from '../../ui/shared.ts';
import { Trans } from '../../ui/text.tsx';
import styles from './shell.module.css';

/** Says after a recovered crash what happened, and that nothing was lost. */
export function CrashBar({ crash }: { readonly crash: CrashNotice }) {
  const setCrash = useSetAtom(crashNoticeAtom);
  return (
    <p className={styles.offline} role="alert">
      {SENTENCES[crash.what === 'page' ? 'page-crashed' : 'graphics-crashed']}{' '}
      {crash.interrupted && <CutShort {...crash.interrupted} />}
      <TextButton onClick={() => setCrash(undefined)}>{t('Dismiss')}</TextButton>
    </p>
  );
}

function CutShort({ files, saved: { reveal } }: NonNullable<CrashNotice['interrupted']>) {
  return (
    <>
      {t('Only {files, plural, one {# file was} other {# files were}} saved. Save all again.', {
        files,
      })}{' '}
      {reveal && (
        <>
          <TextButton onClick={() => void reveal().catch(noted('downloads.reveal'))}>
            {t('Show in folder')}
          </TextButton>{' '}
        </>
      )}
    </>
  );
}

/** Warns that another tab's version of the app holds the storage, so nothing here can be kept. */
export function StorageBar({ notice }: { readonly notice: StorageNotice }) {
  return (
    <p className={styles.offline} role="alert">
      {SENTENCES[notice === 'superseded' ? 'storage-superseded' : 'storage-blocked']}{' '}
      {notice === 'superseded' && (
        <TextButton onClick={() => location.reload()}>{t('Reload')}</TextButton>
      )}
    </p>
  );
}

/** Announces a newer version of the desktop app on every screen; the user decides what happens. */
export function UpdateBar({ updates }: { readonly updates: Updates }) {
  const state = useSnapshot(updates);
  const [later, setLater] = useState<string>();
  const showFailure = useShowFailure();
  const ask = (what: Promise<void>): void => void what.catch(showFailure);
  if (
    state === undefined ||
    state.version === undefined ||
    later === `${state.stage} ${state.version}`
  )
    return null;
  const { stage, version } = state;
  if (stage !== 'available' && stage !== 'ready' && stage !== 'not-installed') return null;
  return (
    <p className={cx(styles.offline, styles.notice)} role="status">
      {stage === 'available' ? (
        <Trans
          id="Likeness {version} is out. <button>Download</button>"
          values={{ version }}
          components={{ button: <TextButton onClick={() => ask(updates.download())} /> }}
        />
      ) : stage === 'not-installed' ? (
        t('Version {version} couldn’t be installed. This version keeps working; try again later.', {
          version,
        })
      ) : (
        <Trans
          id="Likeness {version} is ready. Work in progress continues after the restart. <button>Restart and install</button>"
          values={{ version }}
          components={{ button: <TextButton onClick={() => ask(updates.install())} /> }}
        />
      )}{' '}
      <TextButton onClick={() => setLater(`${stage} ${version}`)}>{t('Later')}</TextButton>
    </p>
  );
}
