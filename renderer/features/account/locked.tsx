import { useState } from 'react';

import { i18n } from '../../i18n/index.ts';
import { useAccount, usePorts } from '../../state/ports.ts';
import { cx } from '../../ui/cx.ts';
import { TextButton } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import styles from './account.module.css';
import { Recover } from './recover.tsx';
import { SignIn } from './sign-in.tsx';

/** Replaces screens while the account is locked, so that nothing new lands in another library. */
export function Locked() {
  const { accounts } = usePorts();
  const { email } = useAccount();
  const [forgotten, setForgotten] = useState(false);
  return (
    <div className={cx(t.page, styles.locked)}>
      <header>
        <h1 className={t.title}>{i18n.t('Your library is locked')}</h1>
        <p className={t.lead}>
          {email === undefined
            ? i18n.t('Everything in it is sealed on this device. Your password opens it.')
            : i18n.t('Everything of {email} is sealed on this device. Your password opens it.', {
                email,
              })}
        </p>
      </header>
      {forgotten ? (
        <Recover onBack={() => setForgotten(false)} />
      ) : (
        <SignIn label={i18n.t('Unlock')} onForgotten={() => setForgotten(true)} />
      )}
      <TextButton onClick={() => void accounts.signOut()}>{i18n.t('Continue as guest')}</TextButton>
    </div>
  );
}
