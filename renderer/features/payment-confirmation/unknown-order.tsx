import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { SENTENCES } from '../../core/errors.ts';
import { i18n } from '../../i18n/index.ts';
import { useAccount } from '../../state/ports.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { SignIn } from '../account/index.ts';
import styles from './sample-steps.module.css';

/**
 * Shown for an order that can't be read. It may belong to a locked account, but nobody can tell,
 * since such an account hides even the names of its rows. So the account can be opened here, which
 * then shows the order.
 */
export function UnknownOrder() {
  const { status } = useAccount();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const closed = status !== 'open';
  return (
    <>
      <ErrorNote
        what={SENTENCES['order-unknown']}
        actions={
          closed && !asked ? (
            <Button onClick={() => setAsked(true)}>{i18n.t('Sign In')}</Button>
          ) : undefined
        }
      />
      {closed && asked && (
        <div className={styles.open}>
          <SignIn onForgotten={() => void navigate('/login')} />
        </div>
      )}
    </>
  );
}
