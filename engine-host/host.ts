import { z } from 'zod';

import {
  EngineError,
  HOST_SENTENCES,
  type HostErrorCode,
  type LookJob,
} from '../renderer/core/engines/engine.ts';
import { authorizationOf, protocolOf } from '../renderer/core/engines/protocol.ts';
import {
  KINDS,
  knownEngine,
  type AddressClass,
  type EngineSetup,
  type KnownEngine,
} from '../renderer/core/engines/setup.ts';
import {
  EngineFailed,
  type Engines,
  type Following,
  type Probed,
} from '../renderer/ports/engines.ts';
import { openLine, type Line } from './line.ts';
import { picture } from './picture.ts';

/** An engine without its key, as it is written down. */
const stored = knownEngine.omit({ hasKey: true, keyInMemory: true });
type Stored = Readonly<z.infer<typeof stored>>;
export const storedEngines = z.array(stored).max(100);

/** Where keys lie between two starts. */
export interface KeyChain {
  has(name: string): boolean;
  /** Undefined if there is none, or it can't be read any more. */
  read(name: string): Promise<string | undefined>;
  /** Undefined removes it. Gives false if there is no place to keep it safely; then nothing is kept. */
  write(name: string, key: string | undefined): Promise<boolean>;
}

export interface HostOptions {
  /** The engines as they were written last. */
  readonly engines: readonly Stored[];
  readonly write: (engines: readonly Stored[]) => void;
  /** Without one, keys are kept in memory. */
  readonly keys?: KeyChain;
  /** Asks the user, outside the page, before a new address is contacted. Undefined: didn't ask. */
  readonly mayContact?: (address: URL) => Promise<boolean | undefined>;
  /** The same before photos may go there. */
  readonly maySendPhotos?: (address: URL, to: AddressClass) => Promise<boolean | undefined>;
}

const failed = (code: HostErrorCode): EngineFailed =>
  new EngineFailed({ code, said: '', sentence: HOST_SENTENCES[code] });

/** @throws EngineFailed `no`, or 'not-asked', unless the user said yes */
function checkAnswer(answer: boolean | undefined, no: HostErrorCode): void {
  if (answer !== true) throw failed(answer === false ? no : 'not-asked');
}

/** An engine's failure as the port rejects with it; anything else as it is. */
function failureOf(thrown: unknown): unknown {
  if (!(thrown instanceof EngineError)) return thrown;
  const { code, said, message: sentence } = thrown;
  return new EngineFailed({ code, said, sentence });
}

export interface HostFollowing extends Following {
  /** So many bytes of a photo are on their way to that host. */
  readonly onPhoto?: (bytes: number, host: string) => void;
}

/** The port, and what was sent. */
export interface EngineHost extends Engines {
  make(name: string, job: LookJob, following: HostFollowing): Promise<Uint8Array>;
  resume(name: string, job: LookJob, following: HostFollowing): Promise<Uint8Array>;
}

