import {
  ENGINE_CALLS,
  type EngineCall,
  type EngineEvent,
  type EngineInput,
  type EngineOutput,
} from '../renderer/core/engines/calls.ts';
import type { LookJob } from '../renderer/core/engines/engine.ts';
import type { EngineFailure } from '../renderer/core/engines/setup.ts';
import { EngineFailed } from '../renderer/ports/engines.ts';
import type { EngineHost, HostFollowing } from './host.ts';
import { LEFT } from './picture.ts';

/** A call that can be cancelled, and what its 'kept' is waited for with. */
interface Open {
  readonly stop: AbortController;
  kept: () => void;
}

export interface EngineCalls {
  /** Makes a call whose input was parsed. Rejects only for what nobody expects. */
  call<C extends EngineCall>(
    name: C,
    input: EngineInput<C>,
    report: (event: EngineEvent) => void,
  ): Promise<EngineOutput<C>>;
  /** Ends this call, or every one: the page that made them is gone. */
  leave(id?: string): void;
}

/** The host's side of `ENGINE_CALLS`. */
export function createEngineCalls(host: EngineHost): EngineCalls {
  const open = new Map<string, Open>();

  async function cancellable<T>(id: string, work: (one: Open) => Promise<T>): Promise<T> {
    if (open.has(id)) throw new RangeError('two calls with one id');
    const one: Open = { stop: new AbortController(), kept: () => undefined };
    open.set(id, one);
    try {
      return await work(one);
    } finally {
      open.delete(id);
    }
  }

  async function picture(
    which: 'make' | 'resume',
    { id, name, job }: { readonly id: string; readonly name: string; readonly job: LookJob },
    report: (event: EngineEvent) => void,
  ): Promise<unknown> {
    let sent = { photoBytes: 0, host: '' };
    const answer = await answered(() =>
      cancellable(id, (one) => {
        const { signal } = one.stop;
        const following: HostFollowing = {
          signal,
          onProgress: (place) => report({ id, place }),
          onPhoto: (bytes, host) => (sent = { photoBytes: sent.photoBytes + bytes, host }),
          onKeep: (engineJob) =>
            new Promise((resolve) => {
              one.kept = resolve;
              // Then the next step notices it.
              signal.addEventListener('abort', () => resolve());
              report({ id, engineJob });
            }),
        };
        return host[which](name, job, following);
      }),
    );
    return { ...answer, sent };
  }

  const calls: {
    readonly [C in EngineCall]: (
      input: EngineInput<C>,
      report: (event: EngineEvent) => void,
    ) => Promise<unknown>;
  } = {
    list: () => answered(() => host.list()),
    find: ({ id, address, key }) =>
      answered(() => cancellable(id, ({ stop }) => host.find(address, key, stop.signal))),
    save: ({ setup, key }) => answered(() => host.save(setup, key)),
    remove: ({ name }) => answered(() => host.remove(name)),
    probe: ({ id, name }) =>
      answered(() => cancellable(id, ({ stop }) => host.probe(name, stop.signal))),
    allowPhotos: ({ name, allowed }) => answered(() => host.allowPhotos(name, allowed)),
    make: (input, report) => picture('make', input, report),
    resume: (input, report) => picture('resume', input, report),
    cancel({ id, left }) {
      open.get(id)?.stop.abort(left ? LEFT : undefined);
      return Promise.resolve({ value: null });
    },
    kept({ id }) {
      open.get(id)?.kept();
      return Promise.resolve({ value: null });
    },
  };

  return {
    call: async (name, input, report) =>
      ENGINE_CALLS[name].output.parse(await calls[name](input, report)) as EngineOutput<
        typeof name
      >,
    leave(id) {
      for (const [one, { stop }] of open) if (id === undefined || id === one) stop.abort(LEFT);
    },
  };
}

/** What a call gave, or why it failed. @throws what nobody expects */
async function answered(
  work: () => Promise<unknown>,
): Promise<{ readonly value: unknown } | { readonly failure: EngineFailure }> {
  try {
    return { value: (await work()) ?? null };
  } catch (thrown) {
    if (!(thrown instanceof EngineFailed)) throw thrown;
    return { failure: thrown.failure };
  }
}
