import { isAbort, LikenessError } from '../../renderer/core/errors.ts';
import type { Engine, Made, OpenPhoto } from '../engine/engine.ts';
import type { Work } from '../page/contract.ts';

/** A crashed browser is restarted once; if the same file crashes it again, the file fails. */
const ATTEMPTS = 2;

/** One person's photos. Each is opened on first use and stays open until `close`. */
export interface Photos {
  /** Reads and analyses a photo. @throws LikenessError 'photo-*' if it can't be used */
  check(photo: string): Promise<void>;
  /** @throws LikenessError */
  make(photo: string, work: Work): Promise<Made>;
  close(): Promise<void>;
}

/** @param bytesOf reads a photo, given by its hash */
export function createPhotos(
  engine: Engine,
  bytesOf: (photo: string) => Promise<Uint8Array>,
): Photos {
  const open = new Map<string, OpenPhoto>();

  async function opened(photo: string): Promise<OpenPhoto> {
    const known = open.get(photo);
    if (known) return known;
    const fresh = await engine.open(await bytesOf(photo));
    open.set(photo, fresh);
    return fresh;
  }

  /** Retries once in a new browser, where all photos have to be opened again. */
  async function twice<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (thrown) {
        const died = thrown instanceof LikenessError && thrown.context['reason'] === 'browser';
        if (!died || isAbort(thrown) || attempt === ATTEMPTS) throw thrown;
        open.clear();
      }
    }
  }

  return {
    check: (photo) => twice(async () => void (await opened(photo))),
    make: (photo, work) => twice(async () => (await opened(photo)).make(work)),
    async close() {
      for (const photo of open.values()) await photo.close();
      open.clear();
    },
  };
}
