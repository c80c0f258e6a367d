import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi, type Mock } from 'vitest';

import { LikenessError } from '../../renderer/core/errors.ts';
import { keysOf } from '../../renderer/core/objects.ts';
import {
  CONTRACT,
  PIECE_BYTES,
  type Channel,
} from '../../renderer/platform/desktop/ipc-contract.ts';
import { createDispatcher, type Handlers, type Sender } from './dispatcher.ts';

const id = '11111111-1111-4111-8111-111111111111';
const ours: Sender = { origin: 'app://likeness', isOwnMainFrame: true };
const CHANNELS = keysOf(CONTRACT);
const handlers = Object.fromEntries(CHANNELS.map((channel) => [channel, vi.fn()])) as {
  readonly [C in Channel]: Mock<Handlers[C]>;
};
const report = vi.fn();
const dispatch = createDispatcher(handlers, report);
const refused = { ok: false, code: 'unexpected', context: {} };

beforeEach(() => void vi.resetAllMocks());
const calls = () =>
  Object.values(handlers).reduce((sum, handler) => sum + handler.mock.calls.length, 0);

describe('a message', () => {
  it('from our page, well formed, is handled', async () => {
    const input = { id, bytes: new Uint8Array([1]) };
    expect(await dispatch(ours, 'files.append', input)).toEqual({ ok: true, value: null });
    expect(handlers['files.append']).toHaveBeenCalledExactlyOnceWith(input);
  });

  it.each<[string, Sender]>([
    ['another origin', { origin: 'https://evil.example', isOwnMainFrame: true }],
    ['a look-alike host', { origin: 'app://likeness.evil', isOwnMainFrame: true }],
    ['a look-alike scheme', { origin: 'apps://likeness', isOwnMainFrame: true }],
    ['a page of no origin: sandboxed, data:, blank', { origin: 'null', isOwnMainFrame: true }],
    ['a frame inside ours', { origin: 'app://likeness', isOwnMainFrame: false }],
    ['a frame that is gone', { origin: 'null', isOwnMainFrame: false }],
    ['a file', { origin: 'file://', isOwnMainFrame: true }],
  ])('from %s reaches no handler', async (_who, sender) => {
    expect(await dispatch(sender, 'links.open', { url: 'https://phantom.app/' })).toEqual(refused);
    expect(calls()).toBe(0);
  });

  it('too large reaches no handler', async () => {
    const bytes = new Uint8Array(PIECE_BYTES + 1);
    expect(await dispatch(ours, 'files.append', { id, bytes })).toEqual(refused);
    expect(await dispatch(ours, 'files.begin', { name: 'x'.repeat(1_001) })).toEqual(refused);
    expect(calls()).toBe(0);
  });

  it('of 10,000 malformed ones reaches no handler and throws nothing', async () => {
    const tricks = fc.constantFrom(
      '[object Object]',
      'function Object() { [native code] }',
      'function toString() { [native code] }',
      'function hasOwnProperty() { [native code] }',
      'files.append ',
      'LINKS.OPEN',
      '',
      'photos',
    );
    const anything = fc.anything({
      withTypedArray: true,
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
    });
    const huge = fc.constantFrom(
      'x'.repeat(2_000_000),
      new Uint8Array(64 * 1024 * 1024 + 1),
      Array.from({ length: 100_000 }, () => 0),
    );
    const proto = fc.constantFrom<unknown>(
      JSON.parse('{"__proto__":{"name":"a.png"},"bytes":{}}'),
      JSON.parse('{"url":"https://phantom.app/","__proto__":{"polluted":true}}'),
      JSON.parse('{"constructor":{"prototype":{"polluted":true}},"id":"x"}'),
      Object.create({ url: 'https://phantom.app/' }),
      { toString: () => 'https://phantom.app/', url: { valueOf: () => 'https://phantom.app/' } },
    );
    const good = fc.constantFrom<{ channel: unknown; input: unknown }>(
      { channel: 'links.open', input: { url: 'https://phantom.app/' } },
      { channel: 'photos.pick', input: null },
      { channel: 'files.append', input: { id, bytes: new Uint8Array(1) } },
    );
    const foreign = fc.constantFrom<Sender>(
      { origin: 'https://evil.example', isOwnMainFrame: true },
      { origin: 'app://likeness', isOwnMainFrame: false },
      { origin: 'app://evil', isOwnMainFrame: true },
      { origin: 'null', isOwnMainFrame: true },
    );
    const malformed = fc.oneof(
      fc.record({ channel: fc.oneof(tricks, fc.string(), anything), input: anything }),
      fc.record({
        channel: fc.constantFrom(...CHANNELS),
        input: fc.oneof({ arbitrary: anything, weight: 4 }, { arbitrary: proto, weight: 1 }),
      }),
      fc.record({
        channel: fc.constant('files.append'),
        input: fc.record({ id: fc.string(), bytes: anything, folder: fc.string() }),
      }),
      fc.record({
        channel: fc.constant('links.open'),
        input: fc.record({ url: fc.webUrl(), __proto__: anything, more: anything }),
      }),
    );
    const isMalformed = ({ channel, input }: { channel: unknown; input: unknown }): boolean =>
      !CHANNELS.some(
        (known) => known === channel && CONTRACT[known].input.safeParse(input).success,
      );
    const messages = fc.oneof(
      { arbitrary: fc.tuple(fc.constant(ours), malformed.filter(isMalformed)), weight: 5 },
      { arbitrary: fc.tuple(foreign, good), weight: 1 },
      {
        arbitrary: fc.tuple(
          fc.constant(ours),
          fc.record({ channel: fc.constantFrom(...CHANNELS), input: huge }),
        ),
        weight: 1,
      },
    );
    await fc.assert(
      fc.asyncProperty(messages, async ([sender, { channel, input }]) => {
        expect(await dispatch(sender, channel, input)).toEqual(refused);
      }),
      { numRuns: 10_000, seed: 20_260_101 },
    );
    expect(calls()).toBe(0);
    expect(report).not.toHaveBeenCalled();
    expect(Object.prototype).not.toHaveProperty('polluted');
  }, 180_000);
});

describe('a handler', () => {
  it('that fails as expected gives its code and context', async () => {
    handlers['links.open'].mockRejectedValue(new LikenessError('link-refused', { host: 'x' }));
    expect(await dispatch(ours, 'links.open', { url: 'x' })).toEqual({
      ok: false,
      code: 'link-refused',
      context: { host: 'x' },
    });
    expect(report).not.toHaveBeenCalled();
  });

  it('that fails unexpectedly doesn’t tell the page why', async () => {
    const secret = new Error('/home/someone/private');
    handlers['links.open'].mockRejectedValue(secret);
    expect(await dispatch(ours, 'links.open', { url: 'x' })).toEqual(refused);
    expect(report).toHaveBeenCalledExactlyOnceWith('links.open', secret);
  });

  it('that returns what the contract doesn’t allow is refused', async () => {
    handlers['files.begin'].mockResolvedValue({ id: 'not a uuid' });
    expect(await dispatch(ours, 'files.begin', { name: 'a' })).toEqual(refused);
    expect(report).toHaveBeenCalledOnce();
  });
});
