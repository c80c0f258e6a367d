import type { FileName } from '../core/file-name.ts';

/**
 * The folder that a profile's pictures are copied into. 'asks': a browser wants the user to allow
 * it again. 'gone': the folder was moved or deleted, or its disk isn't connected.
 */
export type FolderState =
  | { readonly kind: 'none' }
  | { readonly kind: 'ready' | 'asks' | 'gone'; readonly name: string };

/** What became of a file. 'full': the disk has no room for it. */
export type FileOutcome = 'written' | 'asks' | 'gone' | 'full' | 'failed';

/** A folder on the user's disk that the app may write into, one per profile. */
export interface PictureFolder {
  state(profileId: string): Promise<FolderState>;
  /** Opens the system's dialog. Without a choice, everything stays as it was. */
  choose(profileId: string): Promise<void>;
  /** Asks the user to allow the folder again. Call it from a click. */
  allow(profileId: string): Promise<void>;
  /** Writes no more into the folder. What is in it stays. */
  forget(profileId: string): Promise<void>;
  /** The same for all profiles. */
  forgetAll(): Promise<void>;
  /** The names of the files in it. Rejects unless its state is 'ready'. */
  names(profileId: string): Promise<ReadonlySet<string>>;
  /** Writes a file, complete or not at all, and reads it back. */
  write(profileId: string, name: FileName, content: Blob): Promise<FileOutcome>;
  /**
   * Writes a file that may not fit into memory, piece by piece, complete or not at all, and reads it
   * back. `fill` writes the pieces; what it throws itself is thrown, and leaves no file.
   */
  save(
    profileId: string,
    name: FileName,
    fill: (write: (piece: Uint8Array<ArrayBuffer>) => Promise<void>) => Promise<void>,
  ): Promise<FileOutcome>;
  /** An automatic backup in it. */
  open(profileId: string, name: string): Promise<Blob>;
  /** Removes a file that the app wrote; one that is gone already is no error. */
  remove(profileId: string, name: string): Promise<void>;
}
