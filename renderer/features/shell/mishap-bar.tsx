import { SENTENCES } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { Mishap } from '../../ports/mishap.ts';
import { useAtom } from '../../state/jotai.ts';
import { mishapAtom } from '../../state/mishap.ts';
import { TextButton } from '../../ui/text-link.tsx';
import styles from './shell.module.css';

/** Says what happened after a crash that was recovered from, and that nothing was lost. */
export function MishapBar() {
  const [mishap, setMishap] = useAtom(mishapAtom);
  if (mishap === undefined) return null;
  return (
    <p className={styles.offline} role="alert">
      {SENTENCES[mishap.what === 'page' ? 'page-crashed' : 'graphics-crashed']}{' '}
      {mishap.cutShort && <CutShort {...mishap.cutShort} />}
      <TextButton onClick={() => setMishap(undefined)}>Dismiss</TextButton>
    </p>
  );
}

function CutShort({ files, saved: { reveal } }: NonNullable<Mishap['cutShort']>) {
  return (
    <>
      Saving several avatars ended early: {files === 1 ? '1 is' : `${files} are`} in their folder.{' '}
      {reveal && (
        <>
          <TextButton onClick={() => void reveal().catch(noted('downloads.reveal'))}>
            Show in folder
          </TextButton>{' '}
        </>
      )}
    </>
  );
}
