import { Database } from '../database.ts';
import { createSessions, type SessionDeps } from './accounts.ts';
import type { Derive } from './derive.ts';
import { workerDerive } from './kdf-client.ts';
import { createVaults } from './vaults.ts';

export interface OpenAccountsOptions extends Omit<SessionDeps, 'database' | 'vaults'> {
  readonly name: string;
  readonly now: () => number;
  /** Tests derive in their own thread, with less memory. */
  readonly derive?: Derive;
  readonly memory?: number;
}

/** The accounts in the device's database. Loaded when an account is first needed. */
export function openAccounts({
  name,
  now,
  derive = workerDerive(),
  memory,
  ...parts
}: OpenAccountsOptions) {
  const database = new Database(name);
  // Makes way for a newer version of the app in another tab.
  database.on('versionchange', () => database.close());
  const vaults = createVaults({ database, derive, now, ...(memory !== undefined && { memory }) });
  return createSessions({ ...parts, database, vaults });
}
