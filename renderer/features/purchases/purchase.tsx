import { useId, useState } from 'react';
import { z } from 'zod';

import { BRAND } from '../../content/brand.ts';
import { isAddress } from '../../core/base58.ts';
import { solText } from '../../core/money.ts';
import type { Order, PaymentProof } from '../../core/orders/order.ts';
import { receiptName, writeReceipt } from '../../core/orders/receipt.ts';
import {
  canAskForRefund,
  orderSignature,
  orderStatusWord,
  refundOf,
} from '../../core/orders/selectors.ts';
import { PLANS } from '../../core/plans.ts';
import { formatDate, formatNumber, formatSol, formatTime, t } from '../../i18n/index.ts';
import { useKept } from '../../state/kept-form.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { usePorts } from '../../state/ports.ts';
import { showFailure, showToast } from '../../state/toasts.ts';
import { useAction } from '../../state/use-async.ts';
import tone from '../../ui/badge.module.css';
import { Button, TextButton, TextLink } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import { CheckField, Form, TextAreaField } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { HandedOver, NoMailbox, useMailbox } from '../forms/index.ts';
import { TransactionLink } from '../parts/transaction-link.tsx';
import { usePrintTitle } from '../parts/use-print-title.ts';
import styles from './purchases.module.css';

/** Saves the receipt of a paid order, which restores the purchase on any device. */
export function SaveReceipt({ order }: { readonly order: Order }) {
  const { downloads } = usePorts();
  const save = async (): Promise<void> => {
    const file = new Blob([writeReceipt(order)], { type: 'application/json' });
    const { place } = await downloads.save(receiptName(order), file);
    showToast(
      place === undefined ? t('Receipt saved.') : t('Receipt saved to {place}.', { place }),
      'good',
    );
  };
  return (
    <TextButton
      onClick={() =>
        void save().catch((failure: unknown) => showFailure(failure, 'download-failed'))
      }
    >
      {t('Save receipt')}
    </TextButton>
  );
}

const toneClass = ({ state }: Order): string => {
  if (state.kind === 'finalized') return state.refund ? ui.quiet : tone.good;
  return state.kind === 'failed' || state.kind === 'expired' ? tone.bad : tone.careful;
};

