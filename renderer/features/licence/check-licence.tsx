import { useState } from 'react';

import { LICENCE_MAX_BYTES, readLicence, type Licence } from '../../core/licence.ts';
import { i18n } from '../../i18n/index.ts';
import type { PaymentStatus } from '../../state/payments/index.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import styles from './licence.module.css';
import { useLicenceCheck } from './use-licence-check.ts';

/** How many of its payments are on the chain. */
function foundWords(statuses: readonly PaymentStatus[]): string {
  const paid = statuses.filter((status) => status === 'paid').length;
  const counts = { paid, payments: statuses.length };
  return statuses.includes('refunded')
    ? i18n.t(
        '{paid} of {payments, plural, one {# payment} other {# payments}} found, and at least one was returned.',
        counts,
      )
    : i18n.t('{paid} of {payments, plural, one {# payment} other {# payments}} found.', counts);
}

function nameWords({ avatars: { length: avatars }, issuer }: Licence): string {
  return issuer
    ? i18n.t('It names {avatars, plural, one {# avatar} other {# avatars}}, issued by {issuer}.', {
        avatars,
        issuer: issuer.name,
      })
    : i18n.t('It names {avatars, plural, one {# avatar} other {# avatars}}.', { avatars });
}

/** Takes a licence file from someone else and checks it against the chain. */
export function CheckLicence() {
  const [licence, setLicence] = useState<Licence>();
  const [unreadable, setUnreadable] = useState(false);
  const { statuses, busy, problem, check } = useLicenceCheck();
  const take = async (file: File): Promise<void> => {
    const read = file.size > LICENCE_MAX_BYTES ? undefined : readLicence(await file.text());
    setLicence(read);
    setUnreadable(read === undefined);
    if (read) await check(read);
  };
  const confirmed = statuses?.includes('paid');
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
        {statuses && licence && (
          <Notice
            tone={confirmed ? 'good' : 'careful'}
            title={
              confirmed
                ? i18n.t('The chain confirms this licence')
                : i18n.t('The chain doesn’t confirm this licence')
            }
          >
            {foundWords(statuses)} {nameWords(licence)}{' '}
            {i18n.t(
              'The list of avatars and the issuer are what the file says; the chain knows the payment.',
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
