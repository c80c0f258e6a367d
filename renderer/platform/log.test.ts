import { beforeEach, expect, it, vi } from 'vitest';

import { memoryStorage } from '../../tests/support/memory-storage.ts';
import { entryOf } from '../core/log/entry.ts';
import { forgetLog, keepLog, note } from '../core/log/log.ts';
import { desktopLog } from './desktop/index.ts';
import { pageLog } from './log.ts';

const invoke = vi.fn<(channel: string, input: unknown) => Promise<unknown>>();
vi.stubGlobal('window', { likenessDesktop: { invoke, subscribe: () => () => undefined } });

let tab: ReturnType<typeof memoryStorage>;
const storage = () => tab;
/** Loads a page: memory is empty, the tab's storage isn't. */
function load(target = new EventTarget(), from: Parameters<typeof pageLog>[0] = storage) {
  keepLog([], () => undefined);
  forgetLog();
  return pageLog(from, target);
}

beforeEach(() => {
  tab = memoryStorage();
  invoke.mockReset();
});

it('a page’s log outlives a reload', async () => {
  load();
  note('drafts.save', new TypeError('no'));
  const again = load();
  note('drafts.save', new RangeError('no'));
  expect((await again.read()).map(({ place, code }) => `${place} ${code}`)).toEqual([
    'app.run started',
    'drafts.save TypeError',
    'app.run started',
    'drafts.save RangeError',
  ]);
});

it.each([
  [
    'refuses',
    () => {
      throw new DOMException('no', 'SecurityError');
    },
  ],
  [
    'is full',
    () => ({
      getItem: () => null,
      setItem: () => {
        throw new DOMException('no', 'QuotaExceededError');
      },
    }),
  ],
] as const)('storage that %s leaves it in memory', async (_, kept) => {
  const log = load(new EventTarget(), kept);
  note('drafts.save', new TypeError('no'));
  expect(await log.read()).toHaveLength(2);
});

it.each(['{', '7', '[{"place":"elsewhere"}]'])(
  'what can’t be read begins anew: %s',
  async (text) => {
    tab.entries.set('likeness.log', text);
    expect((await load().read()).map(({ code }) => code)).toEqual(['started']);
  },
);

it('records what nobody caught', async () => {
  const target = new EventTarget();
  const log = load(target);
  target.dispatchEvent(Object.assign(new Event('error'), { error: new TypeError('no') }));
  target.dispatchEvent(
    Object.assign(new Event('unhandledrejection'), { reason: new RangeError('no') }),
  );
  expect((await log.read()).map(({ place, code }) => `${place} ${code}`)).toEqual([
    'app.run started',
    'app.uncaught TypeError',
    'app.uncaught RangeError',
  ]);
});

it('erased, nothing of it is left in the tab', async () => {
  const log = load();
  note('drafts.save', new TypeError('no'));
  await log.erase();
  expect(await log.read()).toEqual([]);
  expect([...tab.entries.values()]).toEqual(['[]']);
});

it('the desktop’s has the main process’s entries among them, by time', async () => {
  const log = desktopLog(load());
  const early = entryOf('main.page', 'crashed', 1);
  const late = entryOf('ipc.files', new RangeError('no'), Date.now() + 60_000);
  invoke.mockResolvedValue({ ok: true, value: [early, late] });
  expect((await log.read()).map(({ place }) => place)).toEqual([
    'main.page',
    'app.run',
    'ipc.files',
  ]);
  expect(invoke).toHaveBeenCalledExactlyOnceWith('log.read', null);
});

it('the desktop’s is the page’s alone, and says so, where main doesn’t answer as agreed', async () => {
  const log = desktopLog(load());
  invoke.mockResolvedValue({ ok: true, value: [{ place: 'main.page', words: 'secret' }] });
  expect((await log.read()).map(({ place, code }) => `${place} ${code}`)).toEqual([
    'app.run started',
    'desktop.log ZodError',
  ]);
});
