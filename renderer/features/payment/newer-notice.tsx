import { i18n } from '../../i18n/index.ts';
import type { Newer } from '../../state/newer-version.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './payment.module.css';

/** Offers to reload the page for a newer version; it never reloads by itself. */
export function NewerNotice({ found }: { readonly found: Newer }) {
  if (found === 'none') return null;
  return (
    <div className={styles.top}>
      <Notice
        tone="careful"
        title={
          found === 'prices'
            ? i18n.t('Our prices have changed')
            : i18n.t('A newer version of Likeness is here')
        }
        actions={
          <Button size="small" onClick={() => location.reload()}>
            {i18n.t('Reload this page')}
          </Button>
        }
      >
        {found === 'prices'
          ? i18n.t(
              'This page still shows the old ones. Reload it before you pay; nothing has been charged.',
            )
          : i18n.t(
              'Reload before you pay, so that you pay with the newest. Nothing has been charged, and your photo stays.',
            )}
      </Notice>
    </div>
  );
}
