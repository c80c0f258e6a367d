import type { FileName } from '../core/file-name.ts';

export interface Saved {
  /** Where the file was saved, if the platform reports it (desktop). */
  readonly place?: string;
  /** Shows the file in its folder, if the platform can (desktop). */
  readonly reveal?: () => Promise<void>;
}

/** The folder where files are saved. The page knows its name only; the platform knows its path. */
export interface DownloadFolder {
  readonly name: string;
  /** The user chose it. Otherwise it is the system's download folder. */
  readonly chosen: boolean;
  /**
   * False while the folder can't be found, e.g. because its disk was removed or somebody moved it.
   */
  readonly found: boolean;
}

/** Lets the user choose that folder in a system dialog. */
export interface DownloadFolders {
  now(): Promise<DownloadFolder>;
  /** Resolves when the user has chosen or cancelled. */
  choose(): Promise<DownloadFolder>;
  /** Returns to the system's download folder. */
  reset(): Promise<DownloadFolder>;
}

export interface NamedFile {
  readonly name: FileName;
  readonly content: Blob;
}

/** Files that a drag may take along. */
export interface Lifted {
  /**
   * Starts the file transfer for a drag that has begun. @throws LikenessError 'download-failed' |
   * 'drag-too-large'
   */
  drag(event: DragEvent): Promise<void>;
  /** Call when the pointer goes up or the drag has ended. */
  release(): void;
}

export interface Downloads {
  /** The folder the app saves into (desktop). In a browser, the browser decides or asks. */
  readonly folders?: DownloadFolders;
  /**
   * Saves a file under a name, never over another file. @throws LikenessError 'download-failed' |
   * 'storage-full'
   */
  save(name: FileName, content: Blob): Promise<Saved>;
  /**
   * Saves several files together: in a new folder of that name (desktop), or as one archive (web).
   * Each file is requested once the previous one is saved. If a desktop save ends early, the files
   * saved so far stay.
   * @param onPlace called with the folder as soon as it exists; never called on the web, where the
   * archive is saved at the end
   * @throws LikenessError 'download-failed' | 'storage-full', or whatever requesting a file throws
   */
  saveAll(
    name: string,
    files: AsyncIterable<NamedFile>,
    onPlace?: (saved: Saved) => void,
  ): Promise<Saved>;
  /** How many files one drag may hold. A browser allows a page only one. */
  readonly mostLifted: number;
  lift(files: Promise<readonly NamedFile[]>): Lifted;
}
