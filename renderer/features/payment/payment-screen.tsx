import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';

import { sentence } from '../../core/errors.ts';
import { formatSol } from '../../core/format.ts';
import { canPay } from '../../core/orders/selectors.ts';
import { resolvePlan, type PlanId } from '../../core/plans.ts';
import { i18n } from '../../i18n/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { useNewer } from '../../state/newer-version.ts';
import { usePorts } from '../../state/ports.ts';
import { useFitness } from '../../state/self-test/index.ts';
import { useAction } from '../../state/use-action.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { TextButton, TextLink } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { Findings } from './findings.tsx';
import { CutOutNotice, FitnessNotice, NewerNotice, StyleNotice } from './fitness-notice.tsx';
import { ManualMethod } from './manual-method.tsx';
import { Outcome } from './outcome.tsx';
import styles from './payment.module.css';
import { PhoneMethod } from './phone-method.tsx';
import { Summary } from './summary.tsx';
import { usePlanOrder, useQuote } from './use-plan-order.ts';
import { WalletMethod } from './wallet-method.tsx';

/** Loaded apart. If they can't be loaded, the receipt has no pictures, and paying goes on. */
const FirstPictures = lazy<(props: { readonly plan: PlanId }) => ReactNode>(async () => ({
  default: await import('./first-pictures.tsx').then(
    (loaded) => loaded.FirstPictures,
    () => () => null,
  ),
}));

/** /payment?plan=&priceSOL=: the price comes from the plan table, never from the address. */
export function PaymentScreen() {
  const [query] = useSearchParams();
  const plan = resolvePlan(query.get('plan'));
  const { watch, failure, tryAgain, buyAnother } = usePlanOrder(plan);
  const order = watch?.order;
  const { quote, obstacle } = useQuote(order);
  const paying = useAction('payment-failed-retry');
  const newer = useNewer();
  const { fitness, again, tested } = useFitness();

  const kind = order?.state.kind;
  const payable = !order || canPay(order) || kind === 'awaiting-signature';
  const done = watch !== undefined && !payable;
  /** Ways without a wallet here: not while a wallet is asked, nor if no order could be started. */
  const elsewhere =
    payable && kind !== 'awaiting-signature' && (order !== undefined || failure === undefined);
  const asked = kind === 'awaiting-signature';
  const { plans, credits } = useLibraryState();
  const [wanted, setWanted] = useState<PlanId>();
  /** Asks before a plan is bought again while there are credits left. */
  const asksFirst =
    (!order || kind === 'draft') &&
    plans.has(plan.id) &&
    credits.available > 0 &&
    wanted !== plan.id;
  const isTested = fitness.kind === 'fit';
  const isBeingTested = fitness.kind === 'unknown' || fitness.kind === 'checking';
  /** Not in a browser that couldn't deliver, nor before that question; a begun payment goes on. */
  const mayBegin = (isTested || isBeingTested) && !asksFirst;
  /** The wallet is offered while this browser is tested, and asked once it has passed. */
  const mayPay = async (): Promise<boolean> =>
    (await tested()).kind === 'fit' && (await newer.mayPay());
  const claimed = kind === 'manual';
  /** A payment link names no network, so elsewhere a real wallet would pay real SOL. */
  const byPhone = usePorts().config.network === 'mainnet';

  return (
    <div className={t.page}>
      <div className={styles.head}>
        <h1 className={t.title}>{i18n.t('Secure Payment')}</h1>
        <p className={t.quiet}>
          {!done && <TextLink to="/pricing">{i18n.t('Back to Pricing')}</TextLink>}
        </p>
        <p className={styles.brief}>
          <strong>{plan.name}</strong>
          <bdi>{formatSol(plan.price)} SOL</bdi>
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
              <Outcome
                watch={watch}
                onBuyAnother={() => {
                  setWanted(plan.id);
                  buyAnother();
                }}
              />
            </div>
          )}
          {order && !done && watch.found && watch.found.kind !== 'twice' && (
            <div className={styles.top}>
              <Findings order={order} found={watch.found} />
            </div>
          )}
          {asksFirst && (
            <div className={styles.top}>
              <Notice
                title={i18n.t('You already have {plan}', { plan: plan.name })}
                actions={
                  <>
                    <ButtonLink to="/customize" variant="accent">
                      {i18n.t('Back to your photo')}
                    </ButtonLink>
                    <TextButton onClick={() => setWanted(plan.id)}>
                      {i18n.t('Buy {plan} again', { plan: plan.name })}
                    </TextButton>
                  </>
                }
              >
                {i18n.t('{credits, plural, one {# credit} other {# credits}} left', {
                  credits: credits.available,
                })}
              </Notice>
            </div>
          )}
          {payable && <StyleNotice plan={plan.id} />}
          {payable && <NewerNotice found={newer.found} />}
          {payable && <CutOutNotice draftId={order?.draftId} />}
          {payable && !isBeingTested && <FitnessNotice fitness={fitness} onAgain={again} />}
          {payable && (mayBegin || asked) && (
            <WalletMethod
              plan={plan}
              order={order}
              expiresIn={watch?.expiresIn}
              mayPay={mayPay}
              paying={paying}
              obstacle={obstacle}
            />
          )}
          {payable && isBeingTested && <FitnessNotice fitness={fitness} onAgain={again} />}
          {elsewhere && mayBegin && isTested && byPhone && <PhoneMethod order={order} />}
          {((elsewhere && mayBegin && isTested) || claimed) && (
            <ManualMethod number={byPhone ? 3 : 2} watch={watch} />
          )}
        </div>
        <aside className={styles.aside}>
          <Summary
            plan={plan}
            order={order}
            quote={quote}
            pictures={
              !done && (
                <Suspense>
                  <FirstPictures plan={plan.id} />
                </Suspense>
              )
            }
          />
        </aside>
      </div>
    </div>
  );
}
