import { useEffect, useState } from 'react';

import { hdName } from '../../core/avatars.ts';
import { COPY_CONFIRMATION_MS } from '../../core/constants.ts';
import { isAbort } from '../../core/errors.ts';
import { i18n } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import { Button } from '../../ui/button.tsx';
import { ShareIcon } from '../../ui/icons.tsx';
import { Trans } from '../../ui/trans.tsx';
import styles from './avatar-view.module.css';

export interface ShareProps {
  readonly id: number;
  readonly name: string;
  readonly file: () => Promise<Blob | undefined>;
  /** Called when the picture or its link has been shared. */
  readonly onShared: () => void;
}

type Outcome = 'copied' | 'by-hand' | 'explained' | 'picture' | 'refused';

/** Some browsers can't copy pictures, and none can on an insecure page. */
const copiesPictures = (): boolean =>
  typeof ClipboardItem !== 'undefined' &&
  'write' in ((navigator as Partial<Navigator>).clipboard ?? {});

/**
 * Shares the picture itself where the system takes files, else the link. Without a share sheet it
 * copies the link.
 */
export function Share({ id, name, file, onShared }: ShareProps) {
  const { config } = usePorts();
  const [outcome, setOutcome] = useState<Outcome>();
  const url = new URL(`/avatar/${String(id)}`, config.appUrl || location.origin).href;

  useEffect(() => {
    if (outcome !== 'copied' && outcome !== 'picture') return undefined;
    // 'Copied' disappears soon; the note on what others see at the link stays.
    const after = outcome === 'copied' ? 'explained' : undefined;
    const timer = setTimeout(() => setOutcome(after), COPY_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const share = async (): Promise<void> => {
    const { share: open } = navigator as { share?: Navigator['share'] };
    if (open) {
      try {
        const blob = await file();
        const files = blob ? [new File([blob], hdName(name, 'png'), { type: blob.type })] : [];
        await navigator.share(
          navigator.canShare({ files }) ? { title: name, files } : { title: name, url },
        );
        onShared();
        return;
      } catch (failure) {
        if (isAbort(failure)) return;
      }
    }
    await navigator.clipboard.writeText(url).then(
      () => {
        setOutcome('copied');
        onShared();
      },
      () => setOutcome('by-hand'), // The clipboard refused.
    );
  };

  const copyPicture = async (): Promise<void> => {
    try {
      // Passes a promise: Safari accepts a picture only directly after the press.
      const png = file().then((blob) => blob ?? Promise.reject(new Error('the picture is gone')));
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
      setOutcome('picture');
      onShared();
    } catch {
      setOutcome('refused'); // The screen says so, and what to do instead.
    }
  };

  return (
    <>
      <Button size="small" onClick={() => void share()}>
        <ShareIcon size={18} strokeWidth={1.7} aria-hidden="true" />
        {i18n.t('Share')}
      </Button>
      {copiesPictures() && (
        <Button size="small" onClick={() => void copyPicture()}>
          {i18n.t('Copy picture')}
        </Button>
      )}
      <p role="status" className={styles.outcome}>
        {outcome === 'copied' && <span>{i18n.t('Link copied to clipboard!')} </span>}
        {(outcome === 'copied' || outcome === 'explained') &&
          i18n.t(
            'Your picture stays on this device: others see a sample there. To show yours, send the file.',
          )}
        {outcome === 'picture' && i18n.t('Picture copied. Paste it where you like.')}
        {outcome === 'refused' && i18n.t('The picture could not be copied. Download it instead.')}
        {outcome === 'by-hand' && (
          <Trans
            id="Copy this link: <code>{url}</code>"
            values={{ url }}
            components={{ code: <code /> }}
          />
        )}
      </p>
    </>
  );
}
