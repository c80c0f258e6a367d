import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';

import { SENTENCES } from '../../core/errors.ts';
import { formatNumber } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import type { Restored } from '../../state/payments/index.ts';
import { restoringAtom } from '../../state/restoring.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import styles from './purchases.module.css';

/** What a search restored, and what it left for the next one. */
function restoredWords(restored: Restored): string {
  const { left } = restored;
  if (left === 0) return broughtWords(restored);
  const leftWords = i18n.t(
    '{left, plural, one {# transaction of this wallet’s key is} other {# transactions of this wallet’s key are}} still to be looked at: search again.',
    { left },
  );
  return `${broughtWords(restored)} ${leftWords}`;
}

function broughtWords({ found, known }: Restored): string {
  if (found.length > 0) {
    const credits = found.reduce((sum, order) => sum + order.credits, 0);
    return i18n.t(
      '{found, plural, one {# purchase} other {# purchases}} came back: {credits, plural, one {# credit} other {# credits}}.',
      { found: found.length, credits },
    );
  }
  return known > 0
    ? i18n.t(
        'Nothing new: {known, plural, one {this wallet’s purchase is} other {this wallet’s # purchases are}} on this device already.',
        { known },
      )
    : i18n.t('No purchase of this wallet was found. If another wallet paid, connect that one.');
}

/**
 * Shows the search for a wallet's earlier purchases while it runs and after it found something. An
 * automatic search that found nothing shows nothing.
 */
export function RestoreNotice() {
  const restoring = useAtomValue(restoringAtom);
  const state = useSnapshot(restoring);
  const showToast = useSetAtom(showToastAtom);
  const message =
    state.kind === 'done' && (state.restored.found.length > 0 || !state.byItself)
      ? restoredWords(state.restored)
      : undefined;
  useEffect(() => {
    if (message === undefined) return;
    showToast(message, 'good');
    restoring.dismiss();
  }, [message, restoring, showToast]);

  if (state.kind === 'searching') {
    const { done, all } = state.progress;
    return (
      <section className={styles.searching} aria-label={i18n.t('Looking for earlier purchases')}>
        <div className={styles.words}>
          <p role="status">
            {all !== undefined && all > 0
              ? i18n.t('Looking for earlier purchases… {done} of {all}', {
                  done: formatNumber(done),
                  all: formatNumber(all),
                })
              : i18n.t('Looking for earlier purchases…')}
          </p>
          <TextButton onClick={() => restoring.cancel()}>{i18n.t('Cancel')}</TextButton>
        </div>
        <Progress
          label={i18n.t('Transactions looked at')}
          done={all === undefined || all === 0 ? 0 : done / all}
        />
      </section>
    );
  }
  if (state.kind === 'failed' && !state.byItself) {
    return (
      <Notice
        tone="bad"
        title={SENTENCES[state.code]}
        actions={
          <>
            <TextButton onClick={() => restoring.search()}>{i18n.t('Look again')}</TextButton>
            <TextButton onClick={() => restoring.dismiss()}>{i18n.t('Dismiss')}</TextButton>
          </>
        }
      >
        {i18n.t('What was found until then is here. The rest is still on the chain.')}
      </Notice>
    );
  }
  return null;
}
