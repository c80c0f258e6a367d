import { useAtomValue } from 'jotai';

import type { PlanId } from '../../core/plans.ts';
import { looksOf } from '../../core/sets.ts';
import { lockedSentence, lockedStyles, unlocksOf } from '../../core/unlocks.ts';
import { i18n } from '../../i18n/index.ts';
import { useDraft } from '../../state/drafts/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { setChoiceAtom } from '../../state/settings.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import styles from './payment.module.css';

/** Warns before paying that the plan lacks a style of the set that the payment starts. */
export function StyleNotice({ plan }: { readonly plan: PlanId }) {
  const { phase, choices } = useDraft();
  const { unlocked } = useLibraryState();
  const set = useAtomValue(setChoiceAtom);
  const { styles: wanted } = looksOf(set, choices);
  const open = new Set([...unlocked, ...unlocksOf(plan)]);
  const sentence = lockedSentence(wanted, open);
  if (phase !== 'ready' || sentence === undefined) return null;
  const none = lockedStyles(wanted, open).length === wanted.length;
  return (
    <div className={styles.top}>
      <Notice
        tone="careful"
        title={sentence}
        actions={<TextLink to="/customize">{i18n.t('Choose another style')}</TextLink>}
      >
        {none
          ? i18n.t(
              'With this plan your photo isn’t developed in it: your credits wait until you choose another style.',
            )
          : i18n.t('With this plan your first pictures are made in the other styles of your set.')}
      </Notice>
    </div>
  );
}
