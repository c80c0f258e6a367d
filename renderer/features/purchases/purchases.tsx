import { useState } from 'react';

import { useAtomValue, useSetAtom } from '../../state/jotai.ts';
import { useWatched } from '../../state/observable.ts';
import { restoringAtom } from '../../state/restoring.ts';
import { walletAtom } from '../../state/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import t from '../../ui/type.module.css';
import { openWalletDialogAtom } from '../shell/index.ts';
import { ImportReceipt } from './import-receipt.tsx';
import { Purchase } from './purchase.tsx';
import styles from './purchases.module.css';
import { RestoreNotice } from './restore-notice.tsx';
import { usePurchases } from './use-purchases.ts';

/** Everything that was bought by whoever is here, and the ways to bring back what isn't. */
export function Purchases() {
  const orders = usePurchases();
  const restoring = useAtomValue(restoringAtom);
  const looking = useWatched(restoring).kind === 'looking';
  const { solana } = useAtomValue(walletAtom);
  const openDialog = useSetAtom(openWalletDialogAtom);
  const [now] = useState(() => Date.now());
  return (
    <section className={styles.purchases} aria-labelledby="purchases">
      <h2 id="purchases" className={t.heading}>
        Purchases
      </h2>
      {orders && orders.length > 0 ? (
        <ul className={styles.list}>
          {orders.map((order) => (
            <Purchase key={order.id} order={order} now={now} />
          ))}
        </ul>
      ) : (
        orders && <p className={t.quiet}>Nothing was bought here yet.</p>
      )}
      <div className={styles.missing}>
        <p className={cx(t.quiet, t.measure)}>
          Is one missing? The chain remembers every payment by a wallet: connect the one that paid.
          A payment by hand comes back with its receipt.
        </p>
        <div className={styles.buttons}>
          {solana ? (
            <Button
              look="chain-outline"
              size="small"
              busy={looking}
              onClick={() => restoring.look()}
            >
              Look for earlier purchases
            </Button>
          ) : (
            <Button look="chain-outline" size="small" onClick={() => openDialog()}>
              Connect the wallet that paid
            </Button>
          )}
          <ImportReceipt />
        </div>
        <RestoreNotice />
      </div>
    </section>
  );
}
