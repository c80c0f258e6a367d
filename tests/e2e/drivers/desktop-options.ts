import type { BrowserContext } from '@playwright/test';

export interface DesktopDriverOptions {
  /** Folder of the built app: main, preload and renderer. */
  readonly out: string;
  /** What `npm run desktop` hands over as LIKENESS_SANDBOX: addresses of the sandbox, as JSON. */
  readonly sandbox: string;
  /** Prepares the context before the app's first page loads, e.g. to watch its requests. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

/** Folders of one run of the app, thrown away with it. */
export interface RunFolders {
  readonly root: string;
  readonly profile: string;
  readonly userData: string;
  readonly downloads: string;
}
