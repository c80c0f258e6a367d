import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { secretErrors, SECRETS } from '../../../tests/support/secret-errors.ts';
import { LikenessError, SENTENCES, type ErrorCode } from '../errors.ts';
import { isLogCode } from './codes.ts';
import {
  entryLine,
  entryOf,
  isLogEntry,
  MOST_ENTRIES,
  readEntries,
  withEntry,
  type LogEntry,
} from './entry.ts';
import { forgetLog, keepLog, logEntries, note, noted, notedUnlessStopped } from './log.ts';
import { isLogPlace } from './places.ts';
import { problemReport, REPORT_MAX_CHARACTERS, thrownLines } from './report.ts';

const AT = Date.UTC(2026, 10, 22, 6, 30);
const place = {
  version: '1.2.3',
  network: 'sandbox',
  path: '/payment',
  agent: 'Test/1',
  at: AT,
};

const everyEntry: fc.Arbitrary<LogEntry> = fc
  .record({
    at: fc.tuple(fc.nat(4e12), fc.nat(4e12)),
    times: fc.integer({ min: 1, max: 1e6 }),
    place: fc.constantFrom('orders.run', 'main.page', 'ipc.wallet'),
    code: fc.constantFrom(
      ...(Object.keys(SENTENCES) as ErrorCode[]),
      'TypeError',
      'ENOSPC',
      'crashed',
      'other',
    ),
    cause: fc.option(fc.constantFrom('QuotaExceededError', 'network-busy', 'other')),
  })
  .map(({ at, cause, ...rest }) => ({
    ...rest,
    first: Math.min(...at),
    last: Math.max(...at),
    ...(cause !== null && { cause }),
  }));

describe('an entry', () => {
  it('records any failure by its code', () => {
    const code = (thrown: unknown) => entryOf('orders.run', thrown, AT).code;
    expect(code(new LikenessError('network-busy', { attempts: 3 }))).toBe('network-busy');
    expect(code(new TypeError('no'))).toBe('TypeError');
    expect(code(Object.assign(new Error('no'), { name: 'QuotaExceededError' }))).toBe(
      'QuotaExceededError',
    );
    expect(code(Object.assign(new Error('no'), { code: 'ENOSPC' }))).toBe('ENOSPC');
    expect(code('oom')).toBe('oom');
    for (const odd of ['words', undefined, 7, { name: 'TypeError' }, Symbol('s')])
      expect(code(odd)).toBe('other');
    expect(code(Object.assign(new Error('no'), { name: 'started', code: 'crashed' }))).toBe(
      'other',
    );
  });

  it('names the cause', () => {
    const cause = new RangeError('no');
    expect(entryOf('main.save', new LikenessError('download-failed', {}, { cause }), AT)).toEqual({
      first: AT,
      last: AT,
      times: 1,
      place: 'main.save',
      code: 'download-failed',
      cause: 'RangeError',
    });
  });

  it('is read back as it was written, with and without what is optional', () => {
    fc.assert(
      fc.property(fc.array(everyEntry, { maxLength: MOST_ENTRIES }), (entries) => {
        expect(readEntries(JSON.parse(JSON.stringify(entries)))).toEqual(entries);
      }),
    );
  });

  it('is left out if it has more, fewer or other fields', () => {
    const good = entryOf('orders.run', new TypeError('no'), AT);
    expect(isLogEntry(good)).toBe(true);
    for (const bad of [
      { ...good, place: 'elsewhere' },
      { ...good, code: SECRETS.address },
      { ...good, cause: SECRETS.mail },
      { ...good, detail: SECRETS.phrase },
      { ...good, times: 0 },
      { ...good, first: -1 },
      { ...good, last: 1e300 },
      { ...good, first: '2026' },
      null,
      [],
      'text',
    ])
      expect(readEntries([bad, good])).toEqual([good]);
    expect(readEntries({ 0: good })).toEqual([]);
  });

  it('is written as one line', () => {
    const entry = entryOf('orders.run', new LikenessError('network-busy'), AT);
    expect(entryLine(entry)).toBe('2026-11-22T06:30:00Z orders.run network-busy');
    expect(entryLine({ ...entry, cause: 'TypeError', times: 3, last: AT + 70_000 })).toBe(
      '2026-11-22T06:30:00Z orders.run network-busy (TypeError), 3 times until 06:31:10',
    );
  });
});

