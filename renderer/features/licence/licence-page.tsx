import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { Avatar } from '../../core/avatars.ts';
import { encodeBase58 } from '../../core/base58.ts';
import { errorCode, LikenessError, sentence, SENTENCES } from '../../core/errors.ts';
import { isSignedBy, licenceMessage } from '../../core/licence-signature.ts';
import {
  LICENCE_MAX_BYTES,
  LICENCE_NAME,
  licenceOf,
  readLicence,
  writeLicence,
  type Licence,
} from '../../core/licence.ts';
import type { Order } from '../../core/orders/order.ts';
import { comesWith } from '../../core/unlocks.ts';
import { formatDate, formatNumber, locale, t } from '../../i18n/index.ts';
import { DEFAULT_LOCALE } from '../../i18n/locales.ts';
import type { Saved } from '../../ports/downloads.ts';
import type { Store } from '../../ports/store.ts';
import { useBrand, useLibraryState, usePictureUrl } from '../../state/library/index.ts';
import { checkLicence, type PaymentStatus, type ReadBefore } from '../../state/payments/index.ts';
import { usePorts, useWallet } from '../../state/ports.ts';
import { useAction, useQuery } from '../../state/use-async.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { Button, ButtonLink, FileButton, TextLink } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { usePrintTitle } from '../parts/use-print-title.ts';
import { SavedNote, useSaved } from '../saving/index.ts';
import styles from './licence.module.css';

/** The number of a set's avatars shown with their pictures. */
const MOST_SHOWN = 24;

/** The profile's orders on this chain; undefined until they have loaded. */
function useOrders({ profileId, genesis }: Avatar): readonly Order[] | undefined {
  const read = useCallback(
    (store: Store) => store.list('orders', { profileId, genesis }),
    [profileId, genesis],
  );
  return useQuery('orders', read);
}

/** The licence of an avatar's set: to print, save and check against the chain. */
export function LicencePage({ avatar }: { readonly avatar: Avatar }) {
  const { avatars, unlocked } = useLibraryState();
  const orders = useOrders(avatar);
  const brand = useBrand();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const [now] = useState(() => Date.now());
  const set = useMemo(
    () => avatars.filter(({ batchId }) => batchId === avatar.batchId),
    [avatars, avatar.batchId],
  );
  const licence = useMemo(
    () => orders && licenceOf({ orders, avatars: set, network: avatar.genesis, now, brand }),
    [orders, set, avatar.genesis, now, brand],
  );
  const open = unlocked.has('white-label');
  usePrintTitle(brand ? `${t('Licence')} · ${brand.name}` : t('Licence'));
  return (
    <div className={cx(ui.page, ui.stack5, styles.page, brand && styles.branded)}>
      <TextLink to={`/avatar/${String(avatar.id)}`}>{t('Back to the avatar')}</TextLink>
      <article
        className={cx(ui.stack5, styles.licence, licence && !open && styles.preview)}
        data-name={t('Preview')}
      >
        {brand && <BrandMark brand={brand} />}
        <h1 ref={heading} tabIndex={-1} className={ui.title}>
          {t('Licence')}
        </h1>
        {orders && !licence && (
          <p className={ui.quiet}>
            {t(
              'No paid order for these avatars is on this device. Restore the purchase on the dashboard to see the licence here.',
            )}
          </p>
        )}
        {licence && <Sheet licence={licence} set={set} />}
      </article>
      {licence && <Actions licence={licence} open={open} />}
    </div>
  );
}

function Sheet({ licence, set }: { readonly licence: Licence; readonly set: readonly Avatar[] }) {
  const { payments, terms, issuedAt } = licence;
  const more = set.length - MOST_SHOWN;
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={t('Issued')}>{formatDate(issuedAt)}</Fact>
        <Fact name={t('Avatars')}>{formatNumber(set.length)}</Fact>
      </dl>
      {payments.map(({ order, plan, wallet, transaction, paidAt }) => (
        <dl key={order} className={cx(ui.stack2, styles.payment)}>
          <Fact name={t('Order')}>
            {order}, {plan}
          </Fact>
          {paidAt !== undefined && <Fact name={t('Paid')}>{formatDate(paidAt)}</Fact>}
          <Fact name={t('Buyer’s wallet')} className={ui.mono}>
            {wallet}
          </Fact>
          <Fact name={t('Transaction')} className={ui.mono}>
            {transaction}
          </Fact>
        </dl>
      ))}
      <ul className={styles.set}>
        {set.slice(0, MOST_SHOWN).map((one) => (
          <li key={one.uid}>
            <Thumb avatar={one} />
            <span>{one.name}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t('and {more} more, named in the file.', { more: formatNumber(more) })}</p>}
      <h2 className={ui.heading}>{t('Terms')}</h2>
      {locale !== DEFAULT_LOCALE && (
        <p>{t('The text below is in English, and the English text applies.')}</p>
      )}
      <ol className={cx(ui.stack2, styles.terms)} lang="en" dir="ltr">
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ol>
    </>
  );
}

