import { useEffect } from 'react';

import { useDrafts } from '../../state/drafts/index.ts';
import type { PreviewState } from './previewer.ts';

/** Stores with the photo what the engine finds wrong with its cut-out, to say it before paying. */
export function useVerdict({ preview, stale }: PreviewState): void {
  const drafts = useDrafts();
  const { draftId, faults } = preview ?? {};
  useEffect(() => {
    if (draftId !== undefined && faults && !stale) drafts.judge(draftId, faults);
  }, [drafts, draftId, faults, stale]);
}
