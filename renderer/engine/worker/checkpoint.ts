import { LikenessError } from '../../core/errors.ts';

/**
 * Looked at between passes, after the event loop had its turn: only then can an abort of the page have arrived.
 * @throws LikenessError 'engine-aborted' once the page has given the job up
 */
export type Checkpoint = () => void;

export const checkpointOf =
  (signal: AbortSignal): Checkpoint =>
  () => {
    if (signal.aborted) throw new LikenessError('engine-aborted');
  };

/**
 * The same where nothing else waits for the event loop: gives it its turn first. By a message, since
 * nested timers wait four milliseconds at least; where a pass waits for the GPU its timer does it.
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
