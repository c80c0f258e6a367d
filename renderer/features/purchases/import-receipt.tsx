import { useAtomValue, useSetAtom } from 'jotai';

import { LikenessError } from '../../core/errors.ts';
import { RECEIPT_MAX_BYTES } from '../../core/orders/receipt.ts';
import { i18n } from '../../i18n/index.ts';
import { usePayments } from '../../state/payments/index.ts';
import { scopeAtom } from '../../state/scope.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { useAction } from '../../state/use-action.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import styles from './purchases.module.css';

/** Takes a receipt file; the chain decides whether it is valid. */
export function ImportReceipt() {
  const payments = usePayments();
  const scope = useAtomValue(scopeAtom);
  const showToast = useSetAtom(showToastAtom);
  const { busy, problem, run } = useAction('receipt-unreadable');

  const take = async (file: File): Promise<void> => {
    if (file.size > RECEIPT_MAX_BYTES) throw new LikenessError('receipt-unreadable');
    const { order, isNew } = await payments.importReceipt(
      await file.text(),
      await scope.confirmed(),
    );
    showToast(
      isNew
        ? i18n.t('Verified: {credits, plural, one {# credit is} other {# credits are}} yours.', {
            credits: order.credits,
          })
        : i18n.t('This purchase is on this device already.'),
      'good',
    );
  };

  return (
    <div className={styles.import}>
      <FileButton
        label={i18n.t('Receipt file')}
        accept="application/json,.json"
        size="small"
        busy={busy}
        onFiles={([file]) => run(() => take(file))}
      >
        {busy ? i18n.t('Verifying…') : i18n.t('Import a receipt')}
      </FileButton>
      {problem !== undefined && <ErrorNote what={problem} />}
    </div>
  );
}
