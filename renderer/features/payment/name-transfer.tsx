import { useState } from 'react';

import { LikenessError, sentence } from '../../core/errors.ts';
import { formatSol } from '../../core/format.ts';
import type { Order } from '../../core/orders/order.ts';
import { i18n } from '../../i18n/index.ts';
import { usePayments, type OrderWatch } from '../../state/payments/index.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Form } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import styles from './payment.module.css';

/** What the chain holds instead of a payment, with the amount if it is known. */
function whatWasFound(thrown: unknown, order: Order): string {
  const words = sentence(thrown, 'payment-not-found');
  const found = thrown instanceof LikenessError ? thrown.context['found'] : undefined;
  if (typeof found !== 'string') return words;
  const amounts = i18n.t('We received {amount} SOL. The plan costs {price} SOL.', {
    amount: found,
    price: formatSol(order.price),
  });
  return `${words} ${amounts}`;
}

/** Lets the user name a transfer whose amount was changed on the way, or that isn't found. */
export function NameTransfer({ watch: { order, refused } }: { readonly watch: OrderWatch }) {
  const payments = usePayments();
  const [signature, setSignature] = useState('');
  const naming = useAction((thrown) => whatWasFound(thrown, order));
  const withdrawing = useAction('payment-failed-retry');
  const onItsWay =
    order.state.kind === 'manual' &&
    order.state.signature !== undefined &&
    !refused &&
    naming.problem === undefined &&
    !naming.busy;
  const problem =
    naming.problem ?? (refused && !naming.busy ? whatWasFound(refused, order) : undefined);
  return (
    <Form
      className={styles.name}
      onSubmit={() => naming.run(() => payments.claimManual(order.id, signature.trim()))}
    >
      <Field
        label={i18n.t('Sent a different amount?')}
        hint={
          <span role="status">
            {onItsWay
              ? i18n.t(
                  'The network has this transaction. It is checked as soon as it is final; that takes less than a minute.',
                )
              : i18n.t(
                  'Paste the transaction’s signature from your wallet’s or exchange’s history.',
                )}
          </span>
        }
        error={problem}
        value={signature}
        onChange={(event) => setSignature(event.target.value)}
        spellCheck={false}
        autoComplete="off"
        required
      />
      <div className={styles.actions}>
        <Button type="submit" busy={naming.busy}>
          {naming.busy ? i18n.t('Looking…') : i18n.t('Check this transaction')}
        </Button>
        {order.state.kind === 'manual' && (
          <TextButton onClick={() => withdrawing.run(() => payments.withdrawManual(order.id))}>
            {i18n.t('I haven’t sent anything')}
          </TextButton>
        )}
      </div>
      {withdrawing.problem !== undefined && <ErrorNote what={withdrawing.problem} />}
    </Form>
  );
}
