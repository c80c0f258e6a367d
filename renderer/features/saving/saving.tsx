import { useAtom, useSetAtom } from 'jotai';
import { useEffect, useRef, useState, type DragEvent, type PointerEvent } from 'react';

import { HD_FORMAT_LABELS, type Avatar, type PictureFormat } from '../../core/avatars.ts';
import { isAbort, LikenessError, sentence } from '../../core/errors.ts';
import type { FileName } from '../../core/file-name.ts';
import { formatNumber } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import type { Lifted, NamedFile, Saved } from '../../ports/downloads.ts';
import { useLibrary, type Library } from '../../state/library/index.ts';
import { usePorts } from '../../state/ports.ts';
import { pictureFormatAtom } from '../../state/settings.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { useAction } from '../../state/use-action.ts';
import { writableFormats } from '../../state/writable-formats.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ErrorNote } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './saved-note.module.css';

/**
 * Chooses the format of saved pictures among those this browser writes; remembers the choice.
 * `flat`: some of the pictures can be drawings.
 */
export function FormatChoice({ flat = false }: { readonly flat?: boolean }) {
  const [format, setFormat] = useAtom(pictureFormatAtom);
  const offered: readonly PictureFormat[] = [
    ...writableFormats(),
    ...(flat ? ['svg' as const] : []),
  ];
  return (
    <Segmented
      label={i18n.t('File format')}
      variant="words"
      options={offered.map((id) => ({ id, label: HD_FORMAT_LABELS[id] }))}
      value={offered.includes(format) ? format : 'png'}
      onChange={setFormat}
    />
  );
}

/**
 * Says where a file was saved, with a button that shows it there. Browsers show their downloads
 * themselves, so there it is only for screen readers.
 */
export function SavedNote({
  saved,
  short = false,
}: {
  readonly saved: Saved | undefined;
  readonly short?: boolean;
}) {
  const showToast = useSetAtom(showToastAtom);
  const { place, reveal } = saved ?? {};
  if (place === undefined || reveal === undefined)
    return (
      <VisuallyHidden>
        <span role="status">{saved && i18n.t('Saved to your downloads.')}</span>
      </VisuallyHidden>
    );
  return (
    <p className={cx(t.hint, styles.note)} role="status" title={place}>
      {short ? i18n.t('Saved.') : i18n.t('Saved to {place}.', { place })}{' '}
      <TextButton
        onClick={() =>
          void reveal().catch((failure: unknown) =>
            showToast(sentence(failure, 'download-failed'), 'bad'),
          )
        }
      >
        {i18n.t('Show in folder')}
      </TextButton>
    </p>
  );
}

interface SaveAllProps {
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

/** Reads one picture's file, which may be gone. @throws LikenessError 'download-failed' */
export async function oneFile(
  name: FileName,
  content: Promise<Blob | undefined>,
): Promise<readonly NamedFile[]> {
  const file = await content;
  if (!file) throw new LikenessError('download-failed');
  return [{ name, content: file }];
}

/**
 * Lets pictures be dragged into another program as files. They are read on mouse down, because
 * browsers need a file's address as soon as the drag begins.
 * @returns props for the element that shows the picture
 */
export function useDragOut(files: () => Promise<readonly NamedFile[]>) {
  const { downloads } = usePorts();
  const showToast = useSetAtom(showToastAtom);
  const lifted = useRef<Lifted>(undefined);
  const release = (): void => {
    lifted.current?.release();
    lifted.current = undefined;
  };
  return {
    onPointerDown({ button, pointerType }: PointerEvent) {
      release();
      if (button === 0 && pointerType === 'mouse') lifted.current = downloads.lift(files());
    },
    onPointerUp: release,
    onDragStart({ nativeEvent }: DragEvent) {
      lifted.current
        ?.drag(nativeEvent)
        .catch((failure: unknown) => showToast(sentence(failure, 'download-failed'), 'bad'));
    },
    onDragEnd: release,
  };
}
