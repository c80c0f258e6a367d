import { useEffect, useState } from 'react';

import { downloadName } from '../../core/avatars.ts';
import { COPY_CONFIRMATION_MS } from '../../core/constants.ts';
import { isAbort } from '../../core/errors.ts';
import { usePorts } from '../../state/ports.ts';
import { Button } from '../../ui/button.tsx';
import { ShareIcon } from '../../ui/icons.tsx';
import styles from './avatar-view.module.css';

export interface ShareProps {
  readonly id: number;
  readonly name: string;
  readonly file: () => Promise<Blob | undefined>;
  /** The picture or its link was handed on. */
  readonly onShared: () => void;
}

type Told = 'copied' | 'by-hand';

/**
 * Hands the picture itself to the system where it takes files, else the link; without a share
 * sheet the link is copied.
 */
export function Share({ id, name, file, onShared }: ShareProps) {
  const { config } = usePorts();
  const [told, setTold] = useState<Told>();
  const url = new URL(`/avatar/${String(id)}`, config.appUrl || location.origin).href;

  useEffect(() => {
    if (told !== 'copied') return undefined;
    const timer = setTimeout(() => setTold(undefined), COPY_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [told]);

  const share = async (): Promise<void> => {
    const { share: open } = navigator as { share?: Navigator['share'] };
    if (open) {
      try {
        const blob = await file();
        const files = blob
          ? [new File([blob], downloadName(name, '_avatar_hd.png'), { type: blob.type })]
          : [];
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
        setTold('copied');
        onShared();
      },
      () => setTold('by-hand'), // The clipboard is refused.
    );
  };

  return (
    <>
      <Button size="small" onClick={() => void share()}>
        <ShareIcon size={18} strokeWidth={1.7} aria-hidden="true" />
        Share
      </Button>
      <p role="status" className={styles.told}>
        {told === 'copied' && 'Link copied to clipboard!'}
        {told === 'by-hand' && (
          <>
            Copy this link: <code>{url}</code>
          </>
        )}
      </p>
    </>
  );
}
