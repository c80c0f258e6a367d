import { useAtomValue, useSetAtom } from 'jotai';
import { lazy, Suspense, useState } from 'react';

import { formatNumber } from '../../core/format.ts';
import { formatSol } from '../../core/format.ts';
import { solText } from '../../core/money.ts';
import type { Order } from '../../core/orders/order.ts';
import { orderSignature, orderStatusWord } from '../../core/orders/selectors.ts';
import { PLANS } from '../../core/plans.ts';
import { i18n } from '../../i18n/index.ts';
import { useWallet } from '../../state/ports.ts';
import { restoringAtom } from '../../state/restoring.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import t from '../../ui/type.module.css';
import { openWalletDialogAtom } from '../shell/index.ts';
import { ImportReceipt } from './import-receipt.tsx';
import { Purchase } from './purchase.tsx';
import styles from './purchases.module.css';
import { RestoreNotice } from './restore-notice.tsx';
import { usePurchases } from './use-purchases.ts';

const CheckLicence = lazy(async () => ({
  default: (await import('../licence/index.ts')).CheckLicence,
}));

/** The number of purchases from which a search is worth its space. */
const SEARCHED_FROM = 4;

/** Whether every word is in the plan, number, transaction, amount or state. */
function isFound(order: Order, search: string): boolean {
  const text = [
    PLANS[order.plan].name,
    order.id,
    orderSignature(order) ?? '',
    solText(order.price),
    formatSol(order.price),
    orderStatusWord(order),
    new Date(order.createdAt).toISOString().slice(0, 10),
  ]
    .join(' ')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Found({ orders, now }: { readonly orders: readonly Order[]; readonly now: number }) {
  const [search, setSearch] = useState('');
  const found = orders.filter((order) => isFound(order, search));
  return (
    <>
      {orders.length >= SEARCHED_FROM && (
        <>
          <Field
            label={i18n.t('Search purchases')}
            hint={i18n.t('By plan, order number, transaction, state or day (2026-11-22).')}
            type="search"
            autoComplete="off"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <p role="status" className={cx(t.small, t.quiet)}>
            {found.length === 0
              ? i18n.t('No purchase matches.')
              : i18n.t('{found} of {all, plural, one {# purchase} other {# purchases}}', {
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
    <section className={styles.purchases} aria-labelledby="purchases">
      <h2 id="purchases" className={t.heading}>
        {i18n.t('Purchases')}
      </h2>
      {orders && orders.length > 0 ? (
        <Found orders={orders} now={now} />
      ) : (
        orders && <p className={t.quiet}>{i18n.t('No purchases yet.')}</p>
      )}
      <div className={styles.missing}>
        <p className={cx(t.quiet, t.measure)}>
          {i18n.t(
            'Missing a purchase? Connect the wallet that paid: the chain remembers every payment. A payment by hand comes back with its receipt.',
          )}
        </p>
        <div className={styles.buttons}>
          {solana ? (
            <Button
              variant="chain-outline"
              size="small"
              busy={searching}
              onClick={() => restoring.search()}
            >
              {i18n.t('Look for earlier purchases')}
            </Button>
          ) : (
            <Button variant="chain-outline" size="small" onClick={() => openDialog()}>
              {i18n.t('Connect the wallet that paid')}
            </Button>
          )}
          <ImportReceipt />
          <Suspense>
            <CheckLicence />
          </Suspense>
        </div>
        <RestoreNotice />
      </div>
    </section>
  );
}
