import type { BrowserContext, Page } from '@playwright/test';

export interface SavedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** One way to drive the app. The specs know nothing else of where it runs. */
export interface Driver {
  /** As the report names it: 'web', 'Electron', or 'test host'. */
  readonly name: string;
  readonly page: Page;
  readonly context: BrowserContext;
  /** Goes to a route of the app, e.g. '/customize'. */
  open(path: string): Promise<void>;
  /** Answers the next photo picker with these files, then does what opens it. */
  choosePhotos(paths: readonly string[], action: () => Promise<void>): Promise<void>;
  /** Does what saves a file and gives what was saved. */
  savedFile(action: () => Promise<void>): Promise<SavedFile>;
  reload(): Promise<void>;
  /** Ends the window as a crash would, and opens the app again at the same route, storage kept. */
  crash(): Promise<void>;
  /** From now on the person looks at another program. */
  lookAway(): Promise<void>;
  /** Titles of the system's notifications since then. */
  news(): Promise<readonly string[]>;
  close(): Promise<void>;
}
