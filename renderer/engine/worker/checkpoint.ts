import { LikenessError } from '../../core/errors.ts';

/**
 * Called between passes: gives the event loop its turn, so that an abort of the page can arrive.
 * @throws LikenessError 'engine-aborted' once the page has given the job up
 */
export type Checkpoint = () => Promise<void>;

/** A turn of the event loop without the four milliseconds that nested timers wait at least. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

export function checkpointOf(signal: AbortSignal): Checkpoint {
  return async () => {
    await turn();
    if (signal.aborted) throw new LikenessError('engine-aborted');
  };
}
