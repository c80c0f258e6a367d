import { useEffect, useRef, useState } from 'react';

import type { Avatar, PictureFormat } from '../../core/avatars.ts';
import { isAbort, sentence } from '../../core/errors.ts';
import { formatNumber } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import type { Saved } from '../../ports/downloads.ts';
import { useLibrary, type Library } from '../../state/library/index.ts';
import { useAction } from '../../state/use-action.ts';
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
  const [done, setDone] = useState(0);
  const [saved, setSaved] = useState<Saved>();
  const control = useRef<AbortController>(undefined);
  const { busy, problem, run } = useAction((thrown) =>
    isAbort(thrown) ? undefined : sentence(thrown, 'download-failed'),
  );
  useEffect(() => () => control.current?.abort(), []);
  const save = async (): Promise<void> => {
    control.current = new AbortController();
    setDone(0);
    setSaved(
      await library.exportAll(avatars, format, {
        signal: control.current.signal,
        onSaved: setDone,
        onPlace: setSaved,
        ...(after && { after }),
      }),
    );
  };
  return (
    <>
      {busy ? (
        <>
          <span role="status">
            {i18n.t('Saving {done} of {total}', {
              done: formatNumber(done),
              total: formatNumber(avatars.length),
            })}
          </span>
          <Button size="small" onClick={() => control.current?.abort()}>
            {i18n.t('Stop')}
          </Button>
        </>
      ) : (
        <Button {...(variant && { variant })} onClick={() => run(save)}>
          {i18n.t('Save all {count}', { count: formatNumber(avatars.length) })}
        </Button>
      )}
      <SavedNote saved={saved} />
      {problem !== undefined && <ErrorNote what={problem} />}
    </>
  );
}
