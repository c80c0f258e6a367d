import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { createEngineHost, storedEngines, type EngineHost } from '../engine-host/host.ts';
import { openStored } from '../engine-host/stored.ts';

/** The user's engines in a file; their keys are in memory only. */
export function localEngines(path: string | undefined): EngineHost {
  if (path === undefined) return createEngineHost({ engines: [], write: () => undefined });
  mkdirSync(dirname(path), { recursive: true });
  const file = openStored(path, storedEngines, [], (thrown) => {
    process.stderr.write(`The engines can’t be stored: ${String(thrown)}\n`);
  });
  return createEngineHost({ engines: file.get(), write: (engines) => file.set([...engines]) });
}