function Thumb({ avatar }: { readonly avatar: Avatar }) {
  const url = usePictureUrl(avatar.uid, 'thumb');
  return <img src={url} alt="" width={96} height={96} />;
}

const CHECKED = {
  paid: t('Confirmed: the chain shows this payment, for this order.'),
  unfinished: t(
    'Found, but not all transactions of its wallet are read yet: one could be a refund. Check again to continue.',
  ),
  refunded: t('This payment was refunded, so the licence has ended.'),
  unknown: t(
    'Not found under this order. A transfer you sent yourself has no order number; look it up in an explorer.',
  ),
} as const;

/** Signs the licence with the connected wallet, if that wallet paid. */
function useSigning(unsigned: Licence) {
  const { wallets, chain } = usePorts();
  const address = useWallet().solana?.address;
  const [signed, setSigned] = useState<{ readonly of: Licence; readonly licence: Licence }>();
  const action = useAction((thrown) =>
    errorCode(thrown) === 'transaction-failed'
      ? SENTENCES['licence-unsigned']
      : sentence(thrown, 'licence-unsigned'),
  );
  const sign = async (wallet: string): Promise<void> => {
    const signature = encodeBase58(await wallets.signMessage(licenceMessage(unsigned)));
    const licence = { ...unsigned, signatures: [{ wallet, signature }] };
    if (!isSignedBy(licence, wallet, await chain())) throw new LikenessError('licence-unsigned');
    setSigned({ of: unsigned, licence });
  };
  // It is computed anew at each change of the library.
  const isSigned = signed !== undefined && writeLicence(signed.of) === writeLicence(unsigned);
  return {
    licence: isSigned ? signed.licence : unsigned,
    isSigned,
    payer: unsigned.payments.find(({ wallet }) => wallet === address)?.wallet,
    sign: (wallet: string) => action.run(() => sign(wallet)),
    busy: action.busy,
    problem: action.problem,
  };
}

function Actions({
  licence: unsigned,
  open,
}: {
  readonly licence: Licence;
  readonly open: boolean;
}) {
  const { downloads } = usePorts();
  const saving = useAction('download-failed');
  const { licence, isSigned, payer, ...signing } = useSigning(unsigned);
  const { statuses, busy, problem, check } = useLicenceCheck();
  const { saved, keep } = useSaved();
  const save = (): Promise<Saved> => {
    const file = new Blob([writeLicence(licence)], { type: 'application/json' });
    return downloads.save(LICENCE_NAME, file);
  };
  if (!open)
    return (
      <div className={cx(ui.wrap5, styles.actions)}>
        <p className={ui.measure}>
          {comesWith([t('White-label licensing')], 'white-label')}{' '}
          {t(
            'This document is a preview. Every plan gives you the right to use your avatars commercially, even without it.',
          )}
        </p>
        <ButtonLink to="/pricing?for=white-label" variant="accent">
          {t('See the plans')}
        </ButtonLink>
      </div>
    );
  return (
    <div className={cx(ui.wrap5, styles.actions)}>
      <Button variant="accent" onClick={() => print()}>
        {t('Print')}
      </Button>
      <Button onClick={() => saving.run(() => keep(save))}>{t('Save as JSON')}</Button>
      {!isSigned && payer !== undefined && (
        <Button busy={signing.busy} onClick={() => signing.sign(payer)}>
          {t('Sign with your wallet')}
        </Button>
      )}
      <Button variant="chain-outline" busy={busy} onClick={() => check(licence)}>
        {busy ? t('Looking…') : t('Check against the chain')}
      </Button>
      <div role="status" className={styles.words}>
        <p>
          {isSigned
            ? t(
                'Signed: whoever checks the saved file sees that it comes from the wallet that paid.',
              )
            : t(
                'Not signed: whoever checks the saved file sees the payment, but not who wrote the file. The wallet that paid can sign it; for a payment from an exchange nobody can.',
              )}
        </p>
        {statuses?.map((status, at) => (
          <p key={licence.payments[at]?.order}>
            {licence.payments[at]?.order}: {CHECKED[status]}
          </p>
        ))}
      </div>
      <SavedNote saved={saved} />
      {[saving.problem, signing.problem, problem].map(
        (what) => what !== undefined && <ErrorNote key={what} what={what} />,
      )}
    </div>
  );
}

