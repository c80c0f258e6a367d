import {
  ENGINE_CALLS,
  type EngineCall,
  type EngineInput,
  type EngineNews,
  type EngineOutput,
} from '../renderer/core/engines/calls.ts';
import type { LookJob } from '../renderer/core/engines/engine.ts';
import { EngineFailed } from '../renderer/ports/engines.ts';
import type { EngineHost, HostFollowing } from './host.ts';

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
    tell: (news: EngineNews) => void,
  ): Promise<EngineOutput<C>>;
  /** Ends every call: the page that made them is gone. */
  leave(): void;
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

  const picture = (
    which: 'make' | 'resume',
    { id, name, job }: { readonly id: string; readonly name: string; readonly job: LookJob },
    tell: (news: EngineNews) => void,
  ): Promise<Uint8Array> =>
    cancellable(id, (one) => {
      const { signal } = one.stop;
      const following: HostFollowing = {
        signal,
        onProgress: (progress) => tell({ id, progress: progress.slice(0, 1_000) }),
        onPhoto: (photoBytes, at) => tell({ id, photoBytes, host: at }),
        onKeep: (engineJob) =>
          new Promise((resolve) => {
            one.kept = resolve;
            // Then the next step notices it.
            signal.addEventListener('abort', () => resolve());
            tell({ id, engineJob });
          }),
      };
      return host[which](name, job, following);
    });

  const calls: {
    readonly [C in EngineCall]: (
      input: EngineInput<C>,
      tell: (news: EngineNews) => void,
    ) => Promise<unknown>;
  } = {
    list: () => host.list(),
    find: ({ id, address, key }) =>
      cancellable(id, ({ stop }) => host.find(address, key, stop.signal)),
    save: ({ setup, key }) => host.save(setup, key),
    remove: ({ name }) => host.remove(name),
    probe: ({ id, name }) => cancellable(id, ({ stop }) => host.probe(name, stop.signal)),
    allowPhotos: ({ name, allowed }) => host.allowPhotos(name, allowed),
    make: (input, tell) => picture('make', input, tell),
    resume: (input, tell) => picture('resume', input, tell),
    cancel({ id }) {
      open.get(id)?.stop.abort();
      return Promise.resolve();
    },
    kept({ id }) {
      open.get(id)?.kept();
      return Promise.resolve();
    },
  };

  return {
    async call(name, input, tell) {
      const { output } = ENGINE_CALLS[name];
      try {
        const value = await calls[name](input, tell);
        return output.parse({ value: value ?? null }) as EngineOutput<typeof name>;
      } catch (thrown) {
        if (!(thrown instanceof EngineFailed)) throw thrown;
        return output.parse({ failure: thrown.failure }) as EngineOutput<typeof name>;
      }
    },
    leave() {
      for (const { stop } of open.values()) stop.abort();
    },
  };
}
