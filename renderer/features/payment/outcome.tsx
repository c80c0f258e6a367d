import { CLAIMS } from '../../content/claims.ts';
import { SENTENCES } from '../../core/errors.ts';
import { PLANS } from '../../core/plans.ts';
import { i18n } from '../../i18n/index.ts';
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
      {i18n.t('Continue to Confirmation')}
    </ButtonLink>
  );
  if (kind === 'finalized') {
    return (
      <Notice
        tone="good"
        title={i18n.t('Payment verified')}
        actions={
          <>
            {onward}
            <TextButton onClick={onBuyAnother}>
              {i18n.t('Buy {plan} again', { plan: PLANS[order.plan].name })}
            </TextButton>
          </>
        }
      >
        {i18n.t(
          '{credits, plural, one {# credit is} other {# credits are}} yours. The receipt names the transaction.',
          { credits: order.credits },
        )}
      </Notice>
    );
  }
  return (
    <>
      <Notice
        tone="chain"
        title={
          kind === 'manual'
            ? i18n.t('Your transfer is verifying on blockchain')
            : i18n.t('Your payment is verifying on blockchain')
        }
        actions={onward}
      >
        <Unbroken
          text={
            trouble === undefined
              ? i18n.t(
                  'That typically takes {time}. You can leave this page: it goes on by itself, and you are never charged twice.',
                  { time: CLAIMS.verificationTime },
                )
              : `${SENTENCES[trouble]} ${i18n.t('We keep asking.')}`
          }
        />
      </Notice>
      {expiresIn !== undefined && <TimeLeft milliseconds={expiresIn} />}
    </>
  );
}
