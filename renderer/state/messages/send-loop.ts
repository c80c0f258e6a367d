import { noted } from '../../core/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MessageList } from './message-list.ts';

const LONGEST_SLEEP = 60 * 60_000;

/** Delivers each waiting message when its time has come, and sleeps in between. */
export function createSendLoop(
  list: Pick<MessageList, 'refresh'>,
  deliver: (id: string) => Promise<void>,
  clock: Clock,
) {
  let nap: AbortController | undefined;
  let pokes = 0;
  const sleep = async (milliseconds: number, stopped: AbortSignal): Promise<void> => {
    nap = new AbortController();
    // Poked, or stopped.
    await clock.wait(milliseconds, AbortSignal.any([nap.signal, stopped])).catch(() => undefined);
  };
  const run = async (stopped: AbortSignal): Promise<void> => {
    while (!stopped.aborted) {
      const seen = pokes;
      const waiting = ((await list.refresh().catch(noted('messages.list'))) ?? []).flatMap(
        ({ id, state: { ...at } }) => (at.kind === 'waiting' ? [{ id, nextAt: at.nextAt }] : []),
      );
      const now = clock.now();
      for (const { id, nextAt } of waiting)
        if (nextAt <= now) await deliver(id).catch(noted('messages.send'));
      const next = Math.min(
        ...waiting.map(({ nextAt }) => nextAt).filter((at) => at > now),
        now + LONGEST_SLEEP,
      );
      if (seen === pokes && waiting.every(({ nextAt }) => nextAt > now))
        await sleep(next - now, stopped);
    }
  };
  /** Makes the loop check again: what it waits for may have changed. */
  const poke = (): void => {
    pokes++;
    nap?.abort();
  };
  return { run, poke };
}
