export interface Saved {
  /** Where it went, if the platform tells (desktop). */
  readonly place?: string;
  /** Shows the file in its folder, where the platform can (desktop). */
  readonly reveal?: () => Promise<void>;
}

export interface Downloads {
  /** Saves a file under the name, never over another. @throws LikenessError 'download-failed' */
  save(name: string, content: Blob): Promise<Saved>;
}