/**
 * Checks a licence's payments on the chain: their statuses, in the licence's order, and whether a
 * wallet that made one of them signed the licence. A check that didn't finish goes on when it is
 * repeated.
 */
function useLicenceCheck() {
  const { chain, config } = usePorts();
  const [statuses, setStatuses] = useState<readonly PaymentStatus[]>();
  const [signed, setSigned] = useState(false);
  const [elsewhere, setElsewhere] = useState(false);
  const { busy, problem, run } = useAction();
  const read = useRef<ReadBefore>(new Map());
  const check = (licence: Licence): void => {
    setStatuses(undefined);
    setElsewhere(false);
    run(async () => {
      const port = await chain();
      const found = await checkLicence(port, licence, config.treasury, read.current);
      if (found === 'other-network') {
        setElsewhere(true);
        return;
      }
      setSigned(
        licence.payments.some(
          ({ wallet }, at) => found[at] === 'paid' && isSignedBy(licence, wallet, port),
        ),
      );
      setStatuses(found);
    });
  };
  const words = elsewhere
    ? t('This licence is from another network, or from a sandbox that was reset.')
    : problem;
  return { statuses, signed, busy, problem: words, check };
}

/** How many of its payments are on the chain. */
function foundWords(statuses: readonly PaymentStatus[]): string {
  const paid = statuses.filter((status) => status === 'paid').length;
  const counts = { paid, payments: statuses.length };
  return statuses.includes('refunded')
    ? t(
        '{paid} of {payments, plural, one {# payment} other {# payments}} found, and at least one was refunded.',
        counts,
      )
    : t('{paid} of {payments, plural, one {# payment} other {# payments}} found.', counts);
}

function nameWords({ avatars: { length: avatars }, issuer }: Licence): string {
  return issuer
    ? t('It names {avatars, plural, one {# avatar} other {# avatars}}, issued by {issuer}.', {
        avatars,
        issuer: issuer.name,
      })
    : t('It names {avatars, plural, one {# avatar} other {# avatars}}.', { avatars });
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
      title: t('The chain confirms this licence'),
      words: t(
        'The wallet that paid signed this file as it stands, so the list of avatars and the issuer are its owner’s words.',
      ),
    };
  if (statuses.includes('paid'))
    return {
      title: t('Payment found'),
      words: licence.signatures
        ? t(
            'But a signature in it doesn’t fit: the file was changed after it was signed, or another wallet signed it.',
          )
        : t(
            'But the wallet that paid hasn’t signed this file. Payments are public: anybody can write one into a file, with any names. Ask for the file signed with that wallet. For a payment from an exchange nobody can sign it, and the chain proves no more than the payment.',
          ),
    };
  if (statuses.includes('unfinished'))
    return {
      title: t('This check isn’t finished'),
      words: t(
        'The buyer’s wallet has many transactions, and not all are read yet: one of them could be a refund. Nothing is confirmed until they are. Press “{button}” to read more of them.',
        { button: t('Continue') },
      ),
    };
  return {
    title: t('The chain doesn’t confirm this licence'),
    words: t(
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
    if (read) check(read);
  };
  const verdict = licence && statuses && verdictOf(licence, statuses, signed);
  return (
    <div className={cx(ui.stack3, ui.start)}>
      <FileButton
        label={t('Licence file')}
        accept="application/json,.json"
        size="small"
        busy={busy}
        onFiles={([file]) => void take(file)}
      >
        {busy ? t('Looking…') : t('Check a licence')}
      </FileButton>
      <div role="status">
        {verdict && (
          <Notice tone={verdict.good ? 'good' : 'careful'} title={verdict.title}>
            {foundWords(statuses)} {nameWords(licence)} {verdict.words}
          </Notice>
        )}
      </div>
      {licence && statuses?.includes('unfinished') && (
        <Button size="small" busy={busy} onClick={() => check(licence)}>
          {t('Continue')}
        </Button>
      )}
      {unreadable && (
        <ErrorNote
          what={t(
            'This file isn’t a licence, or it is damaged. Choose licence.json as it was saved.',
          )}
        />
      )}
      {problem !== undefined && <ErrorNote what={problem} />}
    </div>
  );
}
