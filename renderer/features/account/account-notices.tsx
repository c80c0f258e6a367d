import { useAtom, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';

import { shortenAddress } from '../../core/constants.ts';
import { formatList, formatPercent } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import type { WorkOptions } from '../../ports/work-options.ts';
import {
  newCodeAtom,
  useGuestMigration,
  useGuestMigrationOffer,
} from '../../state/accounts/index.ts';
import { useAccount, useWallet } from '../../state/ports.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { unlessAborted, useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { KeepCode } from './account-fields.tsx';
import styles from './account.module.css';

/** Asks at sign-in whether the guest's avatars and purchases should move into the account. */
function GuestMigrationOffered() {
  const migration = useGuestMigration();
  const offer = useGuestMigrationOffer();
  const { email } = useAccount();
  const { address } = useWallet();
  const showToast = useSetAtom(showToastAtom);
  const { problem, run } = useAction(unlessAborted);
  if (!migration || !offer) return null;
  const whose = email ?? shortenAddress(address);
  const { avatars, credits, done, moved = 0 } = offer;
  const things = formatList([
    ...(avatars > 0
      ? [i18n.t('{avatars, plural, one {# avatar} other {# avatars}}', { avatars })]
      : []),
    ...(credits > 0
      ? [i18n.t('{credits, plural, one {# credit} other {# credits}}', { credits })]
      : []),
  ]);
  const cameAlong =
    things === ''
      ? i18n.t(
          '{moved, plural, one {# avatar} other {# avatars}} came along. The rest can follow into the library of {whose}.',
          { moved, whose },
        )
      : i18n.t(
          '{moved, plural, one {# avatar} other {# avatars}} came along. {things} can follow into the library of {whose}.',
          { moved, things, whose },
        );
  const made =
    things === ''
      ? i18n.t(
          'You made a start here as a guest. It can move into the library of {whose}, with its purchases.',
          { whose },
        )
      : i18n.t(
          'You have {things} here as a guest. All of it can move into the library of {whose}, with its purchases.',
          { things, whose },
        );
  /** Closing the dialog cancels a running move; it stays open with what is left. */
  const close = (): void => {
    if (done === undefined) migration.decline();
    else migration.cancel();
  };
  const bring = async (): Promise<void> => {
    await migration.accept();
    showToast(i18n.t('Your guest library came along.'), 'good');
  };
  return (
    <Dialog open onClose={close} title={i18n.t('Bring your work along?')}>
      <p className={styles.quiet}>
        {moved > 0 ? cameAlong : made}{' '}
        {i18n.t('Otherwise it stays with the guest, where anyone who opens this device sees it.')}
      </p>
      {problem !== undefined && (
        <ErrorNote
          what={problem}
          safe={i18n.t('Nothing was lost; what hasn’t moved is still with the guest.')}
        />
      )}
      {done === undefined ? (
        <div className={styles.row}>
          <Button variant="accent" onClick={() => run(bring)}>
            {moved > 0 ? i18n.t('Bring the Rest') : i18n.t('Bring It Along')}
          </Button>
          <Button onClick={() => migration.decline()}>{i18n.t('Leave It')}</Button>
        </div>
      ) : (
        <WorkBar
          label={i18n.t('Moving your library')}
          work={{ done, cancel: () => migration.cancel() }}
        />
      )}
    </Dialog>
  );
}

/**
 * The dialogs that follow the opening of an account, on any screen: first the new recovery code if
 * the old one was used up, then the offer to move the guest's work.
 */
export function AccountNotices() {
  const [code, setCode] = useAtom(newCodeAtom);
  const close = (): void => setCode(undefined);
  if (code === undefined) return <GuestMigrationOffered />;
  return (
    <Dialog open onClose={close} title={i18n.t('Your recovery code was used up')}>
      <KeepCode code={code} onKept={close} />
    </Dialog>
  );
}

interface LongWork {
  /** 0 to 1 while it runs. */
  readonly done: number | undefined;
  /** Runs the work; leaving the screen cancels it. */
  readonly run: <T>(work: (options: WorkOptions) => Promise<T>) => Promise<T>;
  readonly cancel: () => void;
}

export function useLongWork(): LongWork {
  const [done, setDone] = useState<number>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  return {
    done,
    async run(work) {
      const mine = new AbortController();
      control.current = mine;
      setDone(0);
      try {
        // Whole per cents are enough to see; finer steps would only cause renders.
        return await work({
          signal: mine.signal,
          onProgress: (now) => setDone(Math.round(now * 100) / 100),
        });
      } finally {
        setDone(undefined);
      }
    },
    cancel: () => control.current?.abort(),
  };
}

/** A progress bar with its number and a way to stop. */
export const WorkBar = ({
  label,
  work,
}: {
  readonly label: string;
  readonly work: Pick<LongWork, 'done' | 'cancel'>;
}) => (
  <div className={styles.work}>
    <Progress label={label} done={work.done ?? 0} />
    <p role="status">
      <span>{label}…</span>
      <span>{formatPercent(work.done ?? 0)}</span>
    </p>
    <div>
      <Button size="small" onClick={work.cancel}>
        {i18n.t('Cancel')}
      </Button>
    </div>
  </div>
);
