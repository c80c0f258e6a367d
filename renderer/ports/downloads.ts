export interface Saved {
  /** Where it went, if the platform tells (desktop). */
  readonly place?: string;
  /** Shows the file in its folder, where the platform can (desktop). */
  readonly reveal?: () => Promise<void>;
}

/** The folder that files are saved in, by its name: where it lies is the platform's business. */
export interface DownloadFolder {
  readonly name: string;
  /** By the user; else it is the system's own for downloads. */
  readonly chosen: boolean;
  /** False while it can't be found: its disk was taken out, or somebody moved it. */
  readonly found: boolean;
}

/** The choice of that folder, in the system's own dialog. */
export interface DownloadFolders {
  now(): Promise<DownloadFolder>;
  /** Resolves when the user has chosen or cancelled. */
  choose(): Promise<DownloadFolder>;
  /** The system's own again. */
  reset(): Promise<DownloadFolder>;
}

export interface NamedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Files that may be dragged out of the window, from when the pointer goes down on a picture. */
export interface Lifted {
  /** Takes part in the drag that has begun. @throws LikenessError 'download-failed' | 'drag-too-large' */
  drag(event: DragEvent): Promise<void>;
  /** The pointer went up, or the drag has ended. */
  release(): void;
}

export interface Downloads {
  /** Where the app itself saves (desktop); a browser asks or decides. */
  readonly folders?: DownloadFolders;
  /** Saves a file under the name, never over another. @throws LikenessError 'download-failed' */
  save(name: string, content: Blob): Promise<Saved>;
  /**
   * Saves several files together, each asked for when the one before is saved: in a new folder of
   * that name (desktop), where those that were saved stay if it ends early, or as one archive (web).
   * @param onPlace told of that folder as soon as it is there; never, where all comes at the end
   * @throws LikenessError 'download-failed', or what asking for a file throws
   */
  saveAll(
    name: string,
    files: AsyncIterable<NamedFile>,
    onPlace?: (saved: Saved) => void,
  ): Promise<Saved>;
  /** How many files one drag may hold: a browser lets a page give one. */
  readonly mostLifted: number;
  lift(files: Promise<readonly NamedFile[]>): Lifted;
}
