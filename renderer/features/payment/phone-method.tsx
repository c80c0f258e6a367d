import { useCallback } from 'react';

import type { Order } from '../../core/orders/order.ts';
import { i18n } from '../../i18n/index.ts';
import { useAsync } from '../../state/use-async.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from './payment.module.css';
import { qrPath, solanaPayLink } from './solana-pay.ts';
import { Method } from './wallet-method.tsx';

function QrCode({ text }: { readonly text: string }) {
  const path = useAsync(useCallback(() => qrPath(text), [text]));
  return (
    <div className={styles.qr} role="img" aria-label={i18n.t('QR code of this payment')}>
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
export const PhoneMethod = ({ order }: { readonly order?: Order | undefined }) => (
  <div className={styles.phone}>
    <Method
      number={2}
      title={i18n.t('Pay with your phone')}
      words={i18n.t(
        'Scan with Phantom, Solflare or any Solana Pay wallet. This page notices the payment by itself.',
      )}
    >
      {order && <QrCode text={solanaPayLink(order)} />}
      <Badge tone="careful">{i18n.t('Waiting for a payment')}</Badge>
    </Method>
  </div>
);
