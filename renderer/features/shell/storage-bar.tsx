import { SENTENCES } from '../../core/errors.ts';
import { i18n } from '../../i18n/index.ts';
import type { StorageNotice } from '../../ports/store.ts';
import { TextButton } from '../../ui/text-link.tsx';
import styles from './shell.module.css';

/** Warns that another tab's version of the app holds the storage, so nothing here can be kept. */
export function StorageBar({ notice }: { readonly notice: StorageNotice }) {
  return (
    <p className={styles.offline} role="alert">
      {SENTENCES[notice === 'superseded' ? 'storage-superseded' : 'storage-blocked']}{' '}
      {notice === 'superseded' && (
        <TextButton onClick={() => location.reload()}>{i18n.t('Reload')}</TextButton>
      )}
    </p>
  );
}
