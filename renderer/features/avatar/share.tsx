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
  readonly sample: boolean;
  readonly file: () => Promise<Blob | undefined>;
  /** Called when the picture or its link has been shared. */
  readonly onShared: () => void;
}

type Outcome = 'copied' | 'by-hand' | 'picture' | 'refused';

/** Some browsers can't copy pictures, and none can on an insecure page. */
const copiesPictures = (): boolean =>
  typeof ClipboardItem !== 'undefined' &&
  'write' in ((navigator as Partial<Navigator>).clipboard ?? {});

/**
 * Shares the picture itself where the system takes files. Otherwise an own picture is copied, since
 * others would see a sample at its link; of a sample, the link is shared or copied.
 */
export function Share({ id, name, sample, file, onShared }: ShareProps) {
  const { config } = usePorts();
  const [outcome, setOutcome] = useState<Outcome>();
  const url = new URL(`/avatar/${String(id)}`, config.appUrl || location.origin).href;

  useEffect(() => {
    if (outcome !== 'copied' && outcome !== 'picture') return undefined;
    const timer = setTimeout(() => setOutcome(undefined), COPY_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

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

  const share = async (): Promise<void> => {
    const { share: open } = navigator as { share?: Navigator['share'] };
    if (open) {
      try {
        const blob = await file();
        const files = blob ? [new File([blob], hdName(name, 'png'), { type: blob.type })] : [];
        const takes = navigator.canShare({ files });
        if (takes || sample) {
          await navigator.share(takes ? { title: name, files } : { title: name, url });
          onShared();
          return;
        }
      } catch (failure) {
        if (isAbort(failure)) return;
      }
    }
    if (!sample) {
      await copyPicture();
      return;
    }
    await navigator.clipboard.writeText(url).then(
      () => {
        setOutcome('copied');
        onShared();
      },
      () => setOutcome('by-hand'), // The clipboard refused.
    );
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
        {outcome === 'copied' && i18n.t('Link copied to clipboard!')}
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
