import { SENTENCES } from '../../core/errors.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { storageNoticeAtom } from '../../state/storage-notice.ts';
import { TextButton } from '../../ui/text-link.tsx';
import styles from './shell.module.css';

/** Says when another tab's version of the app holds the storage: without it nothing here can be kept. */
export function StorageBar() {
  const news = useAtomValue(storageNoticeAtom);
  if (news === undefined) return null;
  return (
    <p className={styles.offline} role="alert">
      {SENTENCES[news === 'superseded' ? 'storage-superseded' : 'storage-blocked']}{' '}
      {news === 'superseded' && <TextButton onClick={() => location.reload()}>Reload</TextButton>}
    </p>
  );
}
