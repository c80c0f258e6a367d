export interface PickedPhoto {
  readonly name: string;
  /** The file; or what reads it when its turn comes. @throws LikenessError photo-* */
  readonly file: Blob | (() => Promise<Blob>);
}

export interface Photos {
  /** Opens the system's picker, which takes several; none when the user cancels. */
  pick(): Promise<readonly PickedPhoto[]>;
}
