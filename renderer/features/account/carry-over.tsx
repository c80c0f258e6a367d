import { useState } from 'react';
import { shortenAddress } from '../../core/constants.ts';
import { sentence } from '../../core/errors.ts';
import { useAccount, useCarry, useCarryOffer } from '../../state/accounts/index.ts';
import { useAtomValue, useSetAtom } from '../../state/jotai.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { walletAtom } from '../../state/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import styles from './account.module.css';

/** At sign-in, where a guest has made or bought something: does it come along? */
export function CarryOver() {
  const carry = useCarry();
  const offer = useCarryOffer();
  const { email } = useAccount();
  const { address } = useAtomValue(walletAtom);
  const showToast = useSetAtom(showToastAtom);
  const [failure, setFailure] = useState<unknown>();
  if (!carry || !offer) return null;
  const whose = email ?? shortenAddress(address);
  const { avatars, credits, done } = offer;
  const things = [
    avatars > 0 && `${avatars.toLocaleString('en')} ${avatars === 1 ? 'avatar' : 'avatars'}`,
    credits > 0 && `${credits.toLocaleString('en')} credits`,
  ].filter((thing) => thing !== false);
  const bring = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await carry.accept();
      showToast('Your guest library came along.', 'good');
    } catch (thrown) {
      setFailure(thrown);
    }
  };
  return (
    <Dialog open onClose={() => done === undefined && carry.decline()} title="Bring your work along?">
      <p className={styles['quiet']}>
        You made {things.length > 0 ? things.join(' and ') : 'a start'} here as a guest. It can move into the library of {whose}, with its
        purchases. Otherwise it stays with the guest, where anyone who opens this device sees it.
      </p>
      {failure !== undefined && <ErrorNote what={sentence(failure)} safe="Nothing was lost; what hasn’t moved is still with the guest." />}
      {done === undefined ? (
        <div className={styles['row']}>
          <Button look="accent" onClick={() => void bring()}>
            Bring It Along
          </Button>
          <Button onClick={() => carry.decline()}>Leave It</Button>
        </div>
      ) : (
        <Progress label="Moving your library" done={done} />
      )}
    </Dialog>
  );
}
