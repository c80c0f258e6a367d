import { useState } from 'react';

import { formatNumber } from '../../core/format.ts';
import { LICENCE_MAX_BYTES, readLicence, type Licence } from '../../core/licence.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import styles from './licence.module.css';
import { usePaymentWords } from './use-payment-words.ts';

/** Takes a licence file from someone else and checks it against the chain. */
export function CheckLicence() {
  const [licence, setLicence] = useState<Licence>();
  const [unreadable, setUnreadable] = useState(false);
  const { words, busy, problem, check } = usePaymentWords();
  const take = async (file: File): Promise<void> => {
    const read = file.size > LICENCE_MAX_BYTES ? undefined : readLicence(await file.text());
    setLicence(read);
    setUnreadable(read === undefined);
    if (read) await check(read);
  };
  const paid = words?.filter((word) => word === 'paid').length ?? 0;
  return (
    <div className={styles.check}>
      <FileButton
        label="Licence file"
        accept="application/json,.json"
        size="small"
        busy={busy}
        onFiles={([file]) => void take(file)}
      >
        {busy ? 'Looking…' : 'Check a licence'}
      </FileButton>
      <div role="status">
        {words && licence && (
          <Notice
            tone={paid > 0 ? 'good' : 'careful'}
            title={
              paid > 0
                ? 'The chain confirms this licence'
                : 'The chain doesn’t confirm this licence'
            }
          >
            {paid} of {words.length} {words.length === 1 ? 'payment' : 'payments'} found
            {words.includes('refunded') && ', and at least one was returned'}. It names{' '}
            {formatNumber(licence.avatars.length)}{' '}
            {licence.avatars.length === 1 ? 'avatar' : 'avatars'}
            {licence.issuer && `, issued by ${licence.issuer.name}`}. The list of avatars and the
            issuer are what the file says; the chain knows the payment.
          </Notice>
        )}
      </div>
      {unreadable && (
        <ErrorNote what="This file isn’t a licence, or it is damaged. Choose licence.json as it was saved." />
      )}
      {problem !== undefined && <ErrorNote what={problem} />}
    </div>
  );
}
