import { useEffect, useRef, useState } from 'react';

import { isAbort, sentence } from '../../core/errors.ts';
import { i18n } from '../../i18n/index.ts';
import { groundOfFile } from '../../state/drafts/index.ts';
import { usePorts } from '../../state/ports.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import styles from './own-ground.module.css';

interface OwnGroundProps {
  readonly value: string | undefined;
  readonly onChange: (picture: string | undefined) => void;
}

/** The user's own picture behind the person, out of focus. It is part of the recipe. */
export function OwnGround({ value, onChange }: OwnGroundProps) {
  const { engine } = usePorts();
  const work = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  useEffect(() => () => work.current?.abort(), []);

  const take = async (file: File): Promise<void> => {
    work.current?.abort();
    const controller = new AbortController();
    work.current = controller;
    setBusy(true);
    setFailed(undefined);
    try {
      const picture = await groundOfFile(await engine(), file, controller.signal);
      if (!controller.signal.aborted) onChange(picture);
    } catch (failure) {
      if (!controller.signal.aborted && !isAbort(failure)) setFailed(sentence(failure));
    } finally {
      if (work.current === controller) setBusy(false);
    }
  };

  return (
    <div className={styles.own}>
      <FileButton
        label={i18n.t('Own picture as background')}
        accept="image/*"
        size="small"
        busy={busy}
        onFiles={([file]) => void take(file)}
      >
        {value === undefined ? i18n.t('Own picture') : i18n.t('Another picture')}
      </FileButton>
      {value !== undefined && (
        <Button size="small" onClick={() => onChange(undefined)}>
          {i18n.t('Without the picture')}
        </Button>
      )}
      <p>
        {value === undefined
          ? i18n.t('A picture of yours can stand behind you, out of focus.')
          : i18n.t('Your picture stands behind you, out of focus. It stays on this device.')}
      </p>
      {failed !== undefined && <ErrorNote what={failed} />}
    </div>
  );
}
