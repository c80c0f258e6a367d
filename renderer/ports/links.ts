export interface Links {
  /**
   * Opens an allow-listed https or mailto address outside the app. @throws LikenessError
   * 'link-refused'
   */
  open(url: string): Promise<void>;
}
