import type { Order } from '../../core/orders/order.ts';
import { i18n } from '../../i18n/index.ts';
import { usePayments } from '../../state/payments/index.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import styles from './payment.module.css';
import { TimeLeft } from './time-left.tsx';

export interface AskedBeforeProps {
  readonly order: Order;
  readonly expiresIn?: number | undefined;
}

/**
 * A wallet that sends by itself was asked, and no answer is known. The app can't tell whether the
 * wallet's window is still open, so it asks the user.
 */
export function AskedBefore({ order, expiresIn }: AskedBeforeProps) {
  const payments = usePayments();
  const closing = useAction('network-unreachable');
  const { state } = order;
  if (state.kind !== 'awaiting-signature' || !state.sendsItself) return null;
  return (
    <div className={styles.note}>
      {state.closed ? (
        <Notice tone="chain" title={i18n.t('Looking for what your wallet sent')}>
          {i18n.t(
            'If it sent the payment, it is found here by itself. If not, you can pay again in a minute or two, and never twice.',
          )}
        </Notice>
      ) : (
        <Notice
          tone="careful"
          title={i18n.t('Your wallet was asked, and its answer isn’t known')}
          actions={
            <Button
              size="small"
              busy={closing.busy}
              onClick={() => closing.run(() => payments.confirmClosed(order.id))}
            >
              {i18n.t('No wallet window is open')}
            </Button>
          }
        >
          {i18n.t(
            'If you approve there, the payment is found here by itself. To pay anew, close every window of the wallet first, and say so.',
          )}
        </Notice>
      )}
      {state.closed && expiresIn !== undefined && <TimeLeft milliseconds={expiresIn} />}
      {closing.problem !== undefined && <ErrorNote what={closing.problem} />}
    </div>
  );
}
