import { setTimeout as rest } from 'node:timers/promises';

import { EngineError, type LookEngine, type LookJob } from '../renderer/core/engines/engine.ts';
import type { FollowOptions, Line } from './line.ts';

/** Times that a request is sent again if it didn't get through, or the engine was busy. */
const MOST_RETRIES = 3;
const RETRY_MS = 1_000;
/** The longest that an engine may let us wait. */
const MOST_WAIT_MS = 60_000;

/** Why nobody waits any more, if it isn't that the user cancelled: the page is gone, and may come back. */
export const LEFT = 'left';

interface PictureOptions extends FollowOptions {
  readonly line: Line;
  readonly protocol: LookEngine;
  readonly signal: AbortSignal;
  readonly onKeep: (engineJob: string) => Promise<void>;
  /** Gives the job that is asked for instead of one that the engine no longer knows. */
  readonly onLost?: () => Promise<LookJob>;
}

/**
 * Has an engine make a picture, or waits for one that it is making. What didn't get through is sent
 * again; what may have been made isn't. When the user cancels it, the engine is asked to stop.
 * @param resumes the picture was begun earlier
 * @throws EngineError
 */
export async function picture(
  job: LookJob,
  resumes: boolean,
  { line, protocol, onLost, ...following }: PictureOptions,
): Promise<Uint8Array> {
  const { signal } = following;
  let sent = job;
  let isResumed = resumes;
  const options: FollowOptions = {
    ...following,
    async onKeep(engineJob) {
      sent = { ...sent, engineJob };
      await following.onKeep(engineJob);
    },
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await line.follow(isResumed ? protocol.resume(sent) : protocol.make(sent), options);
    } catch (thrown) {
      if (!(thrown instanceof EngineError)) throw thrown;
      // What can be asked for later is left to be made.
      const mayReturn = signal.reason === LEFT && protocol.resumes;
      if (thrown.code === 'cancelled' && !mayReturn)
        // An engine that can't be asked to stop goes on, and nobody waits for it.
        await line.follow(protocol.cancel(sent)).catch(() => undefined);
      if (tries > MOST_RETRIES || signal.aborted) throw thrown;
      if (thrown.code === 'job-lost' && onLost) {
        sent = await onLost();
        isResumed = false;
      } else if (thrown.code === 'not-running' || thrown.code === 'busy') {
        const wanted = thrown.retryAfter === undefined ? RETRY_MS : thrown.retryAfter * 1_000;
        // Ends early when it is cancelled.
        await rest(Math.min(wanted, MOST_WAIT_MS), undefined, { signal }).catch(() => undefined);
      } else throw thrown;
    }
  }
}
