import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';

import { shortenAddress } from '../../core/constants.ts';
import { sentence, SENTENCES } from '../../core/errors.ts';
import { t } from '../../i18n/index.ts';
import { usePayments } from '../../state/payments/index.ts';
import { useAccount, usePorts } from '../../state/ports.ts';
import { showToast } from '../../state/toasts.ts';
import { ButtonLink, TextLink } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { ui } from '../../ui/shared.ts';
import styles from './wallet-return.module.css';

/** Why the return can't continue by itself, and where the user was. */
interface Halt {
  readonly what: string;
  readonly backTo?: string;
}

/**
 * Takes the answer from this page's address, acts on it, and returns to where the user left. The
 * answer's address doesn't stay in the history.
 */
function useReturn(): Halt | undefined {
  const { wallets } = usePorts();
  const isRestoring = useAccount().status === 'restoring';
  const payments = usePayments();
  const navigate = useNavigate();
  const { state = '' } = useParams();
  const [query] = useSearchParams();
  const [halt, setHalt] = useState<Halt>();
  const taken = useRef<string>(undefined);

  useEffect(() => {
    // What was signed belongs to a row of the account.
    if (isRestoring) return;
    // An answer is taken once, however often React runs this. Another one may follow a false one.
    const arrived = `${state}?${query.toString()}`;
    if (taken.current === arrived) return;
    taken.current = arrived;

    const take = async (): Promise<Halt | undefined> => {
      const answer = await wallets.takeReturn(state, Object.fromEntries(query));
      const { backTo } = answer;
      if (answer.kind === 'refused') {
        if (answer.purpose) await payments.returnDeclined(answer.purpose.orderId);
        return { what: SENTENCES[answer.code], backTo };
      }
      if (answer.kind === 'signed') {
        try {
          await payments.acceptReturn(answer.purpose.orderId, answer.transaction);
        } catch (thrown) {
          return { what: sentence(thrown, 'payment-failed-retry'), backTo };
        }
      }
      if (answer.kind === 'connected')
        showToast(
          t('Connected as {address}.', { address: shortenAddress(answer.address) }),
          'good',
        );
      await navigate(backTo, { replace: true });
      return undefined;
    };
    take().then(setHalt, (thrown: unknown) =>
      setHalt({ what: sentence(thrown, 'wallet-return-unknown') }),
    );
  }, [isRestoring, wallets, payments, navigate, state, query]);

  return halt;
}

/** /wallet-return/:state: Phantom's app returns its answers here. Seen only if it can't go on. */
export function WalletReturnScreen() {
  const halt = useReturn();
  return (
    <div className={ui.page}>
      <div className={styles.place}>
        <h1 className={ui.title}>{t('Back from your wallet')}</h1>
        {halt ? (
          <ErrorNote
            what={halt.what}
            safe={
              halt.backTo === undefined
                ? t(
                    'If you began in another browser or app, begin again here: this is where Phantom brings you back.',
                  )
                : undefined
            }
            actions={
              <>
                <ButtonLink variant="accent" to={halt.backTo ?? '/payment'}>
                  {halt.backTo === undefined ? t('Go to the payment') : t('Go back and try again')}
                </ButtonLink>
                <TextLink to="/dashboard">{t('My Dashboard')}</TextLink>
              </>
            }
          />
        ) : (
          <p className={ui.lead} role="status">
            {t('Reading the answer…')}
          </p>
        )}
      </div>
    </div>
  );
}
