import { isOpen, photosOf, type Batch } from '../../core/batches.ts';
import { isUndecided } from '../../core/look-runs.ts';
import { formatNumber, t } from '../../i18n/index.ts';
import { useDraft } from '../../state/drafts/index.ts';
import { useGeneration } from '../../state/generation/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { useLookRuns } from '../../state/looks/index.ts';
import { showFailure } from '../../state/toasts.ts';
import { Answers, DialogButton } from '../../ui/dialog.tsx';

interface StopBatchProps {
  readonly batch: Batch;
  readonly label: string;
  /** The question. */
  readonly title?: string;
  /** Looks like a link. */
  readonly text?: boolean;
}

/** The button that stops a batch, after its question. */
export const StopBatch = ({ batch, ...button }: StopBatchProps) => (
  <DialogButton title={t('Stop this batch?')} {...button}>
    {(close) => <Question batch={batch} close={close} />}
  </DialogButton>
);

/** Says what stays, what comes back, and what is deleted. */
function Question({ batch, close }: { readonly batch: Batch; readonly close: () => void }) {
  const generation = useGeneration();
  const { entries, phase } = useDraft();
  const { batches } = useLibraryState();
  const looks = useLookRuns();
  const made = batch.items.filter(({ state }) => state === 'done').length;
  const rest = batch.items.filter(({ state }) => state === 'waiting').length;
  const needed = [
    ...entries.flatMap(({ draft }) => (draft.keep === true ? draft.id : [])),
    ...batches.filter((one) => one.id !== batch.id && isOpen(one)).flatMap(photosOf),
    ...(looks ?? []).filter(isUndecided).map(({ draftId }) => draftId),
  ];
  const photos = photosOf(batch).filter((id) => !needed.includes(id)).length;
  return (
    <>
      <p>
        {made > 0 &&
          t('{made, plural, one {# finished avatar stays.} other {# finished avatars stay.}}', {
            made,
          })}{' '}
        {rest > 0 &&
          (batch.items.some(({ repaint }) => repaint)
            ? t(
                '{rest, plural, one {One avatar isn’t painted again and stays} other {# avatars aren’t painted again and stay}} as before.',
                { rest },
              )
            : t('{rest, plural, one {# credit comes back.} other {# credits come back.}}', {
                rest,
              }))}{' '}
        {phase !== 'starting' &&
          looks &&
          photos > 0 &&
          t('{photos, plural, one {Your photo is deleted.} other {# photos are deleted.}}', {
            photos,
          })}
      </p>
      <Answers
        no={t('Keep going')}
        yes={made > 0 ? t('Stop and keep {made}', { made: formatNumber(made) }) : t('Stop')}
        onYes={() => generation.cancel(batch.id).catch(showFailure)}
        close={close}
      />
    </>
  );
}
