import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useMemo, useState } from 'react';

import { LikenessError, SENTENCES } from '../../core/errors.ts';
import { solText } from '../../core/money.ts';
import type { Order } from '../../core/orders/order.ts';
import { RECEIPT_MAX_BYTES } from '../../core/orders/receipt.ts';
import { orderSignature, orderStatusWord } from '../../core/orders/selectors.ts';
import { PLANS } from '../../core/plans.ts';
import { searchFor } from '../../core/search.ts';
import { formatNumber, formatSol, formatTime, t } from '../../i18n/index.ts';
import type { Store } from '../../ports/store.ts';
import { usePayments, type Restored } from '../../state/payments/index.ts';
import { useWallet } from '../../state/ports.ts';
import { restoringAtom } from '../../state/restoring.ts';
import { scopeAtom, useScope } from '../../state/scope.ts';
import { showToast } from '../../state/toasts.ts';
import { useAction, useQuery } from '../../state/use-async.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { Button, FileButton, TextButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Section } from '../../ui/text.tsx';
import { openWalletDialogAtom } from '../shell/index.ts';
import { Purchase } from './purchase.tsx';
import styles from './purchases.module.css';

/** Takes a receipt file; the chain decides whether it is valid. */
function ImportReceipt() {
  const payments = usePayments();
  const scope = useAtomValue(scopeAtom);
  const { busy, problem, run } = useAction('receipt-unreadable');

  const take = async (file: File): Promise<void> => {
    if (file.size > RECEIPT_MAX_BYTES) throw new LikenessError('receipt-unreadable');
    const { order, isNew } = await payments.importReceipt(
      await file.text(),
      await scope.confirmed(),
    );
    showToast(
      isNew
        ? t('Verified: {credits, plural, one {# credit is} other {# credits are}} yours.', {
            credits: order.credits,
          })
        : t('This purchase is on this device already.'),
      'good',
    );
  };

  return (
    <div className={ui.stack3}>
      <FileButton
        label={t('Receipt file')}
        accept="application/json,.json"
        size="small"
        busy={busy}
        onFiles={([file]) => run(() => take(file))}
      >
        {busy ? t('Verifying…') : t('Import a receipt')}
      </FileButton>
      {problem !== undefined && <ErrorNote what={problem} />}
    </div>
  );
}

/** The current profile's orders except drafts, newest first; undefined until storage answers. */
function usePurchases(): readonly Order[] | undefined {
  const scope = useScope();
  const read = useMemo(
    () =>
      scope &&
      (async (store: Store) =>
        (await store.list('orders', scope))
          .filter(({ state }) => state.kind !== 'draft')
          .toReversed()),
    [scope],
  );
  return useQuery('orders', read);
}

const CheckLicence = lazily(async () => (await import('../licence/index.ts')).CheckLicence);

/** The number of purchases from which a search is worth its space. */
const SEARCHED_FROM = 4;

/** What a purchase is found by: plan, number, transaction, amount, state and day. */
const wordsOf = (order: Order, now: number): string =>
  [
    PLANS[order.plan].name,
    order.id,
    orderSignature(order) ?? '',
    solText(order.price),
    formatSol(order.price),
    orderStatusWord(order, now),
    formatTime(order.createdAt),
    new Date(order.createdAt).toLocaleDateString('sv-SE'), // 2026-11-22, of the user's time zone
  ].join(' ');

function Found({ orders, now }: { readonly orders: readonly Order[]; readonly now: number }) {
  const [search, setSearch] = useState('');
  const matches = searchFor(search);
  const found = orders.filter((order) => matches(wordsOf(order, now)));
  return (
    <>
      {orders.length >= SEARCHED_FROM && (
        <>
          <Field
            label={t('Search purchases')}
            hint={t('By plan, order number, transaction, state or day (2026-11-22).')}
            type="search"
            autoComplete="off"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <p role="status" className={cx(ui.small, ui.quiet)}>
            {found.length === 0
              ? t('No purchase matches.')
              : t('{found} of {all, plural, one {# purchase} other {# purchases}}', {
                  found: formatNumber(found.length),
                  all: orders.length,
                })}
          </p>
        </>
      )}
      <ul className={styles.list}>
        {found.map((order) => (
          <Purchase key={order.id} order={order} now={now} />
        ))}
      </ul>
    </>
  );
}

