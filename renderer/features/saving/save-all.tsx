import { useEffect, useRef, useState } from 'react';

import type { Avatar, PictureFormat } from '../../core/avatars.ts';
import { isAbort, sentence } from '../../core/errors.ts';
import { formatNumber } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import type { Saved } from '../../ports/downloads.ts';
import { useLibrary, type Library } from '../../state/library/index.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { SavedNote } from './saved-note.tsx';

export interface SaveAllProps {
  readonly avatars: readonly Avatar[];
  readonly format: PictureFormat;
  readonly variant?: ButtonProps['variant'];
  /** Makes the files that follow the avatars. */
  readonly after?: Parameters<Library['exportAll']>[2]['after'];
}

/** Saves all pictures of a set as one file, shows how far it is, and says where it is. */
export function SaveAll({ avatars, format, variant, after }: SaveAllProps) {
  const library = useLibrary();
  const [failed, setFailed] = useState<string>();
  const [saving, setSaving] = useState<number>();
  const [saved, setSaved] = useState<Saved>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const save = async (): Promise<void> => {
    control.current = new AbortController();
    setFailed(undefined);
    setSaving(0);
    try {
      setSaved(
        await library.exportAll(avatars, format, {
          signal: control.current.signal,
          onSaved: setSaving,
          onPlace: setSaved,
          ...(after && { after }),
        }),
      );
    } catch (thrown) {
      if (!isAbort(thrown)) setFailed(sentence(thrown, 'download-failed'));
    } finally {
      setSaving(undefined);
    }
  };
  return (
    <>
      {saving === undefined ? (
        <Button {...(variant && { variant })} onClick={() => void save()}>
          {i18n.t('Save all {count}', { count: formatNumber(avatars.length) })}
        </Button>
      ) : (
        <>
          <span role="status">
            {i18n.t('Saving {done} of {total}', {
              done: formatNumber(saving),
              total: formatNumber(avatars.length),
            })}
          </span>
          <Button size="small" onClick={() => control.current?.abort()}>
            {i18n.t('Stop')}
          </Button>
        </>
      )}
      <SavedNote saved={saved} />
      {failed !== undefined && <ErrorNote what={failed} />}
    </>
  );
}
