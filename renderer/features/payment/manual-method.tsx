import { useEffect } from 'react';

import { solText } from '../../core/money.ts';
import { networkLabel } from '../../core/network.ts';
import { i18n } from '../../i18n/index.ts';
import { usePayments, type OrderWatch } from '../../state/payments/index.ts';
import { usePorts } from '../../state/ports.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { NameTransfer } from './name-transfer.tsx';
import styles from './payment.module.css';
import { Method } from './wallet-method.tsx';

/** A plain transfer from any wallet or exchange, recognised by the last digits of its amount. */
export function ManualMethod({
  number,
  watch,
}: {
  readonly number: number;
  readonly watch?: OrderWatch | undefined;
}) {
  const order = watch?.order;
  const { config } = usePorts();
  const payments = usePayments();
  const claiming = useAction('payment-failed-retry');
  const claimed = order?.state.kind === 'manual';
  // Shown only after storage has recorded it, because from then on the app looks for its transfer.
  const shown = order && order.amountShown !== false ? order : undefined;
  const hidden = order && !shown ? order.id : undefined;
  useEffect(() => {
    // What can't be stored now is tried again at the next visit.
    if (hidden !== undefined) payments.showAmount(hidden).catch(() => undefined);
  }, [payments, hidden]);
  const amount = shown ? solText(shown.manualAmount) : '';
  return (
    <Method
      number={number}
      title={i18n.t('Send it yourself')}
      words={i18n.t(
        'From any wallet or exchange: exactly this amount, so that we know it’s yours.',
      )}
    >
      <div className={styles.fields}>
        <CopyField label={i18n.t('Exact amount')} value={amount}>
          <span className={styles.exact}>{shown ? `${amount} SOL` : '…'}</span>
        </CopyField>
        <CopyField label={i18n.t('Address')} value={order?.treasury ?? config.treasury} />
      </div>
      <div className={styles.claim}>
        <NetworkMark label={networkLabel(config.network)} />
        {!claimed && (
          <Button
            size="small"
            busy={claiming.busy}
            disabled={!shown}
            onClick={() => {
              if (order) claiming.run(() => payments.claimManual(order.id));
            }}
          >
            {i18n.t("I''ve Sent the Payment Manually")}
          </Button>
        )}
      </div>
      {claiming.problem !== undefined && (
        <ErrorNote
          className={styles.note}
          what={claiming.problem}
          safe={i18n.t('Your transfer isn’t lost: this page keeps looking for it.')}
        />
      )}
      {watch && claimed && <NameTransfer watch={watch} />}
    </Method>
  );
}
