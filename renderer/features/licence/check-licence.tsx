import { useState } from 'react';

import { formatNumber } from '../../core/format.ts';
import { LICENCE_MAX_BYTES, readLicence, type Licence } from '../../core/licence.ts';
import { i18n } from '../../i18n/index.ts';
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
        label={i18n.t('Licence file')}
        accept="application/json,.json"
        size="small"
        busy={busy}
        onFiles={([file]) => void take(file)}
      >
        {busy ? i18n.t('Looking…') : i18n.t('Check a licence')}
      </FileButton>
      <div role="status">
        {words && licence && (
          <Notice
            tone={paid > 0 ? 'good' : 'careful'}
            title={
              paid > 0
                ? i18n.t('The chain confirms this licence')
                : i18n.t('The chain doesn’t confirm this licence')
            }
          >
            {i18n.t('{paid} of {words}', { paid, words: words.length })}{' '}
            {words.length === 1 ? 'payment' : 'payments'} {i18n.t('found')}
            {words.includes('refunded') && i18n.t(', and at least one was returned')}
            {i18n.t('. It names {avatars}', { avatars: formatNumber(licence.avatars.length) })}{' '}
            {licence.avatars.length === 1 ? 'avatar' : 'avatars'}
            {licence.issuer && i18n.t(', issued by {name}', { name: licence.issuer.name })}
            {i18n.t(
              '. The list of avatars and the issuer are what the file says; the chain knows the payment.',
            )}
          </Notice>
        )}
      </div>
      {unreadable && (
        <ErrorNote
          what={i18n.t(
            'This file isn’t a licence, or it is damaged. Choose licence.json as it was saved.',
          )}
        />
      )}
      {problem !== undefined && <ErrorNote what={problem} />}
    </div>
  );
}
