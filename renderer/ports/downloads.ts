export interface Saved {
  /** Where it went, if the platform tells (desktop). */
  readonly place?: string;
}

export interface Downloads {
  /** Saves a file under the name, never over another. @throws LikenessError 'download-failed' */
  save(name: string, content: Blob): Promise<Saved>;
}
