import { useAtom, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';

import { HD_FORMAT_LABELS, type PictureFormat } from '../../core/avatars.ts';
import { noted } from '../../core/log/log.ts';
import { i18n } from '../../i18n/index.ts';
import type { DownloadFolder, DownloadFolders } from '../../ports/downloads.ts';
import { usePorts } from '../../state/ports.ts';
import { pictureFormatAtom } from '../../state/settings.ts';
import { showFailureAtom } from '../../state/toasts.ts';
import { writableFormats } from '../../state/writable-formats.ts';
import { Button } from '../../ui/button.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { Trans } from '../../ui/trans.tsx';
import t from '../../ui/type.module.css';
import styles from './settings-tab.module.css';

const HINTS: Record<PictureFormat, string> = {
  png: i18n.t('Lossless, with a transparent background where there is one.'),
  jpeg: i18n.t('Smaller, and opens everywhere; a transparent background becomes white.'),
  webp: i18n.t('The smallest, with a transparent background where there is one.'),
  svg: i18n.t(
    'A drawing with named layers, for Minimalist, Comic and Cut Paper. Other styles are saved as PNG.',
  ),
};

/** Chooses the format and, on the desktop, the folder for saved avatars. Applies at once. */
export function Saving() {
  const { folders } = usePorts().downloads;
  const [format, setFormat] = useAtom(pictureFormatAtom);
  return (
    <section aria-labelledby="saving">
      <h2 id="saving" className={t.heading}>
        {i18n.t('Saving avatars')}
      </h2>
      <div className={styles.form}>
        <SelectField
          label={i18n.t('‘Download HD’ saves as')}
          hint={HINTS[format]}
          value={format}
          onChange={(event) => setFormat(event.target.value as PictureFormat)}
        >
          <Options
            of={([...writableFormats(), 'svg'] as const).map((id) => [id, HD_FORMAT_LABELS[id]])}
          />
        </SelectField>
      </div>
      {folders && <Folder folders={folders} />}
    </section>
  );
}

function Folder({ folders }: { readonly folders: DownloadFolders }) {
  const showFailure = useSetAtom(showFailureAtom);
  const [folder, setFolder] = useState<DownloadFolder>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const check = (): void => void folders.now().then(setFolder, noted('downloads.folder'));
    check();
    // A disk may be connected while the user is in another window.
    addEventListener('focus', check);
    return () => removeEventListener('focus', check);
  }, [folders]);

  const change = (asked: Promise<DownloadFolder>): void => {
    setBusy(true);
    void asked.then(setFolder, showFailure).finally(() => setBusy(false));
  };
  return (
    <div className={styles.stack}>
      <p>
        <Trans
          id="Saved in the folder <b>{folder}</b>."
          values={{ folder: <>{folder?.name ?? '…'}</> }}
          components={{ b: <b /> }}
        />
      </p>
      {folder?.found === false && (
        <p role="status" className={styles.careful}>
          {i18n.t('It can’t be found at the moment. Connect its disk, or choose another.')}
        </p>
      )}
      <div className={styles.actions}>
        <Button size="small" busy={busy} onClick={() => change(folders.choose())}>
          {i18n.t('Choose a folder…')}
        </Button>
        {folder?.chosen && (
          <TextButton onClick={() => change(folders.reset())}>{i18n.t('Use Downloads')}</TextButton>
        )}
      </div>
    </div>
  );
}
