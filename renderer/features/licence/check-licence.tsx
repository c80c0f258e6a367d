import { useRef, useState } from 'react';

import { sentence } from '../../core/errors.ts';
import { isSignedBy } from '../../core/licence-signature.ts';
import { LICENCE_MAX_BYTES, readLicence, type Licence } from '../../core/licence.ts';
import { i18n } from '../../i18n/index.ts';
import { checkLicence, type PaymentStatus, type ReadBefore } from '../../state/payments/index.ts';
import { usePorts } from '../../state/ports.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import styles from './licence.module.css';

/**
 * Checks a licence's payments on the chain: their statuses, in the licence's order, and whether a
 * wallet that made one of them signed the licence. A check that didn't finish goes on when it is
 * repeated.
 */
export function useLicenceCheck() {
  const { chain, config } = usePorts();
  const [statuses, setStatuses] = useState<readonly PaymentStatus[]>();
  const [signed, setSigned] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const read = useRef<ReadBefore>(new Map());
  const check = async (licence: Licence): Promise<readonly PaymentStatus[] | undefined> => {
    setBusy(true);
    setProblem(undefined);
    setStatuses(undefined);
    try {
      const port = await chain();
      const found = await checkLicence(port, licence, config.treasury, read.current);
      if (found === 'other-network') {
        setProblem(i18n.t('This licence is of another network, or of a sandbox that was reset.'));
        return undefined;
      }
      setSigned(
        licence.payments.some(
          ({ wallet }, at) => found[at] === 'paid' && isSignedBy(licence, wallet, port),
        ),
      );
      setStatuses(found);
      return found;
    } catch (failure) {
      setProblem(sentence(failure));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { statuses, signed, busy, problem, check };
}

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

/** What the chain and the file's signatures show together. */
function verdictOf(
  licence: Licence,
  statuses: readonly PaymentStatus[],
  signed: boolean,
): { readonly title: string; readonly words: string; readonly good?: true } {
  if (signed)
    return {
      good: true,
      title: i18n.t('The chain confirms this licence'),
      words: i18n.t(
        'The wallet that paid signed this file as it stands, so the list of avatars and the issuer are its owner’s words.',
      ),
    };
  if (statuses.includes('paid'))
    return {
      title: i18n.t('Payment found'),
      words: licence.signatures
        ? i18n.t(
            'But a signature in it doesn’t fit: the file was changed after it was signed, or another wallet signed it.',
          )
        : i18n.t(
            'But the wallet that paid hasn’t signed this file. Payments are public: anybody can write one into a file, with any names. Ask for the file signed with that wallet. For a payment from an exchange there is none, and the chain proves no more than the payment.',
          ),
    };
  if (statuses.includes('unfinished'))
    return {
      title: i18n.t('This check isn’t finished'),
      words: i18n.t(
        'The buyer’s wallet has so many transactions that not all are read yet; one of them could be a refund. Until they are, nothing is confirmed or refuted. Go on to read more.',
      ),
    };
  return {
    title: i18n.t('The chain doesn’t confirm this licence'),
    words: i18n.t(
      'The list of avatars and the issuer are what the file says; the chain knows the payment.',
    ),
  };
}

/** Takes a licence file from someone else and checks it against the chain. */
export function CheckLicence() {
  const [licence, setLicence] = useState<Licence>();
  const [unreadable, setUnreadable] = useState(false);
  const { statuses, signed, busy, problem, check } = useLicenceCheck();
  const take = async (file: File): Promise<void> => {
    const read = file.size > LICENCE_MAX_BYTES ? undefined : readLicence(await file.text());
    setLicence(read);
    setUnreadable(read === undefined);
    if (read) await check(read);
  };
  const verdict = licence && statuses && verdictOf(licence, statuses, signed);
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
        {verdict && (
          <Notice tone={verdict.good ? 'good' : 'careful'} title={verdict.title}>
            {foundWords(statuses)} {nameWords(licence)} {verdict.words}
          </Notice>
        )}
      </div>
      {licence && statuses?.includes('unfinished') && (
        <Button size="small" busy={busy} onClick={() => void check(licence)}>
          {i18n.t('Go on')}
        </Button>
      )}
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
