import { useCallback } from 'react';

import type { Order } from '../../core/orders/order.ts';
import { i18n } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
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

/**
 * Pays with Solana Pay. A payment link names no network, so a real wallet would pay real SOL for a
 * sandbox order; that is why code and link appear on mainnet only.
 */
export function PhoneMethod({ order }: { readonly order?: Order | undefined }) {
  const { config } = usePorts();
  if (config.network !== 'mainnet') {
    return (
      <Method
        number={2}
        title={i18n.t('Pay with your phone')}
        words={i18n.t(
          'QR payment works on Solana Mainnet. Here, pay with the wallet above, or send it yourself below.',
        )}
      />
    );
  }
  return (
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
}
