import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { CLAIMS } from '../../content/claims.ts';
import { MANUAL_WATCH_MS } from '../../core/constants.ts';
import { errorCode, holdUpOf, isAbort, sentence } from '../../core/errors.ts';
import { solText, type Lamports } from '../../core/money.ts';
import { networkLabel } from '../../core/network.ts';
import type { Order } from '../../core/orders/order.ts';
import {
  canPay,
  isToBeNamed,
  isWatchedByAmount,
  orderInHand,
  refundOf,
} from '../../core/orders/selectors.ts';
import { PLANS, resolvePlan, type Plan, type PlanId } from '../../core/plans.ts';
import { planHas } from '../../core/unlocks.ts';
import { formatSol, t } from '../../i18n/index.ts';
import { useDraft } from '../../state/drafts/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { useNewer } from '../../state/newer-version.ts';
import { usePayments, type OrderWatch } from '../../state/payments/index.ts';
import { usePorts, useWallet } from '../../state/ports.ts';
import { scopeAtom, useScope } from '../../state/scope.ts';
import { useFitness } from '../../state/self-test/index.ts';
import { onReturn, useAction, useAsync } from '../../state/use-async.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink, TextButton, TextLink } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import links from '../../ui/text-link.module.css';
import { Unbroken } from '../../ui/text.tsx';
import { LibraryFailed } from '../parts/library-notes.tsx';
import { CutOutNotice, FitnessNotice, NewerNotice, StyleNotice } from './fitness-notice.tsx';
import { Findings, NameTransfer, PASTE_SIGNATURE, Summary, TimeLeft } from './order-parts.tsx';
import styles from './payment.module.css';
import { qrPath, solanaPayLink } from './solana-pay.ts';
import { Method, WalletMethod } from './wallet-method.tsx';

const confirmationPath = (orderId: string): string =>
  `/payment-confirmation?order=${encodeURIComponent(orderId)}`;

/** Shown above the ways to pay once a payment is on its way or has arrived. */
function Outcome({
  watch: { order, trouble, expiresIn },
  onBuyAnother,
}: {
  readonly watch: OrderWatch;
  readonly onBuyAnother: () => void;
}) {
  const { clock } = usePorts();
  const { kind } = order.state;
  const onward = (
    <ButtonLink variant="accent" to={confirmationPath(order.id)}>
      {t('Continue to Confirmation')}
    </ButtonLink>
  );
  if (kind === 'finalized') {
    const refund = refundOf(order);
    return (
      <Notice
        tone={refund ? 'plain' : 'good'}
        title={refund ? t('Refunded') : t('Payment verified')}
        actions={
          <>
            {onward}
            <TextButton onClick={onBuyAnother}>
              {t('Buy {plan} again', { plan: PLANS[order.plan].name })}
            </TextButton>
          </>
        }
      >
        {refund
          ? undefined
          : t(
              '{credits, plural, one {# credit is} other {# credits are}} yours. The receipt names the transaction.',
              { credits: order.credits },
            )}
      </Notice>
    );
  }
  if (isToBeNamed(order, clock.now()))
    return <Notice tone="careful" title={PASTE_SIGNATURE} actions={onward} />;
  return (
    <>
      <Notice
        tone="chain"
        title={
          kind === 'manual'
            ? t('Your transfer is verifying on blockchain')
            : t('Your payment is verifying on blockchain')
        }
        actions={onward}
      >
        <Unbroken
          text={
            trouble === undefined
              ? t(
                  'That typically takes {time}. You can leave this page: it continues, and you are never charged twice.',
                  { time: CLAIMS.verificationTime },
                )
              : `${holdUpOf(trouble)} ${t('We keep trying.')}`
          }
        />
      </Notice>
      {expiresIn !== undefined && <TimeLeft milliseconds={expiresIn} />}
    </>
  );
}

