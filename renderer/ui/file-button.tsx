import { useRef } from 'react';

import { Button, type ButtonProps } from './button.tsx';

export interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** The accessible name of the file input. */
  readonly label: string;
  /** As in the attribute `accept`; any file without it. */
  readonly accept?: string;
  /** What the picker offers: one file by default. */
  readonly picks?: 'file' | 'files' | 'folder';
  /** Called with what was picked, never with nothing. */
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
}

/** A button that opens the system's file picker. The same file can be picked again. */
export function FileButton({ label, accept, picks = 'file', onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={picks !== 'file'}
        {...(picks === 'folder' && { webkitdirectory: '' })}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const [first, ...more] = target.files ?? [];
          target.value = '';
          if (first) onFiles([first, ...more]);
        }}
      />
    </>
  );
}