describe('the list of entries', () => {
  const failure = (code: ErrorCode, at: number): LogEntry =>
    entryOf('orders.run', new LikenessError(code), at);

  it('counts repeats within one run in one entry, which becomes the newest', () => {
    const entries = [
      failure('network-busy', 1),
      failure('storage-full', 2),
      failure('network-busy', 3),
    ].reduce<readonly LogEntry[]>(withEntry, []);
    expect(entries).toEqual([
      failure('storage-full', 2),
      { ...failure('network-busy', 1), last: 3, times: 2 },
    ]);
  });

  it('starts counting again at each start of the app', () => {
    const start = (at: number): LogEntry => entryOf('app.run', 'started', at);
    const entries = [
      start(1),
      failure('network-busy', 2),
      start(3),
      failure('network-busy', 4),
    ].reduce<readonly LogEntry[]>(withEntry, []);
    expect(entries.map(({ times }) => times)).toEqual([1, 1, 1, 1]);
  });

  it('keeps only the newest entries, up to its limit', () => {
    let entries: readonly LogEntry[] = [];
    for (let at = 0; at < MOST_ENTRIES + 50; at++)
      entries = withEntry(entries, entryOf('app.run', 'started', at));
    expect(entries).toHaveLength(MOST_ENTRIES);
    expect(entries.at(-1)?.first).toBe(MOST_ENTRIES + 49);
  });
});

describe('the log', () => {
  let keptNow: readonly LogEntry[];
  beforeEach(() => {
    keepLog([], (entries) => (keptNow = entries));
    forgetLog();
  });

  it('logs a rejection that nobody handles, and resolves to undefined', async () => {
    const work = Promise.reject<string>(new TypeError('no'));
    expect(await work.catch(noted('drafts.save'))).toBeUndefined();
    expect(keptNow).toMatchObject([{ place: 'drafts.save', code: 'TypeError', times: 1 }]);
    expect(logEntries()).toEqual(keptNow);
  });

  it('doesn’t log aborts', () => {
    note('drafts.save', new LikenessError('engine-aborted'));
    note('drafts.save', new DOMException('stopped', 'AbortError'));
    expect(keptNow).toEqual([]);
  });

  it('rejects with the signal’s reason, and logs earlier failures', async () => {
    const stop = new AbortController();
    const work = () =>
      Promise.reject(new LikenessError('network-busy')).catch(
        notedUnlessStopped('orders.late', stop.signal),
      );
    await work();
    expect(keptNow).toMatchObject([{ place: 'orders.late', code: 'network-busy' }]);
    stop.abort(new LikenessError('engine-aborted'));
    await expect(work()).rejects.toThrow('Stopped.');
    expect(keptNow).toMatchObject([{ times: 1 }]);
  });

  it('keeps what was logged before its storage was known', () => {
    note('drafts.save', new TypeError('no'));
    const earlier = entryOf('orders.run', new RangeError('no'), AT);
    keepLog([earlier], (entries) => (keptNow = entries));
    expect(keptNow).toMatchObject([{ code: 'RangeError' }, { code: 'TypeError' }]);
  });
});

