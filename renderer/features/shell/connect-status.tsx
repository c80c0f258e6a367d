import { i18n } from '../../i18n/index.ts';
import { ErrorNote } from '../../ui/notice.tsx';
import { Away } from './away.tsx';
import { ExternalLink } from './external-link.tsx';
import type { Connecting } from './use-connect.ts';
import styles from './wallet-choices.module.css';

/** Shown below the wallets: what to do in the wallet, or what went wrong. */
export function ConnectStatus({
  connecting: { asked, away, problem, giveUp },
}: {
  readonly connecting: Connecting;
}) {
  if (asked !== undefined) {
    return away ? (
      <Away
        words={i18n.t('Approve the connection there; Phantom then brings you back here.')}
        canOpenAgain
        onGiveUp={giveUp}
      />
    ) : (
      <p className={styles.hint} role="status">
        {i18n.t('Approve the connection in the wallet’s window.')}
      </p>
    );
  }
  if (!problem) return null;
  return (
    <ErrorNote
      what={problem.what}
      safe={
        problem.installUrl === undefined
          ? undefined
          : i18n.t('Its download page has opened in a new tab. Install it, then reload this page.')
      }
      {...(problem.installUrl !== undefined && {
        actions: (
          <ExternalLink href={problem.installUrl}>
            {i18n.t('Open the download page again')}
          </ExternalLink>
        ),
      })}
    />
  );
}