/** The user's engines, and the only way by which a photo gets to one. */
export function createEngineHost(options: HostOptions): EngineHost {
  const { write, keys, mayContact, maySendPhotos } = options;
  const engines = new Map(options.engines.map((one) => [one.name, one]));
  const inMemory = new Map<string, string>();
  /** The last job of each engine: one at a time. */
  const jobs = new Map<string, Promise<unknown>>();

  const keep = (engine: Stored): void => {
    engines.set(engine.name, engine);
    write([...engines.values()]);
  };
  const keyOf = async (name: string): Promise<string | undefined> =>
    inMemory.get(name) ?? (await keys?.read(name));

  async function keepKey(name: string, key: string | undefined): Promise<void> {
    inMemory.delete(name);
    const wanted = key === '' ? undefined : key;
    const isKept = (await keys?.write(name, wanted)) ?? false;
    if (!isKept && wanted !== undefined) inMemory.set(name, wanted);
  }

  const known = (engine: Stored): KnownEngine => ({
    ...engine,
    hasKey: inMemory.has(engine.name) || keys?.has(engine.name) === true,
    ...(inMemory.has(engine.name) && { keyInMemory: true as const }),
  });

  /** @throws EngineFailed 'unknown-engine' */
  function found(name: string): Stored {
    const engine = engines.get(name);
    if (!engine) throw failed('unknown-engine');
    return engine;
  }

  const lineTo = (engine: Pick<Stored, 'address' | 'kind'>, key?: string): Promise<Line> =>
    openLine({ address: engine.address, authorization: authorizationOf(engine.kind, key) });

  /** Lets the engine's earlier jobs end first. */
  async function inTurn<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = jobs.get(name) ?? Promise.resolve();
    const turn = Promise.race([
      before,
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    ]).then(() => {
      if (signal.aborted) throw new EngineError('cancelled');
      return work();
    });
    const ended = Promise.allSettled([before, turn]);
    jobs.set(name, ended);
    return turn;
  }

  /** @throws EngineError, EngineFailed */
  async function send(
    name: string,
    job: LookJob,
    resumes: boolean,
    { signal, onProgress, onKeep, onPhoto }: HostFollowing,
  ): Promise<Uint8Array> {
    if (found(name).photosAllowed === undefined) throw failed('not-allowed');
    return inTurn(name, signal, async () => {
      // Its setup may have changed while others had their turn.
      const engine = found(name);
      const line = await lineTo(engine, await keyOf(name));
      if (engine.photosAllowed !== line.class || engines.get(name) !== engine)
        throw failed('not-allowed');
      const { host } = new URL(engine.address);
      return picture(job, resumes, {
        line,
        protocol: protocolOf(engine),
        signal,
        onProgress,
        onKeep,
        onPhoto(bytes) {
          const now = engines.get(name);
          if (now) keep({ ...now, photoBytes: now.photoBytes + bytes });
          onPhoto?.(bytes, host);
        },
      });
    });
  }

  /** Every rejection of the port is an `EngineFailed`, or unexpected. */
  async function answering<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      throw failureOf(thrown);
    }
  }

  async function askToContact(address: string): Promise<void> {
    if (mayContact) checkAnswer(await mayContact(new URL(address)), 'not-contacted');
  }

  return {
    list: () => Promise.resolve([...engines.values()].map(known)),

    find: (address, key, signal) =>
      answering(async () => {
        await askToContact(address);
        let silent = new EngineError('cannot-edit');
        for (const kind of KINDS)
          for (const at of kind === 'edits' ? [address, `${address}/v1`] : [address]) {
            const line = await lineTo({ address: at, kind }, key);
            try {
              await line.follow(protocolOf({ kind }).probe(), { signal });
              return { kind, address: at };
            } catch (thrown) {
              if (!(thrown instanceof EngineError)) throw thrown;
              const { code } = thrown;
              if (['cancelled', 'not-running', 'timed-out', 'redirected'].includes(code))
                throw thrown;
              // Something is there that wants a key, refuses us, is busy, or fails.
              if (code !== 'cannot-edit' && code !== 'not-ready') silent = thrown;
            }
          }
        throw silent;
      }),

    save: (setup, key) =>
      answering(async () => {
        protocolOf(setup); // Throws if its workflow can't be used.
        const before = engines.get(setup.name);
        const isThere = before?.address === setup.address;
        if (!isThere) await askToContact(setup.address);
        const isSame = before !== undefined && isThere && isSameSetup(before, setup);
        // Another address never gets this one's key.
        if (key !== undefined || !isThere) await keepKey(setup.name, key);
        const { photosAllowed } = before ?? {};
        const engine: Stored = {
          ...setup,
          ...(isSame && photosAllowed !== undefined && { photosAllowed }),
          photoBytes: isThere ? before.photoBytes : 0,
        };
        keep(engine);
        return known(engine);
      }),

    remove: (name) =>
      answering(async () => {
        found(name);
        engines.delete(name);
        write([...engines.values()]);
        await keepKey(name, undefined);
      }),

    probe: (name, signal) =>
      answering(async (): Promise<Probed> => {
        const engine = found(name);
        const line = await lineTo(engine, await keyOf(name));
        const ready = await line.follow(protocolOf(engine).probe(), { signal });
        return { ...ready, class: line.class };
      }),

    allowPhotos: (name, allowed) =>
      answering(async () => {
        const { photosAllowed: _, ...engine } = found(name);
        if (allowed === null) {
          keep(engine);
          return;
        }
        const line = await lineTo(engine);
        if (line.class !== allowed) throw failed('not-allowed');
        if (maySendPhotos)
          checkAnswer(await maySendPhotos(new URL(engine.address), allowed), 'not-allowed');
        const now = found(name);
        // It may have been changed while the question stood.
        if (!isSameSetup(now, engine)) throw failed('not-allowed');
        keep({ ...now, photosAllowed: allowed });
      }),

    make: (name, job, following) => answering(() => send(name, job, false, following)),
    resume: (name, job, following) => answering(() => send(name, job, true, following)),
  };
}

/** Whether what was allowed for one holds for the other. */
const isSameSetup = (one: EngineSetup, other: EngineSetup): boolean =>
  one.address === other.address &&
  one.kind === other.kind &&
  one.model === other.model &&
  one.workflow === other.workflow;
