import { isAbort, LikenessError } from '../../renderer/core/errors.ts';
import type { PhotoNote } from '../../renderer/core/photo-notes.ts';
import type { Engine, OpenPhoto } from '../engine/engine.ts';

/**
 * One person's photos. Each is opened on first use and stays open until `close`. A crashed browser is
 * restarted once for a file; one that crashes it again fails.
 */
export interface Photos {
  /** Reads and analyses a photo. @throws LikenessError 'photo-*' if it can't be used */
  check(photo: string): Promise<readonly PhotoNote[]>;
  /** Works on a photo that is open. @throws LikenessError */
  use<T>(photo: string, work: (open: OpenPhoto) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** @param bytesOf reads a photo, given by its hash */
export function createPhotos(
  engine: Engine,
  bytesOf: (photo: string) => Promise<Uint8Array>,
): Photos {
  const open = new Map<string, Promise<OpenPhoto>>();
  /** Ends with the last of the retries, which run one after the other and beside nothing else. */
  let retries: Promise<unknown> = Promise.resolve();

  function opened(photo: string): Promise<OpenPhoto> {
    const known = open.get(photo);
    if (known) return known;
    const fresh = bytesOf(photo).then((bytes) => engine.open(bytes));
    open.set(photo, fresh);
    fresh.catch(() => {
      // Whoever asked for the photo gets the failure; the next to ask tries again.
      if (open.get(photo) === fresh) open.delete(photo);
    });
    return fresh;
  }

  /**
   * Retries once in a new browser, where all photos have to be opened again; alone, so that a picture
   * that crashes the browser takes no other one with it.
   */
  async function twice<T>(work: () => Promise<T>): Promise<T> {
    await retries;
    try {
      return await work();
    } catch (thrown) {
      const died = thrown instanceof LikenessError && thrown.context['reason'] === 'browser';
      if (!died || isAbort(thrown)) throw thrown;
      const retry = retries.then(() => {
        open.clear();
        return work();
      });
      retries = retry.catch(() => {
        // The failure is this caller's; whoever waits here only wants to know that it's over.
      });
      return retry;
    }
  }

  return {
    check: (photo) => twice(async () => (await opened(photo)).notes),
    use: (photo, work) => twice(async () => work(await opened(photo))),
    async close() {
      for (const photo of await Promise.allSettled(open.values()))
        if (photo.status === 'fulfilled') await photo.value.close();
      open.clear();
    },
  };
}
