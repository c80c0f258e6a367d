import { sentence } from '../../core/errors.ts';
import type { Saved } from '../../ports/downloads.ts';
import { useSetAtom } from '../../state/jotai.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { TextButton } from '../../ui/text-link.tsx';
import styles from './saved-note.module.css';

/** Where a file went, and the way to it. Nothing in a browser, which shows its downloads itself. */
export function SavedNote({
  saved,
  short = false,
}: {
  readonly saved: Saved | undefined;
  readonly short?: boolean;
}) {
  const showToast = useSetAtom(showToastAtom);
  const { place, reveal } = saved ?? {};
  if (place === undefined || reveal === undefined) return null;
  return (
    <p className={styles.note} role="status" title={place}>
      {short ? 'Saved.' : `Saved to ${place}.`}{' '}
      <TextButton
        onClick={() =>
          void reveal().catch((failure: unknown) =>
            showToast(sentence(failure, 'download-failed'), 'bad'),
          )
        }
      >
        Show in folder
      </TextButton>
    </p>
  );
}
