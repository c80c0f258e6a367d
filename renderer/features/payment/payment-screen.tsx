import { useSearchParams } from 'react-router-dom';

import { sentence } from '../../core/errors.ts';
import { canPay } from '../../core/orders/selectors.ts';
import { resolvePlan } from '../../core/plans.ts';
import { i18n } from '../../i18n/index.ts';
import { useFitness } from '../../state/self-test/index.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { Findings } from './findings.tsx';
import { CutOutNotice, FitnessNotice, NewerNotice, StyleNotice } from './fitness-notice.tsx';
import { ManualMethod } from './manual-method.tsx';
import { Outcome } from './outcome.tsx';
import styles from './payment.module.css';
import { PhoneMethod } from './phone-method.tsx';
import { FirstPictures, Summary } from './summary.tsx';
import { useNewer } from './use-newer.ts';
import { usePlanOrder, useQuote } from './use-plan-order.ts';
import { WalletMethod } from './wallet-method.tsx';

/** /payment?plan=&priceSOL=: the price comes from the plan table, never from the address. */
export function PaymentScreen() {
  const [query] = useSearchParams();
  const plan = resolvePlan(query.get('plan'));
  const { watch, failure, tryAgain, buyAnother } = usePlanOrder(plan);
  const order = watch?.order;
  const { quote, obstacle } = useQuote(order);
  const paying = useAction('payment-failed-retry');
  const newer = useNewer();
  const { fitness, again } = useFitness();

  const kind = order?.state.kind;
  const payable = !order || canPay(order) || kind === 'awaiting-signature';
  const done = watch !== undefined && !payable;
  /** Ways without a wallet here: not while a wallet is asked, nor if no order could be started. */
  const elsewhere =
    payable && kind !== 'awaiting-signature' && (order !== undefined || failure === undefined);
  /** A browser that couldn't deliver starts no payment; one that was started goes on. */
  const mayBegin = fitness.kind === 'fit';
  const asked = kind === 'awaiting-signature';
  const claimed = kind === 'manual';

  return (
    <div className={t.page}>
      <div className={styles.head}>
        <h1 className={t.title}>{i18n.t('Secure Payment')}</h1>
        <p className={t.quiet}>
          {i18n.t('Paid from your wallet to the studio, checked on the chain.')}{' '}
          {!done && <TextLink to="/pricing">{i18n.t('Back to Pricing')}</TextLink>}
        </p>
      </div>
      <div className={styles.two}>
        <div className={styles.methods}>
          {failure !== undefined && !order && (
            <div className={styles.top}>
              <ErrorNote
                what={sentence(failure, 'network-unreachable')}
                actions={<Button onClick={tryAgain}>{i18n.t('Try again')}</Button>}
              />
            </div>
          )}
          {done && (
            <div className={styles.top}>
              <Outcome watch={watch} onBuyAnother={buyAnother} />
            </div>
          )}
          {order && !done && watch.found && watch.found.kind !== 'twice' && (
            <div className={styles.top}>
              <Findings order={order} found={watch.found} />
            </div>
          )}
          {payable && <StyleNotice plan={plan.id} />}
          {payable && <NewerNotice found={newer.found} />}
          {payable && <CutOutNotice draftId={order?.draftId} />}
          {payable && <FitnessNotice fitness={fitness} onAgain={again} />}
          {payable && (mayBegin || asked) && (
            <WalletMethod
              plan={plan}
              order={order}
              expiresIn={watch?.expiresIn}
              mayPay={newer.mayPay}
              paying={paying}
              obstacle={obstacle}
            />
          )}
          {elsewhere && mayBegin && <PhoneMethod order={order} />}
          {((elsewhere && mayBegin) || claimed) && <ManualMethod watch={watch} />}
        </div>
        <aside className={styles.aside}>
          <Summary
            plan={plan}
            order={order}
            quote={quote}
            pictures={!done && <FirstPictures plan={plan.id} />}
          />
        </aside>
      </div>
    </div>
  );
}
