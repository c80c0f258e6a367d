import { useSetAtom } from 'jotai';

import { sentence } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import { receiptName, writeReceipt } from '../../core/orders/receipt.ts';
import { i18n } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { TextButton } from '../../ui/text-link.tsx';

/** Saves the receipt of a paid order, which restores the purchase on any device. */
export function SaveReceipt({ order }: { readonly order: Order }) {
  const { downloads } = usePorts();
  const showToast = useSetAtom(showToastAtom);
  const save = async (): Promise<void> => {
    const file = new Blob([writeReceipt(order)], { type: 'application/json' });
    const { place } = await downloads.save(receiptName(order), file);
    showToast(
      place === undefined
        ? i18n.t('Receipt saved.')
        : i18n.t('Receipt saved to {place}.', { place }),
      'good',
    );
  };
  return (
    <TextButton
      onClick={() =>
        void save().catch((failure: unknown) =>
          showToast(sentence(failure, 'download-failed'), 'bad'),
        )
      }
    >
      {i18n.t('Save receipt')}
    </TextButton>
  );
}
