import type { EngineCall, EngineEvent, EngineInput, EngineOutput } from '../core/engines/calls.ts';
import { ENGINE_SENTENCES, type LookJob } from '../core/engines/engine.ts';
import type { EngineFailure } from '../core/engines/setup.ts';
import { LEFT } from '../core/errors.ts';
import { EngineFailed, type Engines, type Following } from '../ports/engines.ts';
import type { Requests } from '../ports/requests.ts';

/** A way to the host of the engines. */
export type CallEngines = <C extends EngineCall>(
  name: C,
  input: EngineInput<C>,
  onEvent?: (event: EngineEvent) => void,
) => Promise<EngineOutput<C>>;

/** What a call gave. @throws EngineFailed */
function valueOf<T>(answer: { readonly value: T } | { readonly failure: EngineFailure }): T {
  if ('failure' in answer) throw new EngineFailed(answer.failure);
  return answer.value;
}

/** The port, by any way to its host. The ledger gets what the host sent for the page. */
export function createEngines(call: CallEngines, requests: Pick<Requests, 'note'>): Engines {
  /** Ends the call at the host when the signal aborts. */
  async function cancellable<T>(signal: AbortSignal, work: (id: string) => Promise<T>): Promise<T> {
    const id = crypto.randomUUID();
    // If it can't be cancelled, its host is gone, and the call ends by that.
    const cancel = (): void =>
      void call('cancel', { id, left: signal.reason === LEFT }).catch(() => undefined);
    if (signal.aborted)
      throw new EngineFailed({ code: 'cancelled', said: '', sentence: 'It was cancelled.' });
    signal.addEventListener('abort', cancel);
    try {
      return await work(id);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  const note = (host: string, photoBytes: number, status: 'done' | 'failed'): void =>
    requests.note({
      ...{ purpose: 'engine', label: 'photo for a look', host, status },
      ...{ bytesUp: photoBytes, bytesDown: 0, photoBytes },
    });

  const picture = (
    which: 'make' | 'resume',
    name: string,
    { engineJob, ...job }: LookJob,
    { signal, onProgress, onKeep }: Following,
  ): Promise<Uint8Array> =>
    cancellable(signal, async (id) => {
      let notWritten: { readonly why: unknown } | undefined;
      const onEvent = (event: EngineEvent): void => {
        if (event.id !== id) return;
        if ('place' in event) {
          onProgress(event.place);
          return;
        }
        onKeep(event.engineJob)
          .then(
            () => call('kept', { id }),
            (thrown: unknown) => {
              notWritten = { why: thrown };
              return call('cancel', { id, left: false });
            },
          )
          .catch(() => undefined); // The call itself fails then, and says why.
      };
      const known = { ...job, ...(engineJob !== undefined && { engineJob }) };
      const answer = await call(which, { id, name, job: known }, onEvent).catch(
        (thrown: unknown) => {
          // The host may have sent it, and nobody knows.
          note(name, job.photo.length, 'failed');
          const { 'lost-after-sending': sentence } = ENGINE_SENTENCES;
          throw new EngineFailed({ code: 'lost-after-sending', said: '', sentence }, thrown);
        },
      );
      const { host, photoBytes } = answer.sent;
      if (photoBytes > 0) note(host, photoBytes, 'failure' in answer ? 'failed' : 'done');
      if (notWritten)
        throw new Error('the job could not be written down', { cause: notWritten.why });
      return valueOf<Uint8Array>(answer);
    });

  return {
    list: async () => valueOf(await call('list', null)),
    find: (address, key, signal) =>
      cancellable(signal, async (id) => valueOf(await call('find', { id, address, key }))),
    save: async (setup, key) =>
      valueOf(await call('save', { setup, ...(key !== undefined && { key }) })),
    async remove(name) {
      valueOf(await call('remove', { name }));
    },
    probe: (name, signal) =>
      cancellable(signal, async (id) => valueOf(await call('probe', { id, name }))),
    async allowPhotos(name, allowed) {
      valueOf(await call('allowPhotos', { name, allowed }));
    },
    make: (name, job, following) => picture('make', name, job, following),
    resume: (name, job, following) => picture('resume', name, job, following),
  };
}
