import { ButtonLink } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { useReturn } from './use-return.ts';
import styles from './wallet-return.module.css';

/** /wallet-return/:state: Phantom's app returns its answers here. Seen only if it can't go on. */
export function WalletReturnScreen() {
  const halt = useReturn();
  return (
    <div className={t.page}>
      <div className={styles.place}>
        <h1 className={t.title}>Back from your wallet</h1>
        {halt ? (
          <ErrorNote
            what={halt.what}
            actions={
              <>
                <ButtonLink variant="accent" to={halt.backTo ?? '/payment'}>
                  {halt.backTo === undefined ? 'Go to the payment' : 'Go back and try again'}
                </ButtonLink>
                <TextLink to="/dashboard">My Dashboard</TextLink>
              </>
            }
          />
        ) : (
          <p className={t.lead} role="status">
            Reading the answer…
          </p>
        )}
      </div>
    </div>
  );
}
