import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

function emptyFolder(whenDone: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'likeness-test-'));
  whenDone(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty folder for the calling file or `describe`, deleted after its last test. */
export const sharedFolder = (): string => emptyFolder(afterAll);

/** An empty folder for the running test, deleted after it. */
export const testFolder = (): string => emptyFolder(onTestFinished);
