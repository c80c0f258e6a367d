import { type DragEvent, type PointerEvent, useRef } from 'react';
import { LikenessError, sentence } from '../../core/errors.ts';
import type { Lifted } from '../../ports/downloads.ts';
import { useSetAtom } from '../../state/jotai.ts';
import { usePorts } from '../../state/ports.ts';
import { showToastAtom } from '../../state/toasts.ts';

/** For the element that shows the picture. */
export interface DragOut {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragEnd: () => void;
}

/**
 * Lets a picture be dragged into another program as a file. The file is read when the mouse goes
 * down, because a browser wants its address the moment that the drag begins.
 */
export function useDragOut(name: string, content: () => Promise<Blob | undefined>): DragOut {
  const { downloads } = usePorts();
  const showToast = useSetAtom(showToastAtom);
  const lifted = useRef<Lifted>(undefined);
  const release = (): void => {
    lifted.current?.release();
    lifted.current = undefined;
  };
  const read = async (): Promise<Blob> => {
    const file = await content();
    if (!file) throw new LikenessError('download-failed');
    return file;
  };
  return {
    onPointerDown({ button, pointerType }) {
      release();
      if (button === 0 && pointerType === 'mouse') lifted.current = downloads.lift(name, read());
    },
    onPointerUp: release,
    onDragStart({ nativeEvent }) {
      lifted.current?.drag(nativeEvent).catch((failure: unknown) => showToast(sentence(failure, 'download-failed'), 'bad'));
    },
    onDragEnd: release,
  };
}
