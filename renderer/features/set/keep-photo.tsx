import { useSetAtom } from 'jotai';
import { startTransition, useOptimistic } from 'react';

import { i18n } from '../../i18n/index.ts';
import { useDraft, useDrafts } from '../../state/drafts/index.ts';
import { showFailureAtom } from '../../state/toasts.ts';
import { CheckField } from '../../ui/field.tsx';

/** Asks, where it matters, whether to keep the photo for more pictures. */
export function KeepPhoto() {
  const drafts = useDrafts();
  const { entries } = useDraft();
  const showFailure = useSetAtom(showFailureAtom);
  const [kept, choose] = useOptimistic(entries.every(({ draft }) => draft.keep === true));
  if (entries.length === 0) return null;
  const several = entries.length > 1;
  return (
    <CheckField
      label={
        several
          ? i18n.t('Keep these photos for 24 hours, to make more')
          : i18n.t('Keep this photo for 24 hours, to make more')
      }
      hint={i18n.t(
        'Sealed on this device. Otherwise it is deleted as soon as its pictures are done.',
      )}
      checked={kept}
      onChange={({ target: { checked } }) =>
        startTransition(async () => {
          choose(checked);
          await drafts.keep(checked).catch(showFailure);
        })
      }
    />
  );
}