function QrCode({ text }: { readonly text: string }) {
  const path = useAsync(useCallback(() => qrPath(text), [text]));
  return (
    <div className={styles.qr} role="img" aria-label={t('QR code of this payment')}>
      {path && (
        <svg
          viewBox={`0 0 ${String(path.size)} ${String(path.size)}`}
          shapeRendering="crispEdges"
          aria-hidden="true"
        >
          <path d={path.d} fill="#1a1714" />
        </svg>
      )}
    </div>
  );
}

/** Pays with Solana Pay, on mainnet alone. */
function PhoneMethod({ order }: { readonly order?: Order | undefined }) {
  // The desktop app opens no link of a wallet app.
  const { browserWallet } = usePorts();
  return (
    <div className={styles.phone}>
      <Method
        number={2}
        title={t('Pay with your phone')}
        words={t(
          'Scan with Phantom, Solflare or any Solana Pay wallet. The payment shows up here automatically.',
        )}
      >
        {order && <QrCode text={solanaPayLink(order)} />}
        {order && !browserWallet && (
          <a data-touch className={links.link} href={solanaPayLink(order)}>
            {t('Open in a wallet app')}
          </a>
        )}
        <Badge tone="careful">{t('Waiting for a payment')}</Badge>
      </Method>
    </div>
  );
}

/** Loaded apart. If they can't be loaded, the receipt has no pictures, and paying goes on. */
const FirstPictures = lazily<{ readonly plan: PlanId }>(() =>
  import('./first-pictures.tsx').then(
    (loaded) => loaded.FirstPictures,
    () => () => null,
  ),
);

