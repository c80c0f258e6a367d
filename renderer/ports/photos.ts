export interface PickedPhoto {
  readonly name: string;
  readonly file: Blob;
}

export interface Photos {
  /** Opens the system's picker, which takes several; none when the user cancels. */
  pick(): Promise<readonly PickedPhoto[]>;
}
