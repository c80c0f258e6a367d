import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';

export interface DesktopDriverOptions {
  /** Folder of the built app: main, preload and renderer. */
  readonly out: string;
  /** The sandbox's addresses as JSON, as `npm run desktop` passes them in LIKENESS_SANDBOX. */
  readonly sandbox: string;
  /** Prepares the context before `open` loads a page, e.g. to watch its requests. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

/** Folders of one run of the app, deleted after it. */
export interface RunFolders {
  readonly root: string;
  readonly profile: string;
  readonly userData: string;
  readonly downloads: string;
}

export async function runFoldersIn(root: string): Promise<RunFolders> {
  const [userData, downloads] = [join(root, 'user-data'), join(root, 'downloads')];
  await Promise.all([userData, downloads].map((folder) => mkdir(folder)));
  return { root, profile: join(root, 'profile'), userData, downloads };
}
