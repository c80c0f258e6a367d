import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { checkSignature } from '../electron/main/updates/signed-feed.ts';
import { testFolder } from '../tests/support/folders.ts';
import { minutes } from '../tests/support/timeouts.ts';

const FEEDS = ['latest.yml', 'latest-linux.yml'];
const TEXT = 'version: 2.5.0\n';

const signUpdate = (...args: string[]) =>
  spawnSync(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'scripts/sign-update.ts', ...args],
    { encoding: 'utf8' },
  );

it(
  '`npm run sign-update` leaves a signature beside each feed of a package',
  () => {
    const folder = testFolder();
    const keyFile = join(folder, 'key');
    const { stdout } = signUpdate('--new-key', keyFile);
    const key = /LIKENESS_UPDATE_KEY=(\S+)/.exec(stdout)?.[1] ?? '';
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(signUpdate('--new-key', keyFile).status).toBe(1);
    expect(signUpdate('--key', keyFile, folder).stderr).toContain('npm run package');
    for (const name of FEEDS) writeFileSync(join(folder, name), TEXT);
    expect(signUpdate('--key', keyFile, folder).status).toBe(0);
    for (const name of FEEDS) {
      const signature = readFileSync(join(folder, `${name}.sig`), 'utf8');
      expect(() => checkSignature(name, TEXT, signature, key)).not.toThrow();
    }
  },
  minutes(1),
);
