import { SENTENCES } from '../../core/errors.ts';
import { useAtom } from '../../state/jotai.ts';
import { mishapAtom } from '../../state/mishap.ts';
import { TextButton } from '../../ui/text-link.tsx';
import styles from './shell.module.css';

/** Says what happened after a crash that was recovered from, and that nothing was lost. */
export function MishapBar() {
  const [mishap, setMishap] = useAtom(mishapAtom);
  if (mishap === undefined) return null;
  return (
    <p className={styles['offline']} role="alert">
      {SENTENCES[mishap === 'page' ? 'page-crashed' : 'graphics-crashed']}{' '}
      <TextButton onClick={() => setMishap(undefined)}>Dismiss</TextButton>
    </p>
  );
}
