import { useId, useState } from 'react';

import { isAddress } from '../../core/base58.ts';
import { formatNumber, formatSol } from '../../core/format.ts';
import { solText } from '../../core/money.ts';
import type { Order, PaymentProof } from '../../core/orders/order.ts';
import { PLANS } from '../../core/plans.ts';
import { i18n } from '../../i18n/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, Field, Form, TextAreaField } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { HandedOver, NoMailbox, useMailbox } from '../forms/index.ts';
import styles from './purchases.module.css';

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
  const [to, setTo] = useState(proof.payer);
  const [words, setWords] = useState('');
  const [confirmed, setConfirmed] = useState(false);
  const [handed, setHanded] = useState<{ whole: boolean }>();
  const { problem, run } = useAction();
  const id = useId();
  const address = to.trim();
  const valid = isAddress(address);
  const mail = refundMail({ order, proof, to: address, words: words.trim() });

  const hand = async (): Promise<void> => {
    if (mailbox) setHanded(await mailbox.hand(mail));
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
    <Form className={styles.refund} noValidate onSubmit={() => run(hand)}>
      <p>
        {i18n.t(
          '{amount} SOL for {plan}. When the refund arrives, unused credits from this order (up to {credits}) are removed. You keep your avatars.',
          {
            amount: formatSol(proof.lamports),
            plan: PLANS[order.plan].name,
            credits: formatNumber(Math.min(order.credits, credits.available)),
          },
        )}
      </p>
      <Field
        label={i18n.t('Solana address for the refund')}
        hint={i18n.t(
          'Paid from an exchange? Enter your deposit address there. A refund to the address it paid from is usually lost.',
        )}
        error={
          valid || address === ''
            ? undefined
            : i18n.t('This isn’t a Solana address: 32 to 44 letters and digits.')
        }
        value={to}
        onChange={(event) => setTo(event.target.value)}
        spellCheck={false}
        autoComplete="off"
      />
      <CheckField
        label={i18n.t('This address is mine, and I can receive SOL there')}
        checked={confirmed}
        onChange={(event) => setConfirmed(event.target.checked)}
      />
      <TextAreaField
        label={i18n.t('What went wrong? (optional)')}
        rows={3}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {problem !== undefined && <ErrorNote what={problem} safe={i18n.t('Nothing was sent.')} />}
      {!mailbox && <NoMailbox id={id} />}
      <Button
        type="submit"
        variant="accent"
        disabled={!mailbox || !valid || !confirmed}
        aria-describedby={mailbox ? undefined : id}
      >
        {i18n.t('Ask for the refund')}
      </Button>
    </Form>
  );
}

/** Asks for an order's money back, within the guarantee's time. */
export function RefundRequest({ order, proof }: RefundFormProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <TextButton onClick={() => setOpen(true)}>{i18n.t('Ask for a refund')}</TextButton>
      <Dialog open={open} onClose={() => setOpen(false)} title={i18n.t('Ask for a refund')}>
        <RefundForm order={order} proof={proof} />
      </Dialog>
    </>
  );
}
