import type { Derive, KdfAnswer, KdfRequest } from './derive.ts';

/** The worker, with its 64 MiB of memory, is ended after this long without work. */
const KEEP_MS = 20_000;

type KdfJob<R> = R extends KdfRequest ? Omit<R, 'id'> : never;

let shared: Derive | undefined;

/**
 * Derives keys in a worker, so that half a second of Argon2id doesn't freeze the page. All callers
 * share one worker: a browser frees WebAssembly memory within a worker, but not across workers.
 */
export const workerDerive = (): Derive => (shared ??= createWorkerDerive());

function createWorkerDerive(): Derive {
  let worker: Worker | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let count = 0;
  const waiting = new Map<
    number,
    { resolve: (answer: KdfAnswer) => void; reject: (failure: Error) => void }
  >();

  const fail = (reason: string): void => {
    worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.values())
      reject(new Error(`the key derivation failed: ${reason}`));
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./kdf-worker.ts', import.meta.url), {
      type: 'module',
      name: 'likeness-keys',
    });
    started.onmessage = ({ data }: MessageEvent<KdfAnswer>) => {
      const one = waiting.get(data.id);
      waiting.delete(data.id);
      if ('failed' in data) one?.reject(new Error(`the key derivation failed: ${data.failed}`));
      else one?.resolve(data);
      clearTimeout(idle);
      if (waiting.size === 0) idle = setTimeout(() => fail('idle'), KEEP_MS);
    };
    started.onerror = ({ message }) => fail(message);
    return started;
  };
  const ask = (job: KdfJob<KdfRequest>): Promise<KdfAnswer> =>
    new Promise((resolve, reject) => {
      clearTimeout(idle);
      worker ??= start();
      const id = (count += 1);
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...job, id } satisfies KdfRequest);
    });

  return {
    async derive(secret, kdf) {
      const answer = await ask({ secret, kdf });
      if (!('key' in answer)) throw new Error('the key derivation answered something else');
      return answer.key;
    },
    async measure(memory) {
      const answer = await ask({ measure: memory });
      if (!('milliseconds' in answer))
        throw new Error('the key derivation answered something else');
      return answer.milliseconds;
    },
  };
}
