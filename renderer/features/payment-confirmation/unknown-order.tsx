import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { SENTENCES } from '../../core/errors.ts';
import { useAccount } from '../../state/accounts/index.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { SignIn } from '../account/index.ts';
import styles from './at-rest.module.css';

/**
 * An order that can't be read. Whether it is a closed account's nobody can tell, since even its name
 * is sealed: so the account can be opened here, and the order shows.
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
          closed && !asked ? <Button onClick={() => setAsked(true)}>Sign In</Button> : undefined
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
