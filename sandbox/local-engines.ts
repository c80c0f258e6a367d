import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { createEngineHost, storedEngines, type EngineHost } from '../engine-host/host.ts';

/** The user's engines in a file; their keys are in memory only. */
export function localEngines(path: string | undefined): EngineHost {
  const read = () => {
    if (path === undefined) return [];
    try {
      return storedEngines.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      return []; // The first start, or a damaged file.
    }
  };
  return createEngineHost({
    engines: read(),
    write(engines) {
      if (path === undefined) return;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.new`, JSON.stringify(engines));
      renameSync(`${path}.new`, path);
    },
  });
}
