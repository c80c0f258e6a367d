import { i18n } from '../../i18n/index.ts';
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
        <h1 className={t.title}>{i18n.t('Back from your wallet')}</h1>
        {halt ? (
          <ErrorNote
            what={halt.what}
            actions={
              <>
                <ButtonLink variant="accent" to={halt.backTo ?? '/payment'}>
                  {halt.backTo === undefined
                    ? i18n.t('Go to the payment')
                    : i18n.t('Go back and try again')}
                </ButtonLink>
                <TextLink to="/dashboard">{i18n.t('My Dashboard')}</TextLink>
              </>
            }
          />
        ) : (
          <p className={t.lead} role="status">
            {i18n.t('Reading the answer…')}
          </p>
        )}
      </div>
    </div>
  );
}
