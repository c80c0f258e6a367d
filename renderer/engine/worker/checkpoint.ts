import { LikenessError } from '../../core/errors.ts';

/** Throws 'engine-aborted' once the page has given the job up. Called between passes. */
export type Checkpoint = () => void;

const EVERY_MS = 8;

/**
 * A pass runs without returning to the event loop, so an abort message would be read too late. The
 * page instead revokes the address of an empty Blob, and a synchronous look at that address (under
 * a millisecond, never leaves the process) tells. SharedArrayBuffer would need cross-origin
 * isolation, which a wallet's window can't have.
 */
export function checkpointOf(token: string | undefined): Checkpoint {
  if (token === undefined) return () => undefined;
  let looked = -Infinity;
  return () => {
    const now = performance.now();
    if (now - looked < EVERY_MS) return;
    looked = now;
    try {
      const request = new XMLHttpRequest();
      request.open('GET', token, false);
      request.send();
    } catch {
      throw new LikenessError('engine-aborted');
    }
  };
}
