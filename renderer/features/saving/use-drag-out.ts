import { useSetAtom } from 'jotai';
import { useRef, type DragEvent, type PointerEvent } from 'react';

import { LikenessError, sentence } from '../../core/errors.ts';
import type { FileName } from '../../core/file-name.ts';
import type { Lifted, NamedFile } from '../../ports/downloads.ts';
import { usePorts } from '../../state/ports.ts';
import { showToastAtom } from '../../state/toasts.ts';

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
