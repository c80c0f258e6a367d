import { i18n } from '../../i18n/index.ts';
import type { Fitness, Part } from '../../state/self-test/index.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EngineFetching } from '../engine-fetch/index.ts';
import styles from './payment.module.css';

const WHAT_IS_MISSING: Record<Part, string> = {
  pixels: i18n.t(
    'It changes the pixels that a page reads back, to keep you from being recognized, so avatars would be spoiled. Allow this site to read canvases, then check again.',
  ),
  models: i18n.t(
    'It can’t run the models that find a face: WebAssembly is missing or switched off.',
  ),
  graphics: i18n.t(
    'It can’t draw avatars: WebGL 2 is missing, switched off, or lacks float textures.',
  ),
  encode: i18n.t('It can’t write PNG and JPEG files.'),
  decode: i18n.t('It can’t read the picture files that it wrote.'),
  storage: i18n.t('It doesn’t keep pictures for this site, so your avatars would be lost.'),
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
      {i18n.t('Check again')}
    </Button>
  );
  switch (fitness.kind) {
    case 'unknown':
    case 'checking':
      return (
        <div className={styles.top}>
          <Notice title={i18n.t('Checking that this browser can make your avatars…')} />
          <EngineFetching />
        </div>
      );
    case 'unfit':
      return (
        <div className={styles.top}>
          <Notice
            tone="bad"
            title={i18n.t('This browser can’t make your avatars, so you can’t pay here')}
            actions={again}
          >
            {fitness.lacks.map((part) => (
              <p key={part}>{WHAT_IS_MISSING[part]}</p>
            ))}
            <p>
              {i18n.t(
                'Nothing was charged. Open Likeness in a current Chrome, Edge or Firefox, in a window that isn’t private.',
              )}
            </p>
          </Notice>
        </div>
      );
    case 'undecided':
      return (
        <div className={styles.top}>
          <Notice
            tone="bad"
            title={i18n.t('We couldn’t check that this browser can make your avatars')}
            actions={again}
          >
            {i18n.t(
              'You can pay once that is known. Nothing was charged. Look at your connection, then check again.',
            )}
          </Notice>
        </div>
      );
    case 'fit':
      return fitness.fleeting ? (
        <div className={styles.top}>
          <Notice tone="careful" title={i18n.t('This looks like a private window')}>
            {i18n.t(
              'Avatars and credits made here are gone when it closes. Use an ordinary window, or download your avatars before you close this one.',
            )}
          </Notice>
        </div>
      ) : null;
  }
}
