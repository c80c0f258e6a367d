import { useAtomValue } from 'jotai';

import type { PlanId } from '../../core/plans.ts';
import { stylesAndBackgroundsOf } from '../../core/sets.ts';
import { shownFaults } from '../../core/strokes.ts';
import { lockedSentence, lockedStyles, unlocksOf } from '../../core/unlocks.ts';
import { t } from '../../i18n/index.ts';
import { useDraft } from '../../state/drafts/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import type { Newer } from '../../state/newer-version.ts';
import type { Fitness, Part } from '../../state/self-test/index.ts';
import { setChoiceAtom } from '../../state/settings.ts';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EngineFetching } from '../parts/engine-fetching.tsx';
import { CutOutVerdict } from '../parts/photo-notes.tsx';
import styles from './payment.module.css';

/** Offers to reload the page for a newer version; it never reloads by itself. */
export function NewerNotice({ found }: { readonly found: Newer }) {
  if (found === 'none') return null;
  return (
    <Notice
      tone="careful"
      title={
        found === 'prices' ? t('Our prices have changed') : t('A newer version of Likeness is here')
      }
      actions={
        <Button size="small" onClick={() => location.reload()}>
          {t('Reload')}
        </Button>
      }
    >
      {found === 'prices'
        ? t(
            'This page still shows the old ones. Reload it before you pay; nothing has been charged.',
          )
        : t(
            'Reload this page before you pay, to use the new version. Nothing has been charged, and your photo stays.',
          )}
    </Notice>
  );
}

/** What is wrong with the cut-out of the photo whose avatars are about to be bought. */
export function CutOutNotice({ draftId }: { readonly draftId: string | undefined }) {
  const state = useDraft();
  const draft =
    draftId === undefined
      ? state.draft
      : state.entries.find((entry) => entry.draft.id === draftId)?.draft;
  if (!draft || shownFaults(draft).length === 0) return null;
  return (
    <CutOutVerdict
      draft={draft}
      actions={
        <ButtonLink to="/customize" size="small">
          {t('Look at the cut-out')}
        </ButtonLink>
      }
    />
  );
}

/** Warns before paying that the plan lacks a style of the set that the payment starts. */
export function StyleNotice({ plan }: { readonly plan: PlanId }) {
  const { phase, choices } = useDraft();
  const { unlocked } = useLibraryState();
  const set = useAtomValue(setChoiceAtom);
  const open = new Set([...unlocked, ...unlocksOf(plan)]);
  const { styles: wanted } = stylesAndBackgroundsOf(set, choices, open);
  const sentence = lockedSentence(wanted, open);
  if (phase !== 'ready' || sentence === undefined) return null;
  const none = lockedStyles(wanted, open).length === wanted.length;
  return (
    <Notice
      tone="careful"
      title={sentence}
      actions={<TextLink to="/customize">{t('Choose another style')}</TextLink>}
    >
      {none
        ? t('This plan doesn’t include that style. Choose another to use your credits.')
        : t('With this plan your first pictures are made in the other styles of your set.')}
    </Notice>
  );
}

const WHAT_IS_MISSING: Record<Part, string> = {
  pixels: t(
    'It changes the pixels that a page reads back, to keep you from being recognized, so avatars would be spoiled. Allow this site to read canvases, then check again.',
  ),
  models: t('It can’t run the models that find a face: WebAssembly is missing or switched off.'),
  graphics: t('It can’t draw avatars: WebGL 2 is missing, incomplete or switched off.'),
  encode: t('It can’t write PNG and JPEG files.'),
  decode: t('It can’t read the picture files that it wrote.'),
  storage: t('It doesn’t keep pictures for this site, so your avatars would be lost.'),
};

/** Tells buyers what this browser's self-test found; nothing if all is well. */
export function FitnessNotice({
  fitness,
  onAgain,
}: {
  readonly fitness: Fitness;
  readonly onAgain: () => void;
}) {
  const again = (
    <Button size="small" onClick={onAgain}>
      {t('Check again')}
    </Button>
  );
  switch (fitness.kind) {
    case 'unknown':
    case 'checking':
      return (
        <div className={styles.top}>
          <Notice title={t('Checking that this browser can make your avatars…')} />
          <EngineFetching />
        </div>
      );
    case 'unfit':
      return (
        <Notice
          tone="bad"
          title={t('This browser can’t make your avatars, so you can’t pay here')}
          actions={again}
        >
          {fitness.lacks.map((part) => (
            <p key={part}>{WHAT_IS_MISSING[part]}</p>
          ))}
          <p>
            {t(
              'Nothing was charged. Open Likeness in a current Chrome, Edge or Firefox, in a window that isn’t private.',
            )}
          </p>
        </Notice>
      );
    case 'undecided':
      return (
        <Notice
          tone="bad"
          title={t('We couldn’t check that this browser can make your avatars')}
          actions={again}
        >
          {t(
            'You can pay once this has been checked. Nothing was charged. Check your connection and try again.',
          )}
        </Notice>
      );
    case 'fit':
      return fitness.fleeting ? (
        <Notice tone="careful" title={t('This looks like a private window')}>
          {t(
            'Avatars and credits made here are gone when it closes. Use an ordinary window, or download your avatars before you close this one.',
          )}
        </Notice>
      ) : null;
  }
}
