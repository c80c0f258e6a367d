import type { Fitness, Part } from '../../state/self-test/index.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './payment.module.css';

const WHAT_IS_MISSING: Record<Part, string> = {
  pixels:
    'It changes the pixels that a page reads back, to keep you from being recognized, so avatars would be spoiled. Allow this site to read canvases, then check again.',
  models: 'It can’t run the models that find a face: WebAssembly is missing or switched off.',
  graphics: 'It can’t draw avatars: WebGL 2 is missing, switched off, or lacks float textures.',
  encode: 'It can’t write PNG and JPEG files.',
  decode: 'It can’t read the picture files that it wrote.',
  storage: 'It doesn’t keep pictures for this site, so your avatars would be lost.',
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
      Check again
    </Button>
  );
  switch (fitness.kind) {
    case 'unknown':
    case 'checking':
      return (
        <div className={styles.top}>
          <Notice title="Checking that this browser can make your avatars…" />
        </div>
      );
    case 'unfit':
      return (
        <div className={styles.top}>
          <Notice
            tone="bad"
            title="This browser can’t make your avatars, so you can’t pay here"
            actions={again}
          >
            {fitness.lacks.map((part) => (
              <p key={part}>{WHAT_IS_MISSING[part]}</p>
            ))}
            <p>
              Nothing was charged. Open Likeness in a current Chrome, Edge or Firefox, in a window
              that isn’t private.
            </p>
          </Notice>
        </div>
      );
    case 'untold':
      return (
        <div className={styles.top}>
          <Notice
            tone="bad"
            title="We couldn’t check that this browser can make your avatars"
            actions={again}
          >
            You can pay once that is known. Nothing was charged. Look at your connection, then check
            again.
          </Notice>
        </div>
      );
    case 'fit':
      return fitness.fleeting ? (
        <div className={styles.top}>
          <Notice tone="careful" title="This looks like a private window">
            Avatars and credits made here are gone when it closes. Use an ordinary window, or
            download your avatars before you close this one.
          </Notice>
        </div>
      ) : null;
  }
}
