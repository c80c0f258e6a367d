export interface PickedPhoto {
  readonly name: string;
  /** The file, or a function that reads it when it is needed. @throws LikenessError photo-* */
  readonly file: Blob | (() => Promise<Blob>);
}

export interface Photos {
  /**
   * Opens the system's picker, which allows several files. Returns an empty list if the user
   * cancels.
   */
  pick(): Promise<readonly PickedPhoto[]>;
  /** The page may ask for the device's camera. */
  readonly camera?: boolean;
}
