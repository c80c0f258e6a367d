import { expect, it } from 'vitest';

import {
  ENGINE_CALLS,
  engineEvent,
  fromText,
  toText,
  type EngineOutput,
} from '../renderer/core/engines/calls.ts';
import type { LookJob } from '../renderer/core/engines/engine.ts';
import type { KnownEngine } from '../renderer/core/engines/setup.ts';
import { LEFT as SESSION_OVER } from '../renderer/core/errors.ts';
import { createEngines, type CallEngines } from '../renderer/platform/engines.ts';
import { createRequests } from '../renderer/platform/requests.ts';
import { EngineFailed } from '../renderer/ports/engines.ts';
import { EXAMPLE_JOB, FOLLOWING, never } from '../tests/support/example-job.ts';
import { createEngineCalls } from './calls.ts';
import type { EngineHost, HostFollowing } from './host.ts';
import { LEFT } from './picture.ts';

const known: Required<KnownEngine> = {
  name: 'own',
  kind: 'comfy',
  address: 'http://127.0.0.1:8188',
  model: 'painter',
  workflow: '{"1": {}}',
  hasKey: true,
  keyInMemory: true,
  photosAllowed: 'network',
  photoBytes: 12,
};
const { name, kind, address, model, workflow } = known;
const setup = { name, kind, address, model, workflow };
const job: Required<LookJob> = { ...EXAMPLE_JOB, engineJob: 'their-name' };

/** A host that notes what it is asked, and answers with everything that there is. */
function stand() {
  const asked: unknown[][] = [];
  const said = { code: 'quota', said: 'no credit', sentence: 'It has no credit left.' } as const;
  const noting =
    <T>(value: T) =>
    (...args: readonly unknown[]): Promise<T> => {
      asked.push(args.filter((one) => !(one instanceof AbortSignal)));
      return Promise.resolve(value);
    };
  const host: EngineHost = {
    list: noting([known, { name, kind: 'edits', address, hasKey: false, photoBytes: 0 } as const]),
    find: noting({ kind, address }),
    save: noting(known),
    remove: noting(undefined),
    probe: noting({ version: '1', missing: ['a node'], sendsOn: ['Cloud'], class: 'internet' }),
    allowPhotos: noting(undefined),
    async make(one, wanted, { onProgress, onKeep, onPhoto }: HostFollowing) {
      asked.push([one, wanted]);
      onPhoto?.(4, '127.0.0.1:8188');
      onProgress(0);
      await onKeep('kept-name');
      return Uint8Array.of(1, 2, 3);
    },
    resume(_one, _wanted, { signal }) {
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () =>
          reject(new EngineFailed({ ...said, code: signal.reason === LEFT ? 'busy' : said.code })),
        ),
      );
    },
  };
  const calls = createEngineCalls(host);
  const requests = createRequests();
  // As text and parsed on both sides, as between the page and the local server.
  const call: CallEngines = async (which, input, onEvent) => {
    const { input: read, output } = ENGINE_CALLS[which];
    const answer = await calls.call(which, read.parse(fromText(toText(input))) as never, (event) =>
      onEvent?.(engineEvent.parse(fromText(toText(event)))),
    );
    return output.parse(fromText(toText(answer))) as EngineOutput<typeof which>;
  };
  return { asked, said, requests, engines: createEngines(call, requests) };
}

it('brings every field to the host and back', async () => {
  const { asked, engines } = stand();
  expect(await engines.list()).toMatchObject([known, { hasKey: false }]);
  expect(await engines.find(address, 'key', never())).toEqual({ kind, address });
  expect(await engines.save(setup, 'key')).toEqual(known);
  await engines.remove(name);
  expect(await engines.probe(name, never())).toEqual({
    ...{ version: '1', missing: ['a node'], sendsOn: ['Cloud'], class: 'internet' },
  });
  await engines.allowPhotos(name, 'network');
  await engines.allowPhotos(name, null);
  expect(asked).toEqual([
    [],
    [address, 'key'],
    [setup, 'key'],
    [name],
    [name],
    [name, 'network'],
    [name, null],
  ]);
});

it('brings job, progress, the engine’s name for it and the picture; the ledger gets the photo', async () => {
  const { asked, engines, requests } = stand();
  const followed: (string | number)[] = [];
  const bytes = await engines.make(name, job, {
    signal: never(),
    onProgress: (progress) => void followed.push(progress),
    onKeep(engineJob) {
      followed.push(engineJob);
      return Promise.resolve();
    },
  });
  expect(bytes).toEqual(Uint8Array.of(1, 2, 3));
  expect(followed).toEqual([0, 'kept-name']);
  expect(asked).toEqual([[name, job]]);
  expect(requests.ledger.snapshot().records).toMatchObject([
    { purpose: 'engine', host: '127.0.0.1:8188', photoBytes: 4, bytesUp: 4, status: 'done' },
  ]);
  expect(requests.ledger.snapshot().totals).toMatchObject({ photoBytes: 4 });
});

it.each([
  ['cancels', undefined, 'quota'],
  ['leaves', SESSION_OVER, 'busy'],
])('%s at the host, and brings its failure with every field', async (_, reason, code) => {
  const { said, engines } = stand();
  const stop = new AbortController();
  const waiting = engines.resume(name, EXAMPLE_JOB, { ...FOLLOWING, signal: stop.signal });
  stop.abort(reason);
  await expect(waiting).rejects.toMatchObject({ failure: { ...said, code } });
});

it('doesn’t go on if the engine’s name for the job can’t be written down', async () => {
  const { engines } = stand();
  const lost = new Error('the disk is full');
  await expect(
    engines.make(name, job, {
      ...FOLLOWING,
      signal: never(),
      onKeep: () => Promise.reject(lost),
    }),
  ).rejects.toMatchObject({ cause: lost });
});
