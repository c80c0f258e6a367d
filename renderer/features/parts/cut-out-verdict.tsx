import type { ReactNode } from 'react';

import { FAULT_SENTENCES, shownFaults } from '../../core/cut-out-faults.ts';
import type { Draft } from '../../core/drafts.ts';
import { i18n } from '../../i18n/index.ts';
import { Notice } from '../../ui/notice.tsx';

/** Shows before payment what the engine finds wrong with a photo's cut-out; else nothing. */
export function CutOutVerdict({
  draft,
  actions,
}: {
  readonly draft: Draft;
  /** The link to the brush. */
  readonly actions: ReactNode;
}) {
  const faults = shownFaults(draft);
  if (faults.length === 0) return null;
  return (
    <Notice tone="careful" title={i18n.t('Look at the cut-out before you pay')} actions={actions}>
      {faults.map((fault) => (
        <p key={fault}>{FAULT_SENTENCES[fault]}</p>
      ))}
      <p>
        {i18n.t(
          'Your avatars will have it, too. The brush on the stage mends it; nothing is charged.',
        )}
      </p>
    </Notice>
  );
}
