export interface PickedPhoto {
  readonly name: string;
  readonly file: Blob;
}

export interface Photos {
  /** Opens the system's picker; undefined when the user cancels. */
  pick(): Promise<PickedPhoto | undefined>;
}
