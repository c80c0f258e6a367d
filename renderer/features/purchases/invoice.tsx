import { useState } from 'react';

import { BRAND } from '../../content/brand.ts';
import { formatDate, formatSol } from '../../core/format.ts';
import type { Order, PaymentProof } from '../../core/orders/order.ts';
import { refundOf } from '../../core/orders/selectors.ts';
import { PLANS } from '../../core/plans.ts';
import { i18n } from '../../i18n/index.ts';
import { keptForm } from '../../state/kept-form.ts';
import { usePorts } from '../../state/ports.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import styles from './invoice.module.css';

/** Kept in this tab only: a buyer's address is private. */
const kept = keptForm('invoice');

export interface InvoiceProps {
  readonly order: Order;
  readonly proof: PaymentProof;
}

/** Opens the invoice of a paid order, to print or save as a PDF with the browser's own dialog. */
export function Invoice({ order, proof }: InvoiceProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <TextButton onClick={() => setOpen(true)}>{i18n.t('Invoice')}</TextButton>
      <Dialog open={open} onClose={() => setOpen(false)} title={i18n.t('Invoice')}>
        <Sheet order={order} proof={proof} />
      </Dialog>
    </>
  );
}

function Sheet({ order, proof }: InvoiceProps) {
  const { supportEmail } = usePorts().config;
  const [buyer, setBuyer] = useState(() => {
    const typed = kept.read();
    return typeof typed === 'string' ? typed : '';
  });
  const refund = refundOf(order);
  const rows: readonly (readonly [string, string])[] = [
    [i18n.t('Invoice'), order.id],
    [i18n.t('Date'), formatDate(proof.blockTime ?? order.createdAt)],
    [
      i18n.t('Item'),
      i18n.t('{plan}, {credits, plural, one {# avatar credit} other {# avatar credits}}', {
        plan: PLANS[order.plan].name,
        credits: order.credits,
      }),
    ],
    [i18n.t('Paid'), `${formatSol(proof.lamports)} SOL`],
    [i18n.t('Network fee'), `${formatSol(proof.fee)} SOL`],
    ...(refund ? [[i18n.t('Refunded'), `−${formatSol(refund.lamports)} SOL`] as const] : []),
    [i18n.t('From wallet'), proof.payer],
    [i18n.t('To wallet'), proof.treasury],
    [i18n.t('Transaction'), proof.signature],
  ];
  return (
    <>
      <TextAreaField
        label={i18n.t('Your name, address and tax number')}
        hint={i18n.t('Printed on the invoice, and kept in this tab for the next one.')}
        rows={4}
        maxLength={600}
        autoComplete="street-address"
        value={buyer}
        onChange={({ target }) => {
          setBuyer(target.value);
          kept.write(target.value);
        }}
      />
      <article className={styles.invoice} aria-label={i18n.t('Invoice {id}', { id: order.id })}>
        <p className={t.heading}>{BRAND}</p>
        {supportEmail !== undefined && <p className={t.small}>{supportEmail}</p>}
        {buyer.trim() !== '' && <p className={styles.buyer}>{buyer.trim()}</p>}
        <dl>
          {rows.map(([term, value]) => (
            <Fact key={term} name={term}>
              <bdi>{value}</bdi>
            </Fact>
          ))}
        </dl>
      </article>
      <Button variant="accent" wide onClick={() => print()}>
        {i18n.t('Print or save as PDF')}
      </Button>
    </>
  );
}
