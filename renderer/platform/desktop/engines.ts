import type { Engines } from '../../ports/engines.ts';
import type { Requests } from '../../ports/requests.ts';
import { createEngines } from '../engines.ts';
import { call, listen } from './bridge.ts';

/** Main calls the user's engines; this is the page's side. */
export const desktopEngines = (requests: Pick<Requests, 'note'>): Engines =>
  createEngines(async (name, input, onEvent) => {
    const stop = onEvent && listen('engine', onEvent);
    try {
      return await call(`engines.${name}`, input);
    } finally {
      stop?.();
    }
  }, requests);
