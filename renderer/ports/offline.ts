/**
 * Keeps the web app available without a network. The desktop app's files are on the disk already.
 */
export interface Offline {
  /** Starts to store the app and its engine. Further calls do nothing. */
  prepare(): void;
  /** Whether everything is stored, so that pictures can be made offline. */
  ready(): boolean;
  subscribe(listener: () => void): () => void;
}
