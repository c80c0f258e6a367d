import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';

import { i18n } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import { showFailureAtom } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextButton } from '../../ui/text-link.tsx';

/** After this long, the link to the wallet's app probably failed, so another way is offered. */
const DOUBT_MS = 120_000;

export interface AwayProps {
  /** Says what to approve in the wallet's app, and that the app leads back here. */
  readonly words: string;
  /** True while this page holds the request; after a reload it can only be given up. */
  readonly canOpenAgain: boolean;
  readonly onGiveUp: () => void;
}

/** Shown while the wallet's app is asked: how to open it again, and how to stop. */
export function Away({ words, canOpenAgain, onGiveUp }: AwayProps) {
  const { wallets } = usePorts();
  const showFailure = useSetAtom(showFailureAtom);
  const [doubt, setDoubt] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDoubt(true), DOUBT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Notice
      tone="chain"
      title={i18n.t('Go on in Phantom')}
      actions={
        <>
          {canOpenAgain && (
            <Button
              variant="chain"
              size="small"
              onClick={() => {
                wallets.leaveAgain().catch(showFailure);
              }}
            >
              {i18n.t('Open Phantom again')}
            </Button>
          )}
          <TextButton onClick={onGiveUp}>{i18n.t('Cancel')}</TextButton>
        </>
      }
    >
      {doubt
        ? i18n.t(
            'No answer yet. This link needs the Phantom app on this device: if it didn’t open, cancel and choose another way.',
          )
        : words}
    </Notice>
  );
}
