import { CLAIMS } from '../../content/claims.ts';
import { SENTENCES } from '../../core/errors.ts';
import { formatNumber } from '../../core/format.ts';
import { PLANS } from '../../core/plans.ts';
import type { OrderWatch } from '../../state/payments/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { TimeLeft } from './time-left.tsx';

export const confirmationPath = (orderId: string): string =>
  `/payment-confirmation?order=${encodeURIComponent(orderId)}`;

/** Shown above the ways to pay once a payment is on its way or has arrived. */
export function Outcome({
  watch: { order, trouble, expiresIn },
  onBuyAnother,
}: {
  readonly watch: OrderWatch;
  readonly onBuyAnother: () => void;
}) {
  const { kind } = order.state;
  const onward = (
    <ButtonLink variant="accent" to={confirmationPath(order.id)}>
      Continue to Confirmation
    </ButtonLink>
  );
  if (kind === 'finalized') {
    return (
      <Notice
        tone="good"
        title="Payment verified"
        actions={
          <>
            {onward}
            <TextButton onClick={onBuyAnother}>Buy {PLANS[order.plan].name} again</TextButton>
          </>
        }
      >
        {formatNumber(order.credits)} credits are yours. The receipt names the transaction.
      </Notice>
    );
  }
  return (
    <>
      <Notice
        tone="chain"
        title={
          kind === 'manual'
            ? 'Your transfer is verifying on blockchain'
            : 'Your payment is verifying on blockchain'
        }
        actions={onward}
      >
        <Unbroken
          text={
            trouble === undefined
              ? `That typically takes ${CLAIMS.verificationTime}. You can leave this page: it goes on by itself, and you are never charged twice.`
              : `${SENTENCES[trouble]} We keep asking.`
          }
        />
      </Notice>
      {expiresIn !== undefined && <TimeLeft milliseconds={expiresIn} />}
    </>
  );
}
