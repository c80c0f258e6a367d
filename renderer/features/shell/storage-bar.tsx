import { SENTENCES } from '../../core/errors.ts';
import { i18n } from '../../i18n/index.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { storageNoticeAtom } from '../../state/notices.ts';
import { TextButton } from '../../ui/text-link.tsx';
import styles from './shell.module.css';

/** Warns that another tab's version of the app holds the storage, so nothing here can be kept. */
export function StorageBar() {
  const notice = useAtomValue(storageNoticeAtom);
  if (notice === undefined) return null;
  return (
    <p className={styles.offline} role="alert">
      {SENTENCES[notice === 'superseded' ? 'storage-superseded' : 'storage-blocked']}{' '}
      {notice === 'superseded' && (
        <TextButton onClick={() => location.reload()}>{i18n.t('Reload')}</TextButton>
      )}
    </p>
  );
}