/** All purchases of the current profile, and the ways to bring back missing ones. */
export function Purchases() {
  const orders = usePurchases();
  const restoring = useAtomValue(restoringAtom);
  const searching = useSnapshot(restoring).kind === 'searching';
  const { solana } = useWallet();
  const openDialog = useSetAtom(openWalletDialogAtom);
  const [now] = useState(() => Date.now());
  return (
    <Section id="purchases" title={t('Purchases')} className={styles.purchases}>
      {orders && orders.length > 0 ? (
        <Found orders={orders} now={now} />
      ) : (
        orders && <p className={ui.quiet}>{t('No purchases yet.')}</p>
      )}
      <div className={cx(ui.stack4, styles.missing)}>
        <p className={cx(ui.quiet, ui.measure)}>
          {t(
            'Missing a purchase? Connect the wallet that paid: the chain remembers every payment. To restore a purchase you paid for with your own transfer, import its receipt.',
          )}
        </p>
        <div className={cx(ui.wrap3, styles.buttons)}>
          {solana ? (
            <Button
              variant="chain-outline"
              size="small"
              busy={searching}
              onClick={() => restoring.search()}
            >
              {t('Look for earlier purchases')}
            </Button>
          ) : (
            <Button variant="chain-outline" size="small" onClick={() => openDialog()}>
              {t('Connect the wallet that paid')}
            </Button>
          )}
          <ImportReceipt />
        </div>
        <RestoreNotice />
        <CheckLicence />
      </div>
    </Section>
  );
}

/** What a search restored, and what it left for the next one. */
function restoredWords(restored: Restored): string {
  const { left } = restored;
  if (left === 0) return broughtWords(restored);
  const leftWords = t(
    '{left, plural, one {# transaction of this wallet is} other {# transactions of this wallet are}} still to be read: look again.',
    { left },
  );
  return `${broughtWords(restored)} ${leftWords}`;
}

function broughtWords({ found, known }: Restored): string {
  if (found.length > 0) {
    const credits = found.reduce((sum, order) => sum + order.credits, 0);
    return t(
      '{found, plural, one {# purchase} other {# purchases}} came back: {credits, plural, one {# credit} other {# credits}}.',
      { found: found.length, credits },
    );
  }
  return known > 0
    ? t(
        'Nothing new: {known, plural, one {this wallet’s purchase is} other {this wallet’s # purchases are}} on this device already.',
        { known },
      )
    : t('No purchase of this wallet was found. If another wallet paid, connect that one.');
}

/** Shows the search for a wallet's earlier purchases while it runs, and what came of it. */
export function RestoreNotice() {
  const restoring = useAtomValue(restoringAtom);
  const state = useSnapshot(restoring);
  const message = state.kind === 'done' ? restoredWords(state.restored) : undefined;
  useEffect(() => {
    if (message === undefined) return;
    showToast(message, 'good');
    restoring.dismiss();
  }, [message, restoring]);

  const { done, all = 0 } = state.kind === 'searching' ? state.progress : { done: 0, all: 0 };
  return (
    <>
      <span className={ui.hidden} role="status">
        {state.kind === 'searching' && t('Looking for earlier purchases…')}
      </span>
      {state.kind === 'searching' && (
        <section className={styles.searching} aria-label={t('Looking for earlier purchases')}>
          <div className={cx(ui.between, styles.words)}>
            <p>
              {all > 0
                ? t('Looking for earlier purchases… {done} of {all}', {
                    done: formatNumber(done),
                    all: formatNumber(all),
                  })
                : t('Looking for earlier purchases…')}
            </p>
            <TextButton onClick={() => restoring.cancel()}>{t('Cancel')}</TextButton>
          </div>
          <Progress label={t('Transactions read')} done={all === 0 ? 0 : done / all} />
        </section>
      )}
      {state.kind === 'failed' && (
        <Notice
          tone="bad"
          title={SENTENCES[state.code]}
          actions={
            <>
              <TextButton onClick={() => restoring.search()}>{t('Look again')}</TextButton>
              <TextButton onClick={() => restoring.dismiss()}>{t('Dismiss')}</TextButton>
            </>
          }
        >
          {t('What was found so far is here. The rest is still on the chain.')}
        </Notice>
      )}
    </>
  );
}
