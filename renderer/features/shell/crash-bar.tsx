import { useSetAtom } from 'jotai';

import { SENTENCES } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { i18n } from '../../i18n/index.ts';
import type { CrashNotice } from '../../ports/crash-notice.ts';
import { crashNoticeAtom } from '../../state/notices.ts';
import { TextButton } from '../../ui/text-link.tsx';
import styles from './shell.module.css';

/** Says after a recovered crash what happened, and that nothing was lost. */
export function CrashBar({ crash }: { readonly crash: CrashNotice }) {
  const setCrash = useSetAtom(crashNoticeAtom);
  return (
    <p className={styles.offline} role="alert">
      {SENTENCES[crash.what === 'page' ? 'page-crashed' : 'graphics-crashed']}{' '}
      {crash.interrupted && <CutShort {...crash.interrupted} />}
      <TextButton onClick={() => setCrash(undefined)}>{i18n.t('Dismiss')}</TextButton>
    </p>
  );
}

function CutShort({ files, saved: { reveal } }: NonNullable<CrashNotice['interrupted']>) {
  return (
    <>
      {i18n.t(
        'Saving several avatars ended early: {files, plural, one {# is} other {# are}} in their folder.',
        { files },
      )}{' '}
      {reveal && (
        <>
          <TextButton onClick={() => void reveal().catch(noted('downloads.reveal'))}>
            {i18n.t('Show in folder')}
          </TextButton>{' '}
        </>
      )}
    </>
  );
}