/** /payment?plan=&priceSOL=: the price comes from the plan table, never from the address. */
export function PaymentScreen() {
  const [query] = useSearchParams();
  const plan = resolvePlan(query.get('plan'));
  const { watch, failure, tryAgain, buyAnother } = usePlanOrder(plan);
  const order = watch?.order;
  const { quote, obstacle } = useQuote(order);
  const paying = useAction((thrown) =>
    isAbort(thrown) ? undefined : sentence(thrown, 'payment-failed-retry'),
  );
  const newer = useNewer();
  const { fitness, again, tested } = useFitness();

  const kind = order?.state.kind;
  const payable = !order || canPay(order) || kind === 'awaiting-signature';
  const done = watch !== undefined && !payable;
  /** Ways without a wallet here: not while a wallet is asked, nor if no order could be started. */
  const elsewhere =
    payable && kind !== 'awaiting-signature' && (order !== undefined || failure === undefined);
  const asked = kind === 'awaiting-signature';
  const { failed, plans, credits } = useLibraryState();
  const [wanted, setWanted] = useState<PlanId>();
  const owned = plans.has(plan.id) ? plan.id : [...plans].find((id) => planHas(id, plan.id));
  /** Asks before a plan is bought that adds only credits, while there are credits left. */
  const asksFirst =
    (!order || kind === 'draft') &&
    owned !== undefined &&
    credits.available > 0 &&
    wanted !== plan.id;
  const isTested = fitness.kind === 'fit';
  const isBeingTested = fitness.kind === 'unknown' || fitness.kind === 'checking';
  /**
   * Not in a browser that couldn't deliver, nor before that question; a begun payment goes on. What
   * was bought before is in the library.
   */
  const mayBegin = (isTested || isBeingTested) && !asksFirst && !failed;
  /** The wallet is offered while this browser is tested, and asked once it has passed. */
  const mayPay = async (): Promise<boolean> =>
    (await tested()).kind === 'fit' && (await newer.mayPay());
  const claimed = kind === 'manual';
  /** A payment link names no network, so elsewhere a real wallet would pay real SOL. */
  const { config, clock } = usePorts();
  const byPhone = config.network === 'mainnet';

  return (
    <div className={ui.page}>
      <div className={styles.head}>
        <h1 className={ui.title}>{t('Secure Payment')}</h1>
        <p className={ui.quiet}>
          {!done && <TextLink to="/pricing">{t('Back to Pricing')}</TextLink>}
        </p>
        <p className={styles.brief}>
          <strong>{plan.name}</strong>
          <bdi>{formatSol((order ?? plan).price)} SOL</bdi>
        </p>
      </div>
      <div className={cx(ui.two, styles.two)}>
        <div className={styles.methods}>
          <div className={styles.top}>
            {failure !== undefined && !order && (
              <ErrorNote
                what={sentence(failure, 'network-unreachable')}
                actions={<Button onClick={tryAgain}>{t('Try again')}</Button>}
              />
            )}
            {done && (
              <Outcome
                watch={watch}
                onBuyAnother={() => {
                  setWanted(plan.id);
                  buyAnother();
                }}
              />
            )}
            {order && !done && watch.found && watch.found.kind !== 'twice' && (
              <Findings order={order} found={watch.found} />
            )}
            {asksFirst && (
              <Notice
                title={t('You already have {plan}', { plan: PLANS[owned].name })}
                actions={
                  <>
                    <ButtonLink to="/customize" variant="accent">
                      {t('Back to your photo')}
                    </ButtonLink>
                    <TextButton onClick={() => setWanted(plan.id)}>
                      {owned === plan.id
                        ? t('Buy {plan} again', { plan: plan.name })
                        : t('Get more credits')}
                    </TextButton>
                  </>
                }
              >
                {t('{credits, plural, one {# credit} other {# credits}} left', {
                  credits: credits.available,
                })}
              </Notice>
            )}
            {payable && failed && <LibraryFailed />}
            {payable && <StyleNotice plan={plan.id} />}
            {payable && <NewerNotice found={newer.found} />}
            {payable && <CutOutNotice draftId={order?.draftId} />}
            {payable && !isBeingTested && <FitnessNotice fitness={fitness} onAgain={again} />}
          </div>
          {payable && (mayBegin || asked) && (
            <WalletMethod
              plan={plan}
              watch={watch}
              mayPay={mayPay}
              paying={paying}
              obstacle={obstacle}
            />
          )}
          {payable && isBeingTested && <FitnessNotice fitness={fitness} onAgain={again} />}
          {elsewhere && mayBegin && isTested && byPhone && <PhoneMethod order={order} />}
          {watch && claimed && !isWatchedByAmount(watch.order, clock.now()) ? (
            <NameTransfer watch={watch} />
          ) : (
            ((elsewhere && mayBegin && isTested) || claimed) && (
              <ManualMethod number={claimed ? 1 : byPhone ? 3 : 2} watch={watch} />
            )
          )}
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

/** A plain transfer from any wallet or exchange, recognised by the last digits of its amount. */
function ManualMethod({
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
      title={t('Send it yourself')}
      words={t('From any wallet or exchange: exactly this amount, so that we know it’s yours.')}
    >
      <div className={ui.stack3}>
        <CopyField label={t('Exact amount')} value={amount}>
          <span className={styles.exact}>{shown ? `${amount} SOL` : '…'}</span>
        </CopyField>
        <CopyField label={t('Address')} value={order?.treasury ?? config.treasury} />
      </div>
      <div className={cx(ui.between, styles.claim)}>
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
            {t("I''ve Sent the Payment Manually")}
          </Button>
        )}
      </div>
      {claiming.problem !== undefined && (
        <ErrorNote
          className={styles.note}
          what={claiming.problem}
          safe={t('Your transfer isn’t lost: this page keeps looking for it.')}
        />
      )}
      {watch && claimed && <NameTransfer watch={watch} />}
    </Method>
  );
}

/**
 * The network fee that the connected wallet would really pay; asked once per order and wallet. The
 * quote stays while the wallet is asked and after that.
 */