describe('a report', () => {
  it('names the app, the page, the error and where it came from', () => {
    const thrown = new TypeError('draft.photo is not a function');
    thrown.stack = `TypeError: draft.photo is not a function
    at render (https://likeness.example/assets/customize-screen-DqX9_2aB.js:10:22)
    at async Promise.all (index 0)
    at https://likeness.example/assets/index-B1.js:1:9
    at new Studio (/home/ada/likeness/out/main/index.js:7:1)
go@https://likeness.example/assets/start.js:3:4`;
    expect(problemReport(place, [], { value: thrown })).toBe(`Likeness 1.2.3 (sandbox)
Page: /payment
Time: 2026-11-22T06:30:00.000Z
Browser: Test/1
Error: TypeError: draft.photo is not a function
  at render (customize-screen-DqX9_2aB.js:10:22)
  at ? (index-B1.js:1:9)
  at Studio (index.js:7:1)
  at go (start.js:3:4)
Log: empty`);
  });

  it('contains the code, the harmless context and the cause of an expected failure', () => {
    const thrown = new LikenessError(
      'engine-failed',
      { part: 'context lost', attempts: 3, order: 'c0ffee', price: SECRETS.address },
      { cause: new RangeError('no') },
    );
    thrown.stack = '';
    expect(thrownLines(thrown)).toEqual([
      'Error: engine-failed',
      '  part: context lost',
      '  attempts: 3',
      '  caused by RangeError',
    ]);
  });

  it('handles thrown values that aren’t errors', () => {
    expect(thrownLines('just words')).toEqual(['Error: other, thrown as string']);
    expect(thrownLines(undefined)).toEqual(['Error: other, thrown as undefined']);
  });

  it('repeats an engine’s phrase for a programming error, and nothing else of a message', () => {
    for (const message of [
      "Cannot read properties of undefined (reading 'photo')",
      "undefined is not an object (evaluating 'draft.photo')",
      `can't access property "photo", draft is undefined`,
      'Minified React error #185',
    ])
      expect(thrownLines(new TypeError(message))[0]).toBe(`Error: TypeError: ${message}`);
    expect(
      thrownLines(new TypeError('Failed to fetch dynamically imported module: https://a/b'))[0],
    ).toBe('Error: TypeError: Failed to fetch dynamically imported module');
  });

  it('stays within its length by leaving out the oldest entries, and says so', () => {
    const log = Array.from({ length: MOST_ENTRIES }, (_, at) =>
      entryOf('orders.run', new LikenessError('network-busy'), AT + at * 1_000),
    );
    const text = problemReport(place, log);
    expect(text.length).toBeLessThanOrEqual(REPORT_MAX_CHARACTERS + 40);
    const lines = text.split('\n');
    expect(lines.at(-1)).toBe(entryLine(log.at(-1) as LogEntry));
    const shown = lines.filter((line) => line.includes('orders.run')).length;
    expect(text).toContain(`Log, without ${MOST_ENTRIES - shown} earlier entries:`);
  });

  it('names a page only by its route', () => {
    const page = (path: string) => problemReport({ ...place, path }, []).split('\n')[1];
    expect(page('/')).toBe('Page: /');
    expect(page('/avatar/17')).toBe('Page: /avatar/…');
    expect(page('/de/avatar/17'), 'in any language').toBe('Page: /avatar/…');
    expect(page(`/certificate/${SECRETS.address}`)).toBe('Page: /certificate/…');
    expect(page(`/${SECRETS.address}`)).toBe('Page: /…');
  });
});

describe('no user data gets into the log or a report', () => {
  it('wherever it is in a thrown value', () => {
    fc.assert(
      fc.property(secretErrors, ({ thrown, secret }) => {
        forgetLog();
        note('orders.run', thrown);
        const kept = JSON.stringify(logEntries());
        const text = problemReport(place, logEntries(), { value: thrown });
        for (const out of [kept, text])
          for (const part of secret.parts) expect(out).not.toContain(part);
        expect(logEntries().every(isLogEntry)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('for every entry is made of listed words and times', () => {
    fc.assert(
      fc.property(secretErrors, ({ thrown }) => {
        const { first, last, times, place: where, code, cause } = entryOf('orders.run', thrown, AT);
        expect([first, last, times]).toEqual([AT, AT, 1]);
        expect(isLogPlace(where)).toBe(true);
        expect(isLogCode(code)).toBe(true);
        expect(cause === undefined || isLogCode(cause)).toBe(true);
      }),
    );
  });
});
