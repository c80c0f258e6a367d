import type { Backups } from '../ports/backups.ts';
import type { BackupSetup } from './backup/index.ts';

export type BackupsOptions = Pick<BackupSetup, 'keyStore' | 'treasury'> & Partial<BackupSetup>;

/** Backups. Their code is loaded on first use. */
export function createBackups({
  name = 'likeness',
  now = Date.now,
  ...rest
}: BackupsOptions): Backups {
  let opening: Promise<Backups> | undefined;
  const backups = (): Promise<Backups> =>
    (opening ??= import('./backup/index.ts').then(({ openBackups }) =>
      openBackups({ name, now, ...rest }),
    ));
  return {
    save: async (...call) => (await backups()).save(...call),
    check: async (...call) => (await backups()).check(...call),
    passphrase: async (...call) => (await backups()).passphrase(...call),
    keepPassphrase: async (...call) => (await backups()).keepPassphrase(...call),
  };
}
