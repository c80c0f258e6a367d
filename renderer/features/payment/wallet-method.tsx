import { useId, type ReactNode } from 'react';

import { shortenAddress } from '../../core/constants.ts';
import { SENTENCES } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import type { Plan } from '../../core/plans.ts';
import { formatSol, t } from '../../i18n/index.ts';
import { usePayments, type OrderWatch } from '../../state/payments/index.ts';
import { usePorts, useWallet } from '../../state/ports.ts';
import { useAction, type Action } from '../../state/use-async.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Away, WalletChoices } from '../shell/index.ts';
import { TimeLeft } from './order-parts.tsx';
import styles from './payment.module.css';

interface MethodProps {
  readonly number: number;
  readonly title: string;
  readonly words: ReactNode;
  readonly children?: ReactNode;
}

/** One numbered way to pay, separated from the next by a rule. */
export function Method({ number, title, words, children }: MethodProps) {
  const id = useId();
  return (
    <section className={cx(ui.numbered, styles.method)} aria-labelledby={id}>
      <span aria-hidden="true">{number}</span>
      <div className={styles.body}>
        <h2 id={id} className={ui.heading}>
          {title}
        </h2>
        <p className={styles.words}>{words}</p>
        {children}
      </div>
    </section>
  );
}

interface AskedBeforeProps {
  readonly order: Order;
  readonly expiresIn?: number | undefined;
}

/**
 * A wallet that sends by itself was asked, and no answer is known. The app can't tell whether the
 * wallet's window is still open, so it asks the user.
 */
function AskedBefore({ order, expiresIn }: AskedBeforeProps) {
  const payments = usePayments();
  const closing = useAction('network-unreachable');
  const { state } = order;
  if (state.kind !== 'awaiting-signature' || !state.sendsItself) return null;
  return (
    <div className={styles.note}>
      {state.closed ? (
        <Notice tone="chain" title={t('Looking for what your wallet sent')}>
          {t(
            'If the payment was sent, we’ll find it here. If not, you can try again in a minute or two. You won’t be charged twice.',
          )}
        </Notice>
      ) : (
        <Notice
          tone="careful"
          title={t('We don’t know what your wallet answered')}
          actions={
            <Button
              size="small"
              busy={closing.busy}
              onClick={() => closing.run(() => payments.confirmClosed(order.id))}
            >
              {t('No wallet window is open')}
            </Button>
          }
        >
          {t(
            'If you approve it in your wallet, we’ll pick it up here. To start over, close all wallet windows, then press “{button}”.',
            { button: t('No wallet window is open') },
          )}
        </Notice>
      )}
      {state.closed && expiresIn !== undefined && <TimeLeft milliseconds={expiresIn} />}
      {closing.problem !== undefined && <ErrorNote what={closing.problem} />}
    </div>
  );
}

/** The user's own choice, so it isn't shown as an error. */
const DECLINED = SENTENCES['wallet-rejected'];

export interface WalletMethodProps {
  readonly plan: Plan;
  readonly watch?: OrderWatch | undefined;
  /** Called before each payment; false if something new has to be read first. */
  readonly mayPay: () => Promise<boolean>;
  readonly paying: Action;
  /** Why this wallet can't pay, e.g. that it holds too little. */
  readonly obstacle?: string | undefined;
}

/** Connect, then pay: the wallet is asked, the app sends, the chain answers. */
export function WalletMethod({ plan, watch, mayPay, paying, obstacle }: WalletMethodProps) {
  const { order, isPaying = false, expiresIn } = watch ?? {};
  const payments = usePayments();
  const { wallets } = usePorts();
  const { solana, away, status } = useWallet();
  const amount = formatSol((order ?? plan).price);
  const expired = order?.state.kind === 'expired';
  const asked = order?.state.kind === 'awaiting-signature' ? order.state : undefined;
  // A wallet's app answers at the return route, maybe in another page; it can be asked again or
  // given up.
  const elsewhere = asked?.returnsByLink === true && !paying.busy;
  const waiting = paying.busy || asked !== undefined;
  const pay = async (id: string): Promise<void> => {
    if (await mayPay()) await (expired ? payments.retryAfterExpiry(id) : payments.pay(id));
  };

  return (
    <Method
      number={1}
      title={t('Pay with a wallet on this device')}
      words={t('Your wallet asks you to approve one transfer of {amount} SOL.', { amount })}
    >
      {elsewhere && order ? (
        <Away
          words={t(
            'Approve the payment of {amount} SOL there; Phantom then brings you back here.',
            { amount },
          )}
          canOpenAgain={away === true}
          onGiveUp={() => {
            wallets.giveUp();
            paying.run(() => payments.returnDeclined(order.id));
          }}
        />
      ) : solana ? (
        <div className={ui.wrap3}>
          <Button
            variant="chain"
            busy={waiting}
            disabled={!order}
            onClick={() => {
              if (order) paying.run(() => pay(order.id));
            }}
          >
            {waiting ? t('Waiting for your wallet…') : t('Pay {amount} SOL Now', { amount })}
          </Button>
          {order && asked && isPaying && (
            <TextButton onClick={() => void payments.stopWaiting(order.id)}>
              {t('Cancel')}
            </TextButton>
          )}
          <span className={styles.payer} title={solana.address}>
            {t('from {address}', { address: shortenAddress(solana.address) })}
          </span>
        </div>
      ) : (
        status !== 'restoring' && <WalletChoices />
      )}
      {order && asked?.sendsItself === true && (!isPaying || asked.closed) && (
        <AskedBefore order={order} expiresIn={expiresIn} />
      )}
      {expired && !paying.problem && (
        <Notice tone="careful" title={t('The last try expired')} className={styles.note}>
          {SENTENCES['blockhash-expired']}
        </Notice>
      )}
      {order?.state.kind === 'failed' && !paying.busy && !paying.problem && (
        <ErrorNote
          className={styles.note}
          what={SENTENCES[order.state.reason]}
          safe={t('You can pay again. The earlier attempt can’t be charged.')}
        />
      )}
      {paying.problem === DECLINED ? (
        <Notice title={DECLINED} className={styles.note} />
      ) : (
        paying.problem !== undefined && <ErrorNote className={styles.note} what={paying.problem} />
      )}
      {obstacle !== undefined && paying.problem === undefined && !waiting && (
        <Notice tone="careful" title={obstacle} className={styles.note} />
      )}
    </Method>
  );
}
