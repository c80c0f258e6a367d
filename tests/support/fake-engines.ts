import type { AddressClass, EngineKind } from '../../renderer/core/engines/setup.ts';
import { LEFT } from '../../renderer/core/errors.ts';
import {
  EngineFailed,
  type EngineFailure,
  type Engines,
  type KnownEngine,
} from '../../renderer/ports/engines.ts';

export const engineFailure = (code: EngineFailure['code'], said = ''): EngineFailed =>
  new EngineFailed({ code, said, sentence: code });

/** What an engine answers: bytes that `fakeEngine` compares as their text says, or a failure. */
export type EngineAnswer =
  | 'same'
  | 'unsure'
  | 'other'
  | 'two'
  | 'not-a-picture'
  | 'hold'
  | EngineFailed;

/** Engines of the user's own in memory, called 'own': what they were asked, and what they answer next. */
export class FakeEngines {
  readonly asked: {
    readonly engine: string;
    readonly how: 'make' | 'resume';
    readonly job: string;
    readonly seed: number;
    readonly text: string;
  }[] = [];
  /** 'same' when nothing is set. 'hold' waits for `release`, then is 'same'. */
  readonly answers: EngineAnswer[] = [];
  /** It doesn't answer a probe. */
  silent = false;
  /** What the engine lacks. */
  missing: readonly string[] = [];
  place: AddressClass = 'machine';
  allowed: AddressClass | undefined = 'machine';
  /** The place in its queue that it reports. */
  queuePlace = 3;
  cancelled = 0;
  #held: (() => void)[] = [];

  release(): void {
    for (const go of this.#held.splice(0)) go();
  }

  known(kind: EngineKind): KnownEngine {
    return {
      name: 'own',
      kind,
      address: 'http://127.0.0.1:8000',
      hasKey: false,
      photoBytes: 0,
      ...(this.allowed && { photosAllowed: this.allowed }),
    };
  }

  readonly of = (kind: EngineKind, isThere = true): Engines => {
    const answer =
      (how: 'make' | 'resume'): Engines['make'] =>
      async (engine, job, { signal, onKeep, onProgress }) => {
        if (this.allowed !== this.place) throw engineFailure('not-allowed');
        const { id, seed, text } = job;
        this.asked.push({ engine, how, job: id, seed, text: text.instruction });
        if (kind === 'sdcpp') await onKeep(`theirs-${id}`);
        onProgress(this.queuePlace);
        let next = this.answers.shift() ?? 'same';
        if (next === 'hold') {
          await new Promise<void>((go) => {
            this.#held.push(go);
            signal.addEventListener('abort', () => go(), { once: true });
          });
          next = 'same';
        }
        if (signal.aborted) {
          if (signal.reason !== LEFT) this.cancelled += 1;
          throw engineFailure('cancelled');
        }
        if (next instanceof EngineFailed) throw next;
        return new TextEncoder().encode(next);
      };
    const unused = () => Promise.reject(new Error('not asked here'));
    return {
      list: () => Promise.resolve(isThere ? [this.known(kind)] : []),
      find: unused,
      save: unused,
      remove: unused,
      probe: () =>
        this.silent
          ? Promise.reject(engineFailure('not-running', 'no route'))
          : Promise.resolve({
              version: '1',
              missing: this.missing,
              sendsOn: [],
              class: this.place,
            }),
      allowPhotos: (_name, allowed) => {
        this.allowed = allowed ?? undefined;
        return Promise.resolve();
      },
      make: answer('make'),
      resume: answer('resume'),
    };
  };
}