/** One order: what was bought, what became of it, and what can be done with it. */
export function Purchase({ order, now }: { readonly order: Order; readonly now: number }) {
  const proof = order.state.kind === 'finalized' ? order.state.proof : undefined;
  const refund = refundOf(order);
  const signature = orderSignature(order);
  return (
    <li className={styles.purchase}>
      <div>
        <p className={ui.caption}>{PLANS[order.plan].name}</p>
        <p className={cx(ui.small, ui.quiet)}>
          {t('{credits, plural, one {# credit} other {# credits}}, {date}', {
            credits: order.credits,
            date: formatTime(order.createdAt),
          })}
        </p>
        <p className={cx(ui.mono, ui.small, ui.quiet, styles.id)}>
          <span>{order.id}</span>
          {signature !== undefined && <TransactionLink signature={signature} />}
        </p>
      </div>
      <div className={styles.sum}>
        <p className={ui.mono}>
          <bdi>{formatSol(proof?.lamports ?? order.price)} SOL</bdi>
        </p>
        <p className={cx(ui.small, toneClass(order))}>{orderStatusWord(order, now)}</p>
        {refund && (
          <p className={cx(ui.mono, ui.small, ui.quiet)}>
            <bdi>−{formatSol(refund.lamports)} SOL</bdi>{' '}
            <TransactionLink signature={refund.signature} />
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <TextLink to={`/payment-confirmation?order=${encodeURIComponent(order.id)}`}>
          {t('Details')}
        </TextLink>
        {proof && <SaveReceipt order={order} />}
        {proof && (
          <DialogButton text label={t('Invoice')}>
            <Invoice order={order} proof={proof} />
          </DialogButton>
        )}
        {proof && canAskForRefund(order, now) && (
          <DialogButton text label={t('Ask for a refund')}>
            <RefundForm order={order} proof={proof} />
          </DialogButton>
        )}
      </div>
    </li>
  );
}

interface InvoiceProps {
  readonly order: Order;
  readonly proof: PaymentProof;
}

/** The invoice of a paid order, to print or save as a PDF with the browser's own dialog. */
function Invoice({ order, proof }: InvoiceProps) {
  const { supportEmail } = usePorts().config;
  const [buyer, setBuyer] = useKept('invoice', z.string(), '');
  const title = t('Invoice {id}', { id: order.id });
  usePrintTitle(title);
  const refund = refundOf(order);
  const rows: readonly (readonly [string, string])[] = [
    [t('Invoice'), order.id],
    [t('Date'), formatDate(proof.blockTime ?? order.createdAt)],
    [
      t('Item'),
      t('{plan}, {credits, plural, one {# avatar credit} other {# avatar credits}}', {
        plan: PLANS[order.plan].name,
        credits: order.credits,
      }),
    ],
    [t('Paid'), `${formatSol(proof.lamports)} SOL`],
    [t('Network fee'), `${formatSol(proof.fee)} SOL`],
    ...(refund ? [[t('Refunded'), `−${formatSol(refund.lamports)} SOL`] as const] : []),
    [t('From wallet'), proof.payer],
    [t('To wallet'), proof.treasury],
    [t('Transaction'), proof.signature],
  ];
  return (
    <>
      <TextAreaField
        label={t('Your name, address and tax number')}
        hint={t('Printed on the invoice, and kept in this tab for the next one.')}
        rows={4}
        maxLength={600}
        autoComplete="street-address"
        value={buyer}
        onChange={({ target }) => setBuyer(target.value)}
      />
      <article className={styles.invoice} aria-label={title}>
        <p className={ui.heading}>{BRAND}</p>
        {supportEmail !== undefined && <p className={ui.small}>{supportEmail}</p>}
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
        {t('Print or save as PDF')}
      </Button>
    </>
  );
}

interface RefundRequest {
  readonly order: Order;
  readonly proof: PaymentProof;
  /** The address the buyer wants the money at, base58. */
  readonly to: string;
  readonly words: string;
}

/**
 * The mail that asks for a refund. Refunds are requested by mail in every build: the owner may have
 * to ask back, and the buyer keeps a dated copy. It is in English, because the owner reads it, and
 * its last line is input for the owner's tool.
 */
const refundMail = ({
  order,
  proof,
  to,
  words,
}: RefundRequest): { subject: string; body: string } => ({
  subject: `Likeness: refund of ${order.id}`,
  body: [
    `I’d like a refund of ${solText(proof.lamports)} SOL (${PLANS[order.plan].name}) under the 7-day guarantee.`,
    ...(words === '' ? [] : ['', words]),
    '',
    `Order: ${order.id}`,
    `Paid by: ${proof.payer}`,
    `Transaction: ${proof.signature}`,
    `Refund to (I confirm that this address is mine): ${to}`,
    '',
    `npm run refund -- --order ${order.id} --payment ${proof.signature} --reference ${order.reference} --to ${to}`,
  ].join('\n'),
});

interface RefundFormProps {
  readonly order: Order;
  readonly proof: PaymentProof;
}

function RefundForm({ order, proof }: RefundFormProps) {
  const mailbox = useMailbox();
  const { credits } = useLibraryState();
  const [to, setTo] = useKept(`refund.${order.id}`, z.string(), proof.payer);
  const [words, setWords] = useKept(`refund.${order.id}.words`, z.string(), '');
  const [confirmed, setConfirmed] = useState(false);
  const [handed, setHanded] = useState<{ whole: boolean; mail: ReturnType<typeof refundMail> }>();
  const { problem, run } = useAction();
  const id = useId();
  const address = to.trim();
  const valid = isAddress(address);
  const mail = handed?.mail ?? refundMail({ order, proof, to: address, words: words.trim() });

  const hand = async (): Promise<void> => {
    if (!mailbox) return;
    setHanded({ ...(await mailbox.hand(mail)), mail });
    setTo(proof.payer);
    setWords('');
  };

  if (handed && mailbox) {
    return (
      <HandedOver
        address={mailbox.address}
        body={mail.body}
        whole={handed.whole}
        onAgain={() => run(hand)}
      />
    );
  }
  return (
    <Form className={cx(ui.stack4, styles.refund)} noValidate onSubmit={() => run(hand)}>
      <p>
        {t(
          '{amount} SOL for {plan}. When the refund arrives, unused credits from this order (up to {credits}) are removed. You keep your avatars.',
          {
            amount: formatSol(proof.lamports),
            plan: PLANS[order.plan].name,
            credits: formatNumber(Math.min(order.credits, credits.available)),
          },
        )}
      </p>
      <TextAreaField
        label={t('Solana address for the refund')}
        rows={2}
        hint={t(
          'Paid from an exchange? Enter your deposit address there. A refund to the address the exchange paid from is usually lost.',
        )}
        error={
          valid || address === ''
            ? undefined
            : t('This isn’t a Solana address: 32 to 44 letters and digits.')
        }
        value={to}
        onChange={(event) => setTo(event.target.value)}
        spellCheck={false}
        autoComplete="off"
      />
      <CheckField
        label={t('This address is mine, and I can receive SOL there')}
        checked={confirmed}
        onChange={(event) => setConfirmed(event.target.checked)}
      />
      <TextAreaField
        label={t('What went wrong? (optional)')}
        rows={3}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {problem !== undefined && <ErrorNote what={problem} safe={t('Nothing was sent.')} />}
      {!mailbox && <NoMailbox id={id} />}
      <Button
        type="submit"
        variant="accent"
        disabled={!mailbox || !valid || !confirmed}
        aria-describedby={mailbox ? undefined : id}
      >
        {t('Ask for the refund')}
      </Button>
    </Form>
  );
}