function useQuote(order: Order | undefined): { quote?: Lamports; obstacle?: string } {
  const payments = usePayments();
  const payer = useWallet().solana?.address;
  const id = order && canPay(order) ? order.id : undefined;
  const read = useMemo(() => {
    if (id === undefined || payer === undefined) return undefined;
    return () =>
      payments.quote(id).then(
        (quote) => ({ id, quote }),
        (thrown: unknown) =>
          // A network that fails now may answer when paying, so only what rules this wallet out is
          // said.
          ['insufficient-funds', 'wallet-is-treasury'].includes(errorCode(thrown))
            ? { obstacle: sentence(thrown) }
            : {},
      );
  }, [payments, id, payer]);
  const [last, setLast] = useState<{ id?: string; quote?: Lamports; obstacle?: string }>();
  // Money may have been added to the wallet meanwhile.
  const found = useAsync(read, undefined, last?.obstacle === undefined ? undefined : onReturn);
  if (found && found !== last) setLast(found);
  if (found || !order || canPay(order)) return found ?? {};
  return last?.quote && last.id === order.id ? { quote: last.quote } : {};
}

interface PlanOrder {
  /** Absent until the chain and the profile are known. */
  readonly watch?: OrderWatch;
  /** Why there is no order. */
  readonly failure?: unknown;
  readonly tryAgain: () => void;
  /** Leaves a paid order alone and starts the next one of the same plan. */
  readonly buyAnother: () => void;
}

/** True if the order may be or was charged: signing in or out no longer changes its owner. */
const isSettledUpon = (order: Order): boolean => !canPay(order);

/**
 * The order that the payment page is about: the plan's order in progress, else the unpaid one.
 * Until some of it is paid, it belongs to whoever is signed in: a visitor's goes with them.
 */
function usePlanOrder(plan: Plan): PlanOrder {
  const payments = usePayments();
  const { store, clock } = usePorts();
  const current = useAtomValue(scopeAtom);
  const scope = useScope();
  const profileId = scope?.profileId;
  const draftId = useDraft().draft?.id;
  const [attempt, setAttempt] = useState(0);
  const [passedOver, setPassedOver] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [followed, setFollowed] = useState<string>();
  const [watch, setWatch] = useState<OrderWatch>();
  const latest = useRef<Order>(undefined);

  useEffect(() => {
    if (followed === undefined) return;
    return payments.watchOrder(followed, (seen) => {
      latest.current = seen.order;
      setWatch(seen);
    });
  }, [payments, followed]);

  const seen = watch?.order;
  /** A transfer of its amount would no longer be found, so it gives way to a new order. */
  const isOld = seen?.state.kind === 'draft' && clock.now() - seen.createdAt >= MANUAL_WATCH_MS;

  useEffect(() => {
    let stale = false;
    const stays = (): boolean => {
      const kept = latest.current;
      return kept?.plan === plan.id && kept.id !== passedOver && isSettledUpon(kept);
    };
    const begin = async (): Promise<Order> => {
      const confirmed = await current.confirmed();
      const known = orderInHand(await store.list('orders', confirmed), plan, clock.now());
      if (known && known.id !== passedOver) return known;
      // A visitor who signs in keeps the order on the page, with its number and its amount.
      const shown = latest.current?.id;
      return payments.startOrder({
        plan,
        scope: confirmed,
        ...(draftId !== undefined && { draftId }),
        ...(shown !== undefined && { shown }),
      });
    };
    if (stays()) return;
    begin().then(
      (order) => {
        // An order whose wallet was asked meanwhile isn't left for another one.
        if (stale || stays()) return;
        setFailure(undefined);
        setFollowed(order.id);
      },
      (thrown: unknown) => {
        if (!stale) setFailure(thrown);
      },
    );
    return () => {
      stale = true;
    };
  }, [payments, store, clock, current, plan, profileId, draftId, attempt, passedOver, isOld]);

  const order = watch?.order;
  const isOfPlan = order?.plan === plan.id;
  // After a wallet connects or an account opens, they must not pay the previous owner's order.
  const isTheirs = order && (isSettledUpon(order) || order.profileId === profileId);
  return {
    ...(isOfPlan && isTheirs && { watch }),
    failure,
    tryAgain: () => setAttempt((count) => count + 1),
    buyAnother: () => setPassedOver(latest.current?.id),
  };
}
