import { LikenessError } from '../core/errors.ts';

/**
 * Called between passes, after yielding to the event loop: only then can an abort message from the
 * page have arrived.
 * @throws LikenessError 'engine-aborted' once the page has given the job up
 */
export type Checkpoint = () => void;

export const checkpointOf =
  (signal: AbortSignal): Checkpoint =>
  () => {
    if (signal.aborted) throw new LikenessError('engine-aborted');
  };

/**
 * Yields to the event loop, then calls `checkpoint`. For places that wouldn't yield otherwise; a
 * pass that waits for the GPU does so with its timer. Uses a message, since nested timers take at
 * least 4 ms.
 * @throws LikenessError 'engine-aborted'
 */
export async function takeTurn(checkpoint: Checkpoint): Promise<void> {
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
  checkpoint();
}
