import { LikenessError } from '../../core/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Connections } from './connections.ts';

/** Blocks by which two honest nodes may differ: some minutes, even if one of them lags. */
const MAX_HEIGHT_DIFFERENCE = 1_000;

/**
 * The larger of the block heights that two nodes report; the only one's where there is only one.
 * Expiry is counted from it: with too small a height, a transaction that can still land would seem
 * expired, and a height far in the future would lock an order or a mint forever.
 * @throws LikenessError 'network-busy' if the two differ by more than honest nodes do,
 *   'network-one-node' if only one of several answers, or network-*
 */
export async function agreedHeight({ each }: Connections, signal?: AbortSignal): Promise<number> {
  const heights: number[] = [];
  let failure: unknown;
  const queue = each.values();
  const askNext = async (): Promise<void> => {
    for (const node of queue) {
      try {
        heights.push(await node((connection) => connection.getBlockHeight('processed'), signal));
        return;
      } catch (thrown) {
        signal?.throwIfAborted();
        failure ??= thrown;
      }
    }
  };
  await Promise.all([askNext(), askNext()]);
  if (heights.length === 0) throw failure as Error;
  if (heights.length < Math.min(2, each.length)) throw new LikenessError('network-one-node');
  if (Math.max(...heights) - Math.min(...heights) > MAX_HEIGHT_DIFFERENCE)
    throw new LikenessError('network-busy', { method: 'getBlockHeight' });
  return Math.max(...heights);
}

/** How long to wait for a second node's slot after the first. */
const SECOND_SLOT_MS = 2_000;

/**
 * The smallest slot that a node reports. A slot in the future would make a payment look older
 * than its order.
 */
export async function smallestSlot(
  { any: ask, each }: Connections,
  clock: Clock,
  signal?: AbortSignal,
): Promise<number> {
  const slots: number[] = [];
  const asked = each.slice(0, 2).map(async (node) => {
    slots.push(await node((connection) => connection.getSlot('confirmed'), signal));
  });
  // If neither answered, `ask` below tries all addresses.
  const first = await Promise.any(asked).catch(() => undefined);
  if (slots.length === 0 && first === undefined)
    return ask((connection) => connection.getSlot('confirmed'), signal);
  await Promise.race([Promise.allSettled(asked), clock.wait(SECOND_SLOT_MS, signal)]);
  return Math.min(...slots);
}
