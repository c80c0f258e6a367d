import { shownFaults } from '../../core/cut-out-faults.ts';
import { i18n } from '../../i18n/index.ts';
import { useDraft } from '../../state/drafts/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CutOutVerdict } from '../cut-out/index.ts';
import styles from './payment.module.css';

/** What is wrong with the cut-out of the photo whose avatars are about to be bought. */
export function CutOutNotice({ draftId }: { readonly draftId: string | undefined }) {
  const state = useDraft();
  const draft =
    draftId === undefined
      ? state.draft
      : state.entries.find((entry) => entry.draft.id === draftId)?.draft;
  if (!draft || shownFaults(draft).length === 0) return null;
  return (
    <div className={styles.top}>
      <CutOutVerdict
        draft={draft}
        actions={
          <ButtonLink to="/customize" size="small">
            {i18n.t('Look at the cut-out')}
          </ButtonLink>
        }
      />
    </div>
  );
}
